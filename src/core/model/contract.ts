import type { Change } from "../../schema/interface/change";
import type { SchemaForm } from "../../schema/interface/at-version";
import type { BodyOptions, Part, QueryOptions, ResponseStatus } from "../../schema/interface/schema";
import type { SecurityNeed } from "./security";
import type { SettingKey } from "./settings";

/** The schemas, security and status of a route in one version. */
export interface Contract {
  readonly inputs: readonly Input[];
  /** The request's parts with a `Versioned(...)` schema, also parts that this version lacks and `Up` creates. */
  readonly convertedInputs: readonly ConvertedInput[];
  readonly responses: readonly DeclaredResponse[];
  /** One item for each argument of `WithSecurity`; empty for `WithSecurity()`; undefined without the option. */
  readonly security: readonly SecurityNeed[] | undefined;
  readonly status: number;
  /** True if the option `Status` sets `status`; false if it follows from the declared responses. */
  readonly isStatusDeclared: boolean;
}

/** The statuses and headers that differ for older clients: the handler sends 201, and the client gets 200. */
export interface Renumbering {
  readonly statuses: ReadonlyMap<number, number>;
  /** From the handler's header names, in lower case, to the version's; undefined if the version lacks the header. */
  readonly headers: ReadonlyMap<string, string | undefined>;
  readonly statusChanges: ReadonlyMap<number, readonly Change[]>;
  readonly headerChanges: ReadonlyMap<string, readonly Change[]>;
}

/** Returns the status that the version's clients get in place of the handler's status. */
export function sentStatus(renumbering: Renumbering | undefined, intendedStatus: number): number {
  return renumbering?.statuses.get(intendedStatus) ?? intendedStatus;
}

/** Returns the header name that the version's clients get; undefined if the version lacks the header. */
export function sentHeader(names: Renumbering["headers"] | undefined, name: string): string | undefined {
  const field = name.toLowerCase();
  return names?.has(field) ? names.get(field) : name;
}

export interface Input {
  readonly part: Part;
  readonly schema: object;
  /** The options for reading a body or query; empty for other parts. */
  readonly options: BodyOptions & QueryOptions;
}

type HistoryAtVersion = Pick<SchemaForm, "history" | "at">;

/** A part of a request, with the history that converts the part to the newest form, which the handler gets. */
interface ConvertedInput extends HistoryAtVersion {
  readonly part: Part;
}

/** The inputs that options such as `WithBody` declare, in the order in which they are validated. */
export const declaredInputs: SettingKey<readonly Input[]> = { key: "inputs", none: [] };

/** The name of the option that declares a part of a request: `WithBody`. */
export const inputOptions: Readonly<Record<Part, string>> = {
  params: "WithParams",
  query: "WithQuery",
  headers: "WithHeaders",
  cookies: "WithCookies",
  body: "WithBody",
};

/** A response that `WithResponse` declares, or the payload or headers of a webhook. */
export interface DeclaredResponse {
  readonly place: "response" | "webhook" | "webhook headers";
  readonly status: ResponseStatus;
  readonly schema: object | undefined;
  /** The history that converts the handler's value to this version's `schema`; undefined without `Versioned(...)`. */
  readonly converted: HistoryAtVersion | undefined;
  readonly description: string | undefined;
  readonly headers: ReadonlyMap<string, object>;
  /** The declared media type. If it is undefined, the kind of the returned value (text, bytes, JSON ...) decides. */
  readonly type: string | undefined;
  readonly examples: ReadonlyMap<string, unknown>;
}

/** The responses that `WithResponse` declares. */
export const declaredResponses: SettingKey<readonly DeclaredResponse[]> = { key: "responses", none: [] };

/** The requirements of the nearest `WithSecurity`; undefined without the option. A request must meet all of them. */
export const securityNeeds: SettingKey<readonly SecurityNeed[] | undefined> = {
  key: "security",
  none: undefined,
};

/** The other members of a response that declares only its status. */
export const bareResponse: Omit<DeclaredResponse, "status"> = {
  place: "response",
  schema: undefined,
  converted: undefined,
  description: undefined,
  headers: new Map(),
  type: undefined,
  examples: new Map(),
};

/** Finds the entry for a status: for 404, the entry of 404, or else of `"4XX"`, or else of `"default"`. */
export function entryFor<Entry>(
  entries: ReadonlyMap<ResponseStatus, Entry>,
  status: number,
): Entry | undefined {
  // The cast is safe: a status is from 100 to 599.
  const range = `${Math.floor(status / 100)}XX` as ResponseStatus;
  return entries.get(status) ?? entries.get(range) ?? entries.get("default");
}
