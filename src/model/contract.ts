import type { Change } from "./change";
import type { History } from "./history";
import type { BodyOptions, Part, QueryOptions, ResponseStatus } from "./schema";
import type { SecurityNeed } from "./security";
import type { VersionPoint } from "./version-order";

/**
 * The terms of one registration: the requests that it takes, and the answers that it gives.
 *
 * It belongs to what is reachable in a version, not to the route: two versions of one route may differ in it.
 */
export interface Contract {
  /** The schemas of the request's parts, in the order that they are checked. */
  readonly inputs: readonly Input[];
  /** The histories that its requests come through, those of parts that this version does not send too. */
  readonly turnedInputs: readonly TurnedInput[];
  /** Its answers by status, in the order declared. */
  readonly responses: readonly DeclaredResponse[];
  /** The security that requests need, all of it; undefined where nothing is said, empty where it is said that none is. */
  readonly security: readonly SecurityNeed[] | undefined;
  /** The status of an answer that the handler returns. */
  readonly status: number;
  /** Whether `Status` declares it; else it follows from the responses. */
  readonly isStatusDeclared: boolean;
}

/** The statuses and headers of a version's answers, by those of now that the handler and its errors mean. */
export interface Renumbering {
  readonly statuses: ReadonlyMap<number, number>;
  /** By the name of now in lower case. */
  readonly headers: ReadonlyMap<string, string>;
  /** The changes that make them so, by the status or the name of now. */
  readonly statusChanges: ReadonlyMap<number, readonly Change[]>;
  readonly headerChanges: ReadonlyMap<string, readonly Change[]>;
}

/** The status that a version is sent for the one that was meant. */
export function sentStatus(renumbering: Renumbering | undefined, meant: number): number {
  return renumbering?.statuses.get(meant) ?? meant;
}

/** The name that a header is sent under, where the version has another one for it. */
export function sentHeader(names: Renumbering["headers"] | undefined, name: string): string {
  return names?.get(name.toLowerCase()) ?? name;
}

/** The schema of one part of a request. */
export interface Input {
  readonly part: Part;
  readonly schema: object;
  /** How a body or a query is read; empty for the other parts. */
  readonly options: BodyOptions & QueryOptions;
}

/** A history as the versions of a span go through it. */
interface Turned {
  readonly history: History;
  /** One of these versions: the same steps lead from all of them to the newest. */
  readonly at: VersionPoint;
}

/** A part of a request that a history turns up, to what the handler speaks. */
export interface TurnedInput extends Turned {
  readonly part: Part;
}

/** One response that was declared by `WithResponse`. */
export interface DeclaredResponse {
  readonly status: ResponseStatus;
  readonly schema: object | undefined;
  /** The history that turns the handler's value down to this schema; undefined where no history was declared. */
  readonly turned: Turned | undefined;
  readonly description: string | undefined;
  /** The schemas of its headers. */
  readonly headers: ReadonlyMap<string, object>;
  /** Its media type; undefined where its value says it. */
  readonly type: string | undefined;
  /** Examples of its body. */
  readonly examples: ReadonlyMap<string, unknown>;
}

/** The entry that describes a status: its own, else that of its range, else the default. */
export function entryFor<Entry>(
  entries: ReadonlyMap<ResponseStatus, Entry>,
  status: number,
): Entry | undefined {
  // A status from 100 to 599 has a range.
  const range = `${Math.floor(status / 100)}XX` as ResponseStatus;
  return entries.get(status) ?? entries.get(range) ?? entries.get("default");
}
