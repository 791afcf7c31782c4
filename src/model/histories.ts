import { isObject } from "./value";
import { isUnderstood } from "./copies";
import type { CarriedNode, CarriedPlace, Carrier } from "./carried";
import type { Change } from "./change";
import type { AnyContext, ContextValues } from "./context";
import type { BodyOptions, Issue, Schema } from "./schema";

/**
 * In place of the schema of versions without a value:
 * `Versioned(Reason).Before(Reasons, Nothing, { Up: () => ({ why: "" }) })`.
 *
 * For requests of these versions no body is read, and Up gets undefined; their responses have no body, and need no
 * Down. `Nothing` is a symbol, so that it cannot be used as a schema elsewhere.
 */
export const Nothing: unique symbol = Symbol.for("versioned-controllers.nothing");

/** The schema of a link, or `Nothing`. */
export type LinkSchema = Schema | typeof Nothing;

/** Converts a value in one direction: a synchronous function of the value, its contexts and the carried values. */
export type Convert = (value: unknown, contexts?: ContextValues, carried?: CarriedNode) => unknown;

/** The conversions between an older version's form and the next newer one. */
export interface ConversionStep {
  /** For requests: from the older schema's output to the newer schema's input. */
  readonly up: Convert | undefined;
  /** For responses: from the newer schema's JSON to the older schema's. */
  readonly down: Convert | undefined;
}

/** The schema of a link for its clients, where it differs from the link's own: see `Versioned`. */
export interface Face extends ConversionStep {
  readonly schema: Schema;
  /** True if `Within` or `Together` made it from faces of the parts. */
  readonly isLifted: boolean;
  /** Where the face's Down finds carried values. */
  readonly carriers: readonly Carrier[];
}

/** The paths of one value in a newer and an older schema. */
export interface MovedPlace {
  readonly now: Path;
  readonly old: Path;
}

/** The option `Stricter` of a link, by which the newer schema may reject the link's values. */
export interface Stricter {
  readonly reason: string;
  /** False if a value must not be rejected at this path; undefined if it may be rejected anywhere. */
  readonly where: ((old: unknown, path: Issue["path"]) => boolean) | undefined;
}

/** One schema of a history, with the conversions between it and the next newer one. */
export interface Link extends ConversionStep {
  readonly schema: LinkSchema;
  /** The change after which this link is out of date; undefined for the newest. */
  readonly change: Change | undefined;
  /** Further changes of the same version; usually none. */
  readonly beside: readonly Change[];
  /** The changes in words, for messages. */
  readonly name: string;
  /** The reason why `down(up(x))` may differ from x. */
  readonly lossy: string | undefined;
  /** The reason why the newer schema may reject values of this one; clients read it. */
  readonly stricter: Stricter | undefined;
  /** The known places whose path differs in the newer link. */
  readonly places: readonly MovedPlace[];
  /** How a body is read; where nothing is set, as the route declares. */
  readonly body: BodyOptions;
  /** The media type for the link's clients; undefined: that of the next newer link, finally the route's. */
  readonly type: string | undefined;
  /** The contexts that the link's functions need. */
  readonly needs: readonly AnyContext[];
  /** Where the link's Down finds carried values; usually nowhere. */
  readonly carriers: readonly Carrier[];
  /** True if `Within` or `Together` made the conversions from those of a part. */
  readonly isLifted: boolean;
  readonly face: Face | undefined;
}

/** The changes after which a link is out of date; none for the newest. */
export function changesOf({ change, beside }: Link): readonly Change[] {
  return change ? [change, ...beside] : [];
}

/** A schema and its older forms. */
export interface History {
  /** The links, newest first; never empty. */
  readonly links: readonly Link[];
  /** The histories that `Within` or `Together` put together; otherwise empty. */
  readonly within: readonly WrappedHistory[];
  /** The places with carried values, outermost first; usually none. */
  readonly carried: readonly CarriedPlace[];
}

/** A path from a schema to a schema within it: keys, and `Each` for list items and record values. */
export type Path = readonly (string | symbol)[];

/** A history within a whole, and the paths to its values. */
interface WrappedHistory {
  readonly history: History;
  readonly paths: readonly Path[];
  /** For each link of the whole, the link of this history within it. */
  readonly links: readonly Link[];
}

/** A schema keeps its history in this member; the symbol is registered, so that all copies of this package share it. */
export const historyKey: unique symbol = Symbol.for("versioned-controllers.history");

/** The history of a schema; undefined for a plain schema. */
export function historyOf(schema: unknown): History | undefined {
  if (!isObject(schema) || !(historyKey in schema) || !isUnderstood(schema)) return undefined;
  return schema[historyKey] as History;
}

/** How an App uses a history. */
export interface HistoryUse {
  readonly history: History;
  /** The using route, for messages: `GET /cats`. */
  readonly where: string;
  /** True if requests use the history. */
  readonly takes: boolean;
  /** True if the value comes as text: in the query, headers, cookies or path. */
  readonly isText: boolean;
  /** True if responses use the history. */
  readonly gives: boolean;
}

/** The changes that have affected a request so far, each once; kept only if an observer needs them. */
export type TouchedChanges = Change[];

/** Adds the changes of a link or an option that has affected a request. */
export function touch(touched: TouchedChanges | undefined, changes: readonly Change[] | undefined): void {
  if (!touched || !changes) return;
  for (const change of changes) if (!touched.includes(change)) touched.push(change);
}

/** True if all changes are in the list, so that the conversion need not be watched. */
export function areTouched(touched: readonly Change[], changes: readonly Change[]): boolean {
  // Hot path: usually one change.
  for (const change of changes) if (!touched.includes(change)) return false;
  return true;
}

/** The list for changes that affect the request, and the value as it was sent. */
interface UpWatch {
  readonly touched: TouchedChanges;
  readonly sent: unknown;
}

/** Converts a request up; `watch` collects the changes that affected the request. */
export type ConvertUp = (value: unknown, contexts?: ContextValues, watch?: UpWatch) => Promise<unknown>;

/** Converts a response down; `touched` collects the changes that affected the response. */
export type ConvertDown = (
  copy: unknown,
  contexts?: ContextValues,
  carried?: CarriedNode,
  touched?: TouchedChanges,
) => unknown;

/** The `Lossy` of a link of members (`{ added, removed }`), which the author need not write. */
export const lossOfMembers = "a link of members names what it adds and drops";

/** The `Lossy` of a link as its author wrote it; undefined for a link of members. */
export function writtenLossOf({ lossy }: Link): string | undefined {
  return lossy === lossOfMembers ? undefined : lossy;
}
