import { readJSON } from "../answer/stages";
import { noResponses, type Conversions, type RouteResponses } from "../answer/terms";
import type { Contract } from "../model/contract";
import type { WarnOnce } from "../errors/request-warnings";
import type { ErrorFormat } from "../model/error-format";
import type { ContractPart, OperationJudge } from "../model/app-internals";
import type { Registration, ResolvedRoute, ResolvedWebhook, Route, Span } from "../model/route";
import type { ResponseCheck, RouteInput } from "../model/serving";
import type { Versioning } from "../model/versioning";
import type { Step } from "../request/exchange";
import type { AppComponents } from "../../schema/app-components";
import type { WriterMaker } from "../../schema/document-writer";
import type { Schemas, schemasOf } from "../../schema/schemas";

/** How an App reads the schemas of its routes, and validates by them. */
export interface SchemaReading {
  readonly schemasOf: typeof schemasOf;
  readonly writerOf: WriterMaker;
  readonly componentsIn: (openAPI: unknown) => AppComponents;
  readonly inputOf: (
    registration: Registration,
    schemas: Schemas,
    means: { readonly invalidStatus: number; readonly versioning: Versioning; readonly warn: WarnOnce },
  ) => RouteInput | undefined;
  /** The steps before the middleware of a route, and those before its handler. */
  readonly stepsOf: (input: RouteInput | undefined) => Readonly<Record<"given" | "read", readonly Step[]>>;
  /** Makes the function that validates requests to a route, without sending them. */
  readonly judgeOf: (
    registration: Pick<Registration, "contract" | "segments">,
    schemas: Schemas,
    versioning: Versioning,
  ) => OperationJudge["misfits"];
  readonly partsOf: (contracts: ContractsOfVersion, schemas: Schemas) => readonly ContractPart[];
  readonly responsesOf: (
    registration: Pick<Registration, "contract" | "version">,
    means: ResponseMeans,
  ) => RouteResponses | undefined;
  /**
   * Creates the function that resolves to true if each declared success rejects undefined, so that a handler which
   * returned undefined has forgotten its `return`; undefined if a handler may return undefined.
   */
  readonly forgottenIn: (
    contract: Pick<Contract, "responses" | "status">,
    schemas: Schemas,
  ) => (() => Promise<boolean>) | undefined;
  /** Adds a warning of bodies from `Errors.Body` that do not match `Errors.Schema`. They are sent nevertheless. */
  readonly watchedErrors: (format: ErrorFormat, schemas: Schemas, warn: WarnOnce) => ErrorFormat;
}

export interface ResponseMeans {
  readonly schemas: Schemas;
  readonly check: ResponseCheck;
  /** Undefined if no response is converted. */
  readonly conversions: Conversions | undefined;
}

/** The routes and the webhooks of one version. */
export interface ContractsOfVersion {
  readonly registrations: readonly Registration[];
  readonly webhooks: readonly Span<ResolvedWebhook>[];
  readonly recordOf: (route: ResolvedRoute) => Route;
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
  judgeOf: () => () => Promise.resolve([]),
  partsOf: () => [],
  responsesOf: ({ version }, { check }) => check && { ...noResponses, version, stagesOf: () => [readJSON] },
  forgottenIn: () => undefined,
  watchedErrors: (format) => format,
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
