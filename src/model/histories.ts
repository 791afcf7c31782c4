import { isObject } from "./value";
import { isUnderstood } from "./copies";
import type { CarriedNode, CarriedPlace, Carrier } from "./carried";
import type { Change } from "./change";
import type { AnyContext, ContextValues } from "./context";
import type { BodyOptions, Issue, Schema } from "./schema";

/**
 * Replaces the schema for versions that have no value:
 * `Versioned(Reason).Before(Reasons, Nothing, { Up: () => ({ why: "" }) })`.
 *
 * In requests of these versions the App reads no body, and Up gets undefined; responses have no body, and need no Down.
 * `Nothing` is a symbol, so that no one can use it as an ordinary schema.
 */
export const Nothing: unique symbol = Symbol.for("versioned-controllers.nothing");

/** The schema of a link, or `Nothing`. */
export type LinkSchema = Schema | typeof Nothing;

/** Converts a value in one direction: a synchronous function of the value, its contexts and the carried values. */
export type Convert = (value: unknown, contexts?: ContextValues, carried?: CarriedNode) => unknown;

/** The conversions between the form of an older version and the next newer form. */
export interface ConversionStep {
  /** From the older schema's output to the newer schema's input. */
  readonly up: Convert | undefined;
  /** From the newer schema's JSON to the older schema's JSON. */
  readonly down: Convert | undefined;
}

/** The schema that clients of a link see, if it differs from the link's own; see `Versioned`. */
export interface Face extends ConversionStep {
  readonly schema: Schema;
  /** True if `Within` or `Together` made the face from faces of the parts. */
  readonly isLifted: boolean;
  readonly carriers: readonly Carrier[];
}

/** The paths of one value in a newer and an older schema. */
export interface MovedPlace {
  readonly now: Path;
  readonly old: Path;
}

/** The option `Stricter` of a link, which allows the newer schema to reject values of the link. */
export interface Stricter {
  readonly reason: string;
  /** False for a path at which no value may be rejected; undefined if any path may. */
  readonly where: ((old: unknown, path: Issue["path"]) => boolean) | undefined;
}

/** One schema of a history, with the conversions between it and the next newer schema. */
export interface Link extends ConversionStep {
  readonly schema: LinkSchema;
  /** The change that replaced this link by the next newer one; undefined for the newest link. */
  readonly change: Change | undefined;
  /** Further changes of the same version; usually none. */
  readonly beside: readonly Change[];
  /** The changes of the link in words, for messages. */
  readonly name: string;
  /** The option `Lossy`: why `down(up(x))` may differ from x. */
  readonly lossy: string | undefined;
  readonly stricter: Stricter | undefined;
  /** The places whose path in the newer link differs, as far as they are known. */
  readonly places: readonly MovedPlace[];
  /** The options by which a body of this link is read. The route's options apply where the link sets none. */
  readonly body: BodyOptions;
  /** The media type for the link's clients; if undefined, that of the next newer link, finally the route's. */
  readonly type: string | undefined;
  readonly needs: readonly AnyContext[];
  readonly carriers: readonly Carrier[];
  /** True if `Within` or `Together` derived the conversions from those of a nested schema. */
  readonly isLifted: boolean;
  readonly face: Face | undefined;
}

/** The changes that replaced a link by the next newer one; none for the newest link. */
export function changesOf({ change, beside }: Link): readonly Change[] {
  return change ? [change, ...beside] : [];
}

/** A schema and its older forms. */
export interface History {
  /** Newest first; never empty. */
  readonly links: readonly Link[];
  /** The histories that `Within` or `Together` combined into this history; otherwise empty. */
  readonly within: readonly WrappedHistory[];
  readonly carried: readonly CarriedPlace[];
}

/** Keys that lead into a value, and `Each` for all list items or record values. */
export type Path = readonly (string | symbol)[];

/** A history within a whole, such as the cat in a list of cats, and the paths to its values. */
interface WrappedHistory {
  readonly history: History;
  readonly paths: readonly Path[];
  /** For each link of the whole, the link of this history within it. */
  readonly links: readonly Link[];
}

/** A schema keeps its history in this member. All copies of the package share the registered symbol. */
export const historyKey: unique symbol = Symbol.for("versioned-controllers.history");

/** The history of a schema; undefined for a plain schema. */
export function historyOf(schema: unknown): History | undefined {
  if (!isObject(schema) || !(historyKey in schema) || !isUnderstood(schema)) return undefined;
  return schema[historyKey] as History;
}

/** How an App uses a history. */
export interface HistoryUse {
  readonly history: History;
  /** The route that uses the history, for messages: `GET /cats`. */
  readonly where: string;
  readonly takes: boolean;
  /** True if the value arrives as text: in the query, headers, cookies or path. */
  readonly isText: boolean;
  readonly gives: boolean;
}

/** The changes that have affected a request so far. This list exists only if an observer needs it. */
export type TouchedChanges = Change[];

/** Adds to `touched` the changes of a link or an option that has affected a request. */
export function touch(touched: TouchedChanges | undefined, changes: readonly Change[] | undefined): void {
  if (!touched || !changes) return;
  for (const change of changes) if (!touched.includes(change)) touched.push(change);
}

/** True if `touched` has all of these changes, so that the conversion need not be watched for them. */
export function areTouched(touched: readonly Change[], changes: readonly Change[]): boolean {
  // Hot path: there is usually one change.
  for (const change of changes) if (!touched.includes(change)) return false;
  return true;
}

/** Collects the changes that affect a request. `sent` is the value as the client sent it. */
interface UpWatch {
  readonly touched: TouchedChanges;
  readonly sent: unknown;
}

/** Converts a value of a request up. `watch` collects the changes that affected the request. */
export type ConvertUp = (value: unknown, contexts?: ContextValues, watch?: UpWatch) => Promise<unknown>;

/** Converts a value of a response down. `touched` collects the changes that affected the response. */
export type ConvertDown = (
  copy: unknown,
  contexts?: ContextValues,
  carried?: CarriedNode,
  touched?: TouchedChanges,
) => unknown;

/** The `Lossy` of every link that is written as `{ added, removed }`, instead of a reason by its author. */
export const lossOfMembers = "a link of members names what it adds and drops";

/** The `Lossy` that the author of a link wrote, if any. */
export function writtenLossOf({ lossy }: Link): string | undefined {
  return lossy === lossOfMembers ? undefined : lossy;
}
