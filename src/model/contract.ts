import type { Change } from "./change";
import type { History } from "./history";
import type { BodyOptions, Part, QueryOptions, ResponseStatus } from "./schema";
import type { SecurityNeed } from "./security";
import type { VersionPoint } from "./version";

/**
 * The terms of one registration: its requests and its responses.
 *
 * It belongs to a version's registration instead of the route: two versions of one route may have different ones.
 */
export interface Contract {
  /** The schemas of the request's parts, in the order of validation. */
  readonly inputs: readonly Input[];
  /** The histories of its requests, including parts that this version does not send. */
  readonly convertedInputs: readonly ConvertedInput[];
  /** Its responses by status, in the order declared. */
  readonly responses: readonly DeclaredResponse[];
  /** The required security, all of it; undefined if none is declared, empty if `WithSecurity()` declares none. */
  readonly security: readonly SecurityNeed[] | undefined;
  /** The status of the handler's returned values. */
  readonly status: number;
  /** True if `Status` declares it; otherwise it is derived from the responses. */
  readonly isStatusDeclared: boolean;
}

/** A version's statuses and headers, by the present ones that the handler and its errors use. */
export interface Renumbering {
  readonly statuses: ReadonlyMap<number, number>;
  /** By the present name in lower case; undefined for a header that the version is not sent. */
  readonly headers: ReadonlyMap<string, string | undefined>;
  /** The changes behind them, by the present status or name. */
  readonly statusChanges: ReadonlyMap<number, readonly Change[]>;
  readonly headerChanges: ReadonlyMap<string, readonly Change[]>;
}

/** The status for a version, from the handler's status. */
export function sentStatus(renumbering: Renumbering | undefined, meant: number): number {
  return renumbering?.statuses.get(meant) ?? meant;
}

/** The name of a header for a version; undefined if the version is not sent it. */
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

/** A history and the versions of a span. */
interface HistoryAtVersion {
  readonly history: History;
  /** One of these versions: the same steps lead from all of them to the newest. */
  readonly at: VersionPoint;
}

/** A part of a request that a history converts up to the handler's form. */
export interface ConvertedInput extends HistoryAtVersion {
  readonly part: Part;
}

/** One response declared by `WithResponse`; of a webhook, its payload or the headers of its deliveries. */
export interface DeclaredResponse {
  readonly place: "response" | "webhook" | "webhook headers";
  readonly status: ResponseStatus;
  readonly schema: object | undefined;
  /** The history that converts the handler's value down to this schema; undefined without a history. */
  readonly converted: HistoryAtVersion | undefined;
  readonly description: string | undefined;
  /** The schemas of its headers. */
  readonly headers: ReadonlyMap<string, object>;
  /** Its media type; undefined if its value decides it. */
  readonly type: string | undefined;
  /** Examples of its body. */
  readonly examples: ReadonlyMap<string, unknown>;
}

/** The entry for a status: its own, otherwise that of its range, otherwise the default. */
export function entryFor<Entry>(
  entries: ReadonlyMap<ResponseStatus, Entry>,
  status: number,
): Entry | undefined {
  // A status from 100 to 599 has a range.
  const range = `${Math.floor(status / 100)}XX` as ResponseStatus;
  return entries.get(status) ?? entries.get(range) ?? entries.get("default");
}
