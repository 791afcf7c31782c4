import { createHash } from "node:crypto";
import { subschemaIn, type FollowReference } from "../../schema/json-schema/targets";
import type { AppInternals, OperationJudge } from "../../core/model/app-internals";
import { lifeIn, standingAt } from "../../core/model/lifecycle";
import { lifeInWords } from "../../document/life-in-words";
import type { OpenAPIDocument, OpenAPIOperation, OpenAPIResponse } from "../../schema/interface/openapi";
import type { VersionParts } from "../../core/model/source";
import { isObject, takeRejection } from "../../core/model/value";
import type { Version } from "../../core/model/version";
import { documentedParametersOf } from "../compare/compare-parameters";
import { followed } from "../compare/documented-operation";
import { calling, type ToolCall } from "./call";
import { inputOf, selfContained, successOf } from "./tool-schemas";
import type { ObjectSchema, PlacedOperation, ToolContext } from "./tool-schemas";

export type { ToolResult } from "./call";

/** The options of `ToolsOf`: docs/reference/tools.md. */
export interface ToolsOfOptions {
  /** The version whose operations become tools. Every call of a tool names this version. */
  readonly Version: Version;
  /** The function that sends the calls; default: `CreateFetch(app)`. */
  readonly Fetch?: (request: Request) => Promise<Response>;
  /** The URL at which the App is mounted; default `http://localhost`. */
  readonly Base?: string;
  /** Selects the operations that become tools; default: all. */
  readonly Operations?: (operation: ToolOperation) => boolean;
}

/** An operation of the version's document, with its id, method and path. */
export interface ToolOperation extends OpenAPIOperation {
  readonly OperationID: string;
  /** The method in capital letters, such as `GET`. */
  readonly Method: string;
  /** The path in the document, such as `/cats/{id}`. */
  readonly Path: string;
}

/** An operation as a tool for an AI agent. */
export interface AgentTool {
  /** The tool's name, made from the operation id. It is unique, and has at most 64 characters of `[a-zA-Z0-9_-]`. */
  readonly Name: string;
  readonly Title?: string;
  readonly Description: string;
  /** The schema of the input: one member for each parameter, and `body` for the request's body: `{ id, body }`. */
  readonly InputSchema: ObjectSchema;
  /** The schema of the success response, if there is only one, and its body is a JSON object; otherwise undefined. */
  readonly OutputSchema?: ObjectSchema;
  readonly Annotations: {
    readonly ReadOnly: boolean;
    readonly Destructive: boolean;
    readonly Idempotent: boolean;
  };
  readonly Deprecated?: { readonly Since?: Date; readonly Sunset?: Date };
  /**
   * Sends the request of the operation.
   *
   * @throws TypeError, as a rejection, if the input is invalid; the message lists the faults.
   */
  readonly Call: ToolCall;
}

/** Creates a tool for each operation of an OpenAPI document; none if the document's version is no longer served. */
export function agentTools(
  document: OpenAPIDocument,
  app: AppInternals,
  {
    Version: version,
    Fetch,
    Base = "http://localhost",
    Operations = () => true,
  }: ToolsOfOptions & Pick<Required<ToolsOfOptions>, "Fetch">,
): readonly AgentTool[] {
  const now = app.now();
  const standing = standingAt(lifeIn(app.lifecycles.get(version)), now);
  if (standing.kind === "gone" || standing.kind === "succeeded") return [];
  const context: ToolContext = {
    document,
    now,
    sent: sentParts(app, version),
    ownParameters: new Set(
      app.sources.flatMap(({ parameter }) =>
        parameter ? [`${parameter.in} ${parameter.name.toLowerCase()}`] : [],
      ),
    ),
    base: Base.replace(/\/+$/, ""),
    fetch: Fetch,
  };
  const judges = app.judgesOf(version);
  const usedNames = new Set<string>();
  return placedIn(document, judges).flatMap((placed) => {
    const { operation, method, path } = placed;
    const { operationId = "" } = operation;
    const isWanted = Operations({ ...operation, OperationID: operationId, Method: method, Path: path });
    if (takeRejection(isWanted)) {
      throw new TypeError("ToolsOf: Operations must return a boolean, got a promise");
    }
    if (!isWanted) return [];
    const tool = toolOf(placed, context);
    return tool ? [{ Name: nameOf(operationId, usedNames), ...tool }] : [];
  });
}

