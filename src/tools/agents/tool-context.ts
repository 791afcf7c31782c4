import type { OperationJudge } from "../../model/app-internals";
import type { OpenAPIDocument, OpenAPIOperation } from "../../model/openapi";
import type { VersionParts } from "../../model/source";

/** A JSON Schema of an object. */
export interface ObjectSchema {
  readonly type: "object";
  readonly [keyword: string]: unknown;
}

/** Everything that the tools of one version share. */
export interface ToolContext {
  readonly document: OpenAPIDocument;
  readonly now: Date;
  readonly sent: VersionParts;
  /** `header x-api-version`: the parameters of the version itself, which a call sends without the input. */
  readonly ownParameters: ReadonlySet<string>;
  readonly base: string;
  readonly fetch: (request: Request) => Promise<Response>;
}

/** An operation at its place. */
export interface PlacedOperation {
  readonly operation: OpenAPIOperation;
  readonly method: string;
  readonly path: string;
  readonly judge: OperationJudge | undefined;
}
