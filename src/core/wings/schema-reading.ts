import type { Request } from "express";
import type { Registration } from "../model/route";
import type { RouteInput } from "../model/serving";
import type { Validate } from "../model/schema";
import type { Versioning } from "../model/versioning";
import type { Step } from "../request/exchange";
import type { AppComponents } from "../../schema/app-components";
import type { detailsOf } from "../../schema/issues";
import type { WriterMaker } from "../../schema/document-writer";
import type { Schemas, schemasOf } from "../../schema/schemas";

/** How an App reads the schemas of its routes, and validates by them. */
export interface SchemaReading {
  readonly schemasOf: typeof schemasOf;
  readonly writerOf: WriterMaker;
  readonly componentsIn: (openAPI: unknown) => AppComponents;
  readonly inputOf: (
    registration: Pick<Registration, "contract">,
    schemas: Schemas,
    means?: { readonly invalidStatus?: number; readonly versioning?: Versioning },
  ) => RouteInput | undefined;
  /** The steps before the middleware of a route, and those before its handler. */
  readonly stepsOf: (input: RouteInput | undefined) => Readonly<Record<"given" | "read", readonly Step[]>>;
  readonly misfitsIn: (input: RouteInput, req: Request) => Promise<ReturnType<typeof detailsOf>>;
  /** Makes the validator of error bodies; undefined if no schema is declared, or if it needs ajv, which is missing. */
  readonly errorValidator: (schemas: Schemas) => Validate | undefined;
}

/** An App none of whose declarations has a schema. */
export const withoutSchemas: SchemaReading = {
  schemasOf: (_users, { documents: { errors } }) => ({
    ...unread,
    uses: [],
    errors,
    shared: { componentsIn: noSchema, conflicts: [] },
  }),
  writerOf: () => ({
    write: noSchema,
    header: noSchema,
    properties: noSchema,
    isText: noSchema,
    listsWithin: noSchema,
    isOptional: noSchema,
    components: {},
    ownComponents: new Set(),
  }),
  componentsIn: () => new Map(),
  inputOf: () => undefined,
  stepsOf: () => ({ given: [], read: [] }),
  misfitsIn: noSchema,
  errorValidator: () => undefined,
};

function noSchema(): never {
  throw new Error("the App has no schema");
}

const unread: Omit<Schemas, "uses" | "errors" | "shared"> = {
  jsonOf: noSchema,
  closedMembers: noSchema,
  convertedMembers: noSchema,
  describe: noSchema,
  compile: noSchema,
  validator: noSchema,
  missingReferences: noSchema,
  unknownKeywords: noSchema,
  sentValidator: noSchema,
  acceptsUndefined: noSchema,
  namedBy: noSchema,
  knowsNames: noSchema,
  listsWithin: noSchema,
  behindUp: noSchema,
  lostMembers: noSchema,
  documented: noSchema,
};