function sentParts({ sources, versions }: AppInternals, version: Version): VersionParts {
  if (versions().length === 0) return {};
  const source = sources.find(({ partsFor }) => partsFor);
  if (source?.partsFor) return source.partsFor(version);
  throw new Error(
    "ToolsOf cannot send a version, because the App reads it with its own function: use an extractor such as FromHeader",
  );
}

function placedIn(
  document: OpenAPIDocument,
  judges: ReadonlyMap<string, OperationJudge>,
): readonly PlacedOperation[] {
  const root = { ...document };
  const resolve: FollowReference = (from, reference) => subschemaIn(root, from, reference);
  return Object.entries(document.paths).flatMap(([path, item]) =>
    [...Object.entries(item), ...Object.entries(item.additionalOperations ?? {})]
      // Only operations have the member `responses`. Other members of a path item, such as `parameters`, are skipped.
      .filter(([, member]) => isObject(member) && "responses" in member)
      .map(([name, member]) => {
        const operation = member as OpenAPIOperation;
        const method = name.toUpperCase();
        return {
          ...{ operation, method, path },
          parameters: documentedParametersOf({ path, item, operation, resolve }).map(
            ({ parameter }) => parameter,
          ),
          requestBody: followed(operation.requestBody, resolve),
          responses: Object.entries(operation.responses).flatMap(([status, response]) => {
            // The cast is safe: in a valid document, the value is a Response Object.
            const target = followed(response, resolve) as OpenAPIResponse | undefined;
            return target ? [[status, target] as const] : [];
          }),
          judge: judges.get(`${method} ${path}`),
        };
      }),
  );
}

/** Makes a tool's name from an operation id. Adds a digest of the id if the name is too long, empty or already used. */
function nameOf(id: string, usedNames: Set<string>): string {
  const plain = id.replace(/[^a-zA-Z0-9_-]/g, "_");
  const digest = createHash("sha256").update(id).digest("hex").slice(0, 8);
  const name =
    plain.length > 64 || plain === "" || usedNames.has(plain) ? `${plain.slice(0, 55)}_${digest}` : plain;
  usedNames.add(name);
  return name;
}

function toolOf(placed: PlacedOperation, context: ToolContext): Omit<AgentTool, "Name"> | undefined {
  const { operation, method, judge } = placed;
  const success = successOf(placed);
  const input = inputOf(placed, context);
  if (!success || !input) return undefined;
  const { summary, deprecated } = operation;
  const life = judge?.life;
  const output = success.schema && selfContained(success.schema, context.document);
  return {
    ...(summary !== undefined && { Title: summary }),
    Description: descriptionOf(placed, context.now),
    InputSchema: input.schema,
    ...(output?.type === "object" && { OutputSchema: { ...output, type: "object" as const } }),
    Annotations: {
      ReadOnly: readOnly.has(method),
      Destructive: !readOnly.has(method),
      Idempotent: method === "PUT" || method === "DELETE",
    },
    ...(deprecated && {
      Deprecated: {
        ...(life?.deprecated && { Since: life.deprecated }),
        ...(life?.sunset && { Sunset: life.sunset }),
      },
    }),
    Call: calling(placed, input.members, context),
  };
}

/** Returns the operation's description, or else its summary; both if the description contains only lifecycle dates. */
function descriptionOf({ operation, method, path, judge }: PlacedOperation, now: Date): string {
  const { summary = `${method} ${path}`, description, deprecated } = operation;
  const life = judge?.life;
  const isDated = life?.deprecated !== undefined || life?.sunset !== undefined;
  return [
    ...(description === undefined || description === lifeInWords(life, now) ? [summary] : []),
    ...(description === undefined ? [] : [description]),
    ...(deprecated && !isDated ? ["Deprecated."] : []),
  ].join("\n\n");
}

const readOnly: ReadonlySet<string> = new Set(["GET", "HEAD", "QUERY"]);
