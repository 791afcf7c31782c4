import { mark } from "../model/copies";
import type { Checkable } from "../check/checkable";
import type { EndpointMakers, OwnHandler } from "../dispatch/endpoint";
import type { VersionOrder } from "../model/version";
import type { AppChanges } from "../../schema/interface/app-changes";
import type { Problem, Warning } from "../model/problem";
import type { Operation, Registration } from "../model/route";
import type { Scheme } from "../model/security";
import type { Contract } from "../model/contract";
import type { OpenAPIComponents } from "../../schema/interface/openapi";
import type { ReplayableRoute } from "../../schema/interface/exchange-recorder";
import type { ResponseCheck } from "../model/serving";
import type { OptionFunction } from "../model/settings";
import type { Wing } from "../model/wing";
import type { Failure, Serve } from "../request/exchange";
import type { Schemas } from "../../schema/schemas";
import type { OlderForms } from "./older-forms";
import type { SchemaReading } from "./schema-reading";

/** The parts that a wing adds to the pipeline of an App. The lists of all wings of an App are joined in the order of their names. */
export interface AppWing extends Wing {
  /** The wings without which this one cannot work. Their rules come first. */
  readonly needs: readonly AppWing[];
  readonly rules: readonly AppRule[];
  readonly warnings: readonly AppWarning[];
  readonly wraps: readonly HandlerWrap[];
  readonly security: readonly DocumentedSecurity[];
  /** How schemas are read; undefined if the wing does not read them. */
  readonly reading: SchemaReading | undefined;
  /** The older forms of routes and schemas; undefined if the wing makes none. */
  readonly older: OlderForms | undefined;
  /** Makes the routes of a version replayable, even of an App that has lost its last history. */
  readonly replayable: MakeReplayable | undefined;
}

/** Only `changes/`, which has such a function, knows what `app` has. */
type MakeReplayable = OptionFunction<
  [registrations: readonly Registration[], app: object],
  readonly ReplayableRoute[]
>;

export type AppRule = (built: Checkable) => readonly Problem[];

/** Warns of declarations that work, but are probably mistakes. */
type AppWarning = (built: Checkable & { readonly changes: AppChanges }) => readonly Warning[];

/** Makes the function that serves a route around the route's own handler; undefined if the wing does not change it. */
export type HandlerWrap = (
  registration: Registration,
  means: HandlerMeans,
) => ((own: OwnHandler) => Serve) | undefined;

interface HandlerMeans extends Pick<EndpointMakers, "recordOf"> {
  readonly schemas: Schemas;
  readonly check: ResponseCheck;
  readonly order: VersionOrder;
  /** Answers an error without a line in the log. */
  readonly quiet: () => Failure;
}

/** The functions by which a wing describes security in documents, besides the members of its operations. */
export interface DocumentedSecurity {
  /** Describes the schemes of the operations, and those by which the App finds a client's version (`asked`). */
  readonly schemesOf: (
    operations: readonly Operation[],
    asked: readonly Scheme[],
  ) => Pick<OpenAPIComponents, "securitySchemes">;
  /** True if a request can get a 401. */
  readonly refuses: (contract: Contract) => boolean;
  /** True if a request can get a 403, because an authenticated client may lack a scope. */
  readonly asksForScopes: (contract: Contract) => boolean;
}

const nothing = {
  needs: [],
  rules: [],
  warnings: [],
  wraps: [],
  security: [],
  reading: undefined,
  older: undefined,
  replayable: undefined,
};

/** Makes a wing that adds only `parts`: `appWing("security", { rules: [...] })`. */
export function appWing(name: string, parts: Partial<Omit<AppWing, "name">>): AppWing {
  return Object.freeze(mark({ ...nothing, name, ...parts }));
}

/** The members of a wing that a value brought. The cast is safe: {@link appWing} makes every wing. */
export function membersOf(wing: Wing): AppWing {
  return wing as AppWing;
}
