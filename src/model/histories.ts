import { isObject } from "./value";
import { isUnderstood } from "./copies";
import type { CarriedNode, CarriedPlace, Carrier } from "./carried";
import type { Change } from "./change";
import type { AnyContext, ContextValues } from "./context";
import type { BodyOptions, Issue, Schema } from "./schema";

/**
 * The schema of versions that have no value: `Versioned(Reason).Before(Reasons, Nothing, { Up: () => ({ why: "" }) })`.
 *
 * In requests of these versions the App reads no body, and Up gets undefined; responses have no body, and need no Down.
 * `Nothing` is a symbol, so that no one can use it as an ordinary schema.
 */
export const Nothing: unique symbol = Symbol.for("versioned-controllers.nothing");

/** The schema of one version in a history; `Nothing` for a version without a value. */
export type LinkSchema = Schema | typeof Nothing;

/** A function that converts a value up or down, synchronously, with the contexts and carried values that it needs. */
export type Convert = (value: unknown, contexts?: ContextValues, carried?: CarriedNode) => unknown;

/** The conversions between the form of an older version and the next newer form. */
export interface ConversionStep {
  /** Converts the older schema's output to the newer schema's input. */
  readonly up: Convert | undefined;
  /** Converts the newer schema's JSON to the older schema's JSON. */
  readonly down: Convert | undefined;
}

/** The schema of `.As(schema, { Up, Down })`, which clients of a version see instead of the whole schema. */
export interface Face extends ConversionStep {
  readonly schema: Schema;
  /** True if `Within` or `Together` combined the schema from the `.As(...)` of parts. */
  readonly isLifted: boolean;
  readonly carriers: readonly Carrier[];
}

/** The paths of one value in a newer and an older schema, such as `["birthday"]` and `["born"]`. */
export interface MovedPlace {
  readonly now: Path;
  readonly old: Path;
}

/** The option `Stricter` of a conversion: newer schemas may reject values that older schemas accepted. */
export interface Stricter {
  readonly reason: string;
  /** Tests if the value at a path may be rejected; undefined if all values may. */
  readonly where: ((old: unknown, path: Issue["path"]) => boolean) | undefined;
}

/** One schema of a history, with the conversions between it and the next newer schema. */
export interface Link extends ConversionStep {
  readonly schema: LinkSchema;
  /** The change that replaced this schema by the next newer schema; undefined for the newest schema. */
  readonly change: Change | undefined;
  /** More changes of the same version as `change`; usually none. */
  readonly beside: readonly Change[];
  /** The changes in words, for messages: `"Cats have colours" (version 2)`. */
  readonly name: string;
  /** The option `Lossy`: the reason why `down(up(x))` may differ from x. */
  readonly lossy: string | undefined;
  readonly stricter: Stricter | undefined;
  /** The values whose paths differ in the next newer schema, as far as known, such as renamed members. */
  readonly places: readonly MovedPlace[];
  /** The options for reading a request body of these versions. The route's options apply for all others. */
  readonly body: BodyOptions;
  /** The media type of responses; if undefined, that of the next newer link with a media type, finally the route's. */
  readonly type: string | undefined;
  readonly needs: readonly AnyContext[];
  readonly carriers: readonly Carrier[];
  /** True if `Within` or `Together` made the conversions from those of parts. */
  readonly isLifted: boolean;
  readonly face: Face | undefined;
}

/** The changes that replaced a schema by the next newer schema; none for the newest schema. */
export function changesOf({ change, beside }: Link): readonly Change[] {
  return change ? [change, ...beside] : [];
}

/** A schema and its older forms. */
export interface History {
  /** The schemas, newest first; never empty. */
  readonly links: readonly Link[];
  /** The histories that `Within` or `Together` combined into this history; otherwise empty. */
  readonly within: readonly WrappedHistory[];
  readonly carried: readonly CarriedPlace[];
}

/** The keys that lead to a value inside of another. `Each` means all items of a list, or all values of a record. */
export type Path = readonly (string | symbol)[];

/** A history within a whole, such as that of the cats in a list of cats, and the paths to its values. */
interface WrappedHistory {
  readonly history: History;
  readonly paths: readonly Path[];
  /** For each schema of the whole, such as a list of cats, the link of the part, such as the cat. */
  readonly links: readonly Link[];
}

/** The member with the history of a schema. All copies of the package share the registered symbol. */
export const historyKey: unique symbol = Symbol.for("versioned-controllers.history");

/** The history that `Versioned(schema)` made; undefined for any other schema. */
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

/** Adds the changes of a link or an option that has affected a request to `touched`. */
export function touch(touched: TouchedChanges | undefined, changes: readonly Change[] | undefined): void {
  if (!touched || !changes) return;
  for (const change of changes) if (!touched.includes(change)) touched.push(change);
}

/** True if all of these changes are in `touched`, so that observing the conversion is unnecessary. */
export function areTouched(touched: readonly Change[], changes: readonly Change[]): boolean {
  // Hot path: a loop needs no callback, and there is usually only one change.
  for (const change of changes) if (!touched.includes(change)) return false;
  return true;
}

/** Collects the changes that affect a request. `sent` is the value that the client sent. */
interface UpWatch {
  readonly touched: TouchedChanges;
  readonly sent: unknown;
}

/** Converts a value of a request to the newest form. `watch` collects the changes that affect the request. */
export type ConvertUp = (value: unknown, contexts?: ContextValues, watch?: UpWatch) => Promise<unknown>;

/** Converts a value of a response to a version's form. `touched` collects the changes that affect the response. */
export type ConvertDown = (
  copy: unknown,
  contexts?: ContextValues,
  carried?: CarriedNode,
  touched?: TouchedChanges,
) => unknown;

/** The `Lossy` of links that methods such as `Added` make, for which the author writes no reason. */
export const lossOfMembers = "a link of members names what it adds and drops";

/** The reason that the author of a change wrote in `Lossy`; undefined if there is none. */
export function writtenLossOf({ lossy }: Link): string | undefined {
  return lossy === lossOfMembers ? undefined : lossy;
}
