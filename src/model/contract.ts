import type { Change } from "./change";
import type { History } from "./histories";
import type { BodyOptions, Part, QueryOptions, ResponseStatus } from "./schema";
import type { SecurityNeed } from "./security";
import type { VersionPoint } from "./version";

/**
 * The schemas, security and status of one registration.
 *
 * Two versions of one route may have different contracts.
 */
export interface Contract {
  /** The schemas of the request's parts, in the order in which they are validated. */
  readonly inputs: readonly Input[];
  /** The histories of the request's parts, also of parts that the version does not have. */
  readonly convertedInputs: readonly ConvertedInput[];
  /** The declared responses, as ordered in the source. */
  readonly responses: readonly DeclaredResponse[];
  /** The security requirements, which must all be met; undefined if none are declared, empty for `WithSecurity()`. */
  readonly security: readonly SecurityNeed[] | undefined;
  /** The status of a returned value. */
  readonly status: number;
  /** True if `Status` sets the status, false if the declared responses do. */
  readonly isStatusDeclared: boolean;
}

/** The statuses and header names of an older version, by those that the handler uses. */
export interface Renumbering {
  readonly statuses: ReadonlyMap<number, number>;
  /** Names by the newest name in lower case; undefined if the version does not have the header. */
  readonly headers: ReadonlyMap<string, string | undefined>;
  /** The changes that each status or header name comes from. */
  readonly statusChanges: ReadonlyMap<number, readonly Change[]>;
  readonly headerChanges: ReadonlyMap<string, readonly Change[]>;
}

/** The status to send, for a status of the handler. */
export function sentStatus(renumbering: Renumbering | undefined, intendedStatus: number): number {
  return renumbering?.statuses.get(intendedStatus) ?? intendedStatus;
}

/** The name to send, for a header of the handler; undefined if the version does not have the header. */
export function sentHeader(names: Renumbering["headers"] | undefined, name: string): string | undefined {
  const field = name.toLowerCase();
  return names?.has(field) ? names.get(field) : name;
}

/** The schema of one part of a request. */
export interface Input {
  readonly part: Part;
  readonly schema: object;
  /** How a body or query is read; empty for other parts. */
  readonly options: BodyOptions & QueryOptions;
}

/** A history, and a version at which to read it. */
interface HistoryAtVersion {
  readonly history: History;
  /** Any version of the span: all have the same steps to the newest. */
  readonly at: VersionPoint;
}

/** A part of a request that a history converts up to the handler's form. */
interface ConvertedInput extends HistoryAtVersion {
  readonly part: Part;
}

/** A response of `WithResponse`, or the payload or headers of a webhook. */
export interface DeclaredResponse {
  readonly place: "response" | "webhook" | "webhook headers";
  readonly status: ResponseStatus;
  readonly schema: object | undefined;
  /** The history that converts the handler's value down to this schema; undefined if the schema has none. */
  readonly converted: HistoryAtVersion | undefined;
  readonly description: string | undefined;
  /** The schemas of the response's headers. */
  readonly headers: ReadonlyMap<string, object>;
  /** The media type; undefined if the kind of the returned value decides. */
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
  // A status is from 100 to 599, so the cast is true.
  const range = `${Math.floor(status / 100)}XX` as ResponseStatus;
  return entries.get(status) ?? entries.get(range) ?? entries.get("default");
}
