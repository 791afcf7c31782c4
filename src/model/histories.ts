import { isObject } from "./value";
import { isUnderstood } from "./copies";
import type { CarriedNode, CarriedPlace, Carrier } from "./carried";
import type { Change } from "./change";
import type { AnyContext, ContextValues } from "./context";
import type { BodyOptions, Issue, Schema } from "./schema";

/**
 * Replaces the schema of versions that have no value: `Versioned(Reason).Before(Reasons, Nothing, { Up: () => ({ why:
 * "" }) })`.
 *
 * In requests of these versions no body is read, and Up gets undefined; in their responses no body is sent, and no Down
 * is needed. `Nothing` is a symbol, so that it cannot be used as a schema elsewhere.
 */
export const Nothing: unique symbol = Symbol.for("versioned-controllers.nothing");

/** The schema of a link, or `Nothing`. */
export type LinkSchema = Schema | typeof Nothing;

/** One direction of a conversion: a synchronous, pure function of the value, its contexts and the carried value. */
export type Convert = (value: unknown, contexts?: ContextValues, carried?: CarriedNode) => unknown;

/** The two directions between the form of an older version's clients and that of newer ones. */
export interface ConversionStep {
  /** Requests: from the older schema's output to the newer one's input. */
  readonly up: Convert | undefined;
  /** Responses: from the newer schema's JSON to the older one's. */
  readonly down: Convert | undefined;
}

/** The schema of a link as its clients see it, if it differs from the link's own schema. */
export interface Face extends ConversionStep {
  readonly schema: Schema;
  /** True if `Within` or `Together` composed it from the faces of parts. */
  readonly isLifted: boolean;
  /** The carriers whose carried values the face's Down gets. */
  readonly carriers: readonly Carrier[];
}

/** A place in the newer schema, and the place in the older schema that has the same value. */
export interface MovedPlace {
  readonly now: Path;
  readonly old: Path;
}

/** The option `Stricter` of a link: it allows the newer schema to reject values of the link. */
export interface Stricter {
  readonly reason: string;
  /** Returns false if an older value must not be rejected at an issue's path; undefined if every value may be. */
  readonly where: ((old: unknown, path: Issue["path"]) => boolean) | undefined;
}

/** One schema of a history; its step converts to and from the newer link, which precedes it in the list. */
export interface Link extends ConversionStep {
  readonly schema: LinkSchema;
  /** The change that replaced this link by the newer one; undefined for the newest link. */
  readonly change: Change | undefined;
  /** Further changes of the same version that replaced this link; usually none. */
  readonly beside: readonly Change[];
  /** The changes in words, for messages. */
  readonly name: string;
  /** Why `down(up(x))` is intentionally not x. */
  readonly lossy: string | undefined;
  /** Why the newer schema intentionally rejects values of this one: the client gets the reason. */
  readonly stricter: Stricter | undefined;
  /** The places that have another path in the newer link, as far as they are known. */
  readonly places: readonly MovedPlace[];
  /** How a body of this link is read; unset: as the route declares. */
  readonly body: BodyOptions;
  /** The media type for the link's clients; undefined: that of the nearest newer link, otherwise the route's. */
  readonly type: string | undefined;
  /** The contexts that the link's functions need. */
  readonly needs: readonly AnyContext[];
  /** The carriers whose carried values the step's Down gets; usually an empty list. */
  readonly carriers: readonly Carrier[];
  /** True if `Within` or `Together` made the link's step from the step of a part. */
  readonly isLifted: boolean;
  readonly face: Face | undefined;
}

/** The changes that replaced a link by the newer one; empty for the newest link. */
export function changesOf({ change, beside }: Link): readonly Change[] {
  return change ? [change, ...beside] : [];
}

/** A schema, and its earlier forms before each change. */
export interface History {
  /** The links, newest first; never empty. */
  readonly links: readonly Link[];
  /** The histories within the value, from which `Within` or `Together` composed the first links; else empty. */
  readonly within: readonly WrappedHistory[];
  /** The places within the value with carried values for older versions, outermost first; usually none. */
  readonly carried: readonly CarriedPlace[];
}

/** A path from a schema to a schema within it: keys, and `Each` for a list's items and a record's values. */
export type Path = readonly (string | symbol)[];

/** A history within the links of a whole, and the paths to its values. */
interface WrappedHistory {
  readonly history: History;
  readonly paths: readonly Path[];
  /** For each link of the whole, the link of this history that it contains. */
  readonly links: readonly Link[];
}

/** The member of a schema with its history: a registered symbol, shared by copies of this package. */
export const historyKey: unique symbol = Symbol.for("versioned-controllers.history");

/** The history of a schema; undefined for a plain schema. */
export function historyOf(schema: unknown): History | undefined {
  if (!isObject(schema) || !(historyKey in schema) || !isUnderstood(schema)) return undefined;
  return schema[historyKey] as History;
}

/** A history, and the direction in which an App uses it. */
export interface HistoryUse {
  readonly history: History;
  /** The route that uses the history, for messages: `GET /cats`. */
  readonly where: string;
  /** True if requests use the history. */
  readonly takes: boolean;
  /** True if requests send the value as text: in the query, headers, cookies or the path. */
  readonly isText: boolean;
  /** True if responses use the history. */
  readonly gives: boolean;
}

/** The changes that have affected a request so far, each once; conversions add to the list if an observer needs it. */
export type TouchedChanges = Change[];

/** Adds the changes of a step or an option that affected a request. */
export function touch(touched: TouchedChanges | undefined, changes: readonly Change[] | undefined): void {
  if (!touched || !changes) return;
  for (const change of changes) if (!touched.includes(change)) touched.push(change);
}

/** True if the list has all of these changes already, so that the conversion need not be watched. */
export function areTouched(touched: readonly Change[], changes: readonly Change[]): boolean {
  // Hot path: usually one change.
  for (const change of changes) if (!touched.includes(change)) return false;
  return true;
}

/** The list to which a conversion adds changes, and the request's value as sent. */
interface UpWatch {
  readonly touched: TouchedChanges;
  readonly sent: unknown;
}

/** Converts a request up; with `watch` it adds the changes that affected the request. */
export type ConvertUp = (value: unknown, contexts?: ContextValues, watch?: UpWatch) => Promise<unknown>;

/** Converts a response down; with `touched` it adds the changes that affected the response. */
export type ConvertDown = (
  copy: unknown,
  contexts?: ContextValues,
  carried?: CarriedNode,
  touched?: TouchedChanges,
) => unknown;

/** The `Lossy` of a link of members, which its author did not write. */
export const lossOfMembers = "a link of members names what it adds and drops";

/** The `Lossy` that the author of a link wrote; undefined for a link of members. */
export function writtenLossOf({ lossy }: Link): string | undefined {
  return lossy === lossOfMembers ? undefined : lossy;
}
