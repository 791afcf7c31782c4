import type { Change } from "./change";
import type { History } from "./histories";
import type { BodyOptions, Part, QueryOptions, ResponseStatus } from "./schema";
import type { SecurityNeed } from "./security";
import type { VersionPoint } from "./version";

/**
 * The schemas, security and statuses of one registration, for its requests and responses.
 *
 * A contract belongs to a registration, not to a route: two versions of one route may have different contracts.
 */
export interface Contract {
  /** The schemas of the request's parts, in the order of validation. */
  readonly inputs: readonly Input[];
  /** The histories of the request's parts, including parts that clients of this version do not send. */
  readonly convertedInputs: readonly ConvertedInput[];
  /** The declared responses, in the order written. */
  readonly responses: readonly DeclaredResponse[];
  /** The security requirements, which must all be met; undefined if none are declared, empty for `WithSecurity()`. */
  readonly security: readonly SecurityNeed[] | undefined;
  /** The status with which the handler's returned value is sent. */
  readonly status: number;
  /** True if the option `Status` declares the status; otherwise the declared responses determine it. */
  readonly isStatusDeclared: boolean;
}

/** An older version's statuses and header names, by the newest ones, which the handler and its errors use. */
export interface Renumbering {
  readonly statuses: ReadonlyMap<number, number>;
  /** The version's header names, by newest name in lower case; undefined if the version does not get the header. */
  readonly headers: ReadonlyMap<string, string | undefined>;
  /** The changes that `statuses` and `headers` come from, by the newest status or name. */
  readonly statusChanges: ReadonlyMap<number, readonly Change[]>;
  readonly headerChanges: ReadonlyMap<string, readonly Change[]>;
}

/** The status for a version, from the handler's status. */
export function sentStatus(renumbering: Renumbering | undefined, intendedStatus: number): number {
  return renumbering?.statuses.get(intendedStatus) ?? intendedStatus;
}

/** The name of a header for a version; undefined if the version does not get the header. */
export function sentHeader(names: Renumbering["headers"] | undefined, name: string): string | undefined {
  const field = name.toLowerCase();
  return names?.has(field) ? names.get(field) : name;
}

/** The schema of one part of a request. */
export interface Input {
  readonly part: Part;
  readonly schema: object;
  /** How a body or a query is read; empty for the other parts. */
  readonly options: BodyOptions & QueryOptions;
}

/** A history, and a version at which to read it. */
interface HistoryAtVersion {
  readonly history: History;
  /** Any version of the span: the same steps lead from each of them to the newest. */
  readonly at: VersionPoint;
}

/** A part of a request that a history converts up to the handler's form. */
interface ConvertedInput extends HistoryAtVersion {
  readonly part: Part;
}

/** One response declared by `WithResponse`; for a webhook: its payload, or the headers of its deliveries. */
export interface DeclaredResponse {
  readonly place: "response" | "webhook" | "webhook headers";
  readonly status: ResponseStatus;
  readonly schema: object | undefined;
  /** The history that converts the handler's value down to this schema; undefined without a history. */
  readonly converted: HistoryAtVersion | undefined;
  readonly description: string | undefined;
  /** The schemas of the response's headers. */
  readonly headers: ReadonlyMap<string, object>;
  /** The media type; undefined if the kind of the returned value determines it. */
  readonly type: string | undefined;
  /** Examples of the body, by name. */
  readonly examples: ReadonlyMap<string, unknown>;
}

/** The members of a response that declares nothing but a status. */
export const bareResponse: Omit<DeclaredResponse, "status"> = {
  place: "response",
  schema: undefined,
  converted: undefined,
  description: undefined,
  headers: new Map(),
  type: undefined,
  examples: new Map(),
};

/** The entry for a status such as 404: the entry of 404, otherwise of `"4XX"`, otherwise of `"default"`. */
export function entryFor<Entry>(
  entries: ReadonlyMap<ResponseStatus, Entry>,
  status: number,
): Entry | undefined {
  // The cast: statuses are from 100 to 599, so the range is one of `1XX` to `5XX`.
  const range = `${Math.floor(status / 100)}XX` as ResponseStatus;
  return entries.get(status) ?? entries.get(range) ?? entries.get("default");
}
