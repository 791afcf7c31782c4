import { isObject } from "../../core/model/value";
import { isUnderstood } from "../../core/model/copies";
import type { CarriedNode, CarriedPlace, Carrier } from "./carried";
import type { Change } from "./change";
import type { AnyContext, ContextValues } from "./context";
import type { BodyOptions, Issue, OutputReader, Schema } from "./schema";

/**
 * In place of a schema, `Nothing` means that a version has no body:
 * `Versioned(Reason).Before(Reasons, Nothing, { Up: () => ({ why: "" }) })`.
 *
 * `Up` gets undefined for the missing body of a request. A response is sent without a body, so `Down` is not needed.
 */
export const Nothing: unique symbol = Symbol.for("versioned-controllers.nothing");

export type LinkSchema = Schema | typeof Nothing;

/**
 * Converts a value to an older or newer version, synchronously. `carried` holds the data of `Carry(value, data)`, and
 * `reader` reads the schemas of the history; by default, a reader that knows no App.
 */
export type Convert = (
  value: unknown,
  contexts?: ContextValues,
  carried?: CarriedNode,
  reader?: OutputReader,
) => unknown;

/** Returns a history that converts like the given one, and that tells a tool about the calls of its functions. */
export type WatchHistory = (history: History) => History;

/** The conversions between an older schema and the next newer schema. */
export interface ConversionStep {
  /** Converts the older schema's output to the newer schema's input. */
  readonly up: Convert | undefined;
  /** Converts JSON of the newer schema to JSON of the older schema. */
  readonly down: Convert | undefined;
}

/** The form in which clients see the values of one version, with its conversions: `.As(schema, { Up, Down })`. */
export interface Face extends ConversionStep {
  readonly schema: Schema;
  /** True if this is the face of a list or object, made from the faces of its items or members. */
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
  /** True if newer schemas may reject the value `old` for an issue at `path`. If undefined, they may reject any. */
  readonly where: ((old: unknown, path: Issue["path"]) => boolean) | undefined;
}

/** The option `Lossy` of a conversion: values that may be different after `up` and `down`. */
export interface Loss {
  /** The reason as its author wrote it, or the reasons of all places. */
  readonly reason: string;
  /** The places that may be lost, in either schema: `["lines.*.colour"]`. If undefined, any value may be lost. */
  readonly places: readonly string[] | undefined;
}

/** One schema of a history, with the conversions between it and the next newer schema. */
export interface Link extends ConversionStep {
  readonly schema: LinkSchema;
  /** The change that replaced this schema by the next newer schema; undefined for the newest schema. */
  readonly change: Change | undefined;
  /** Other changes of the same version that, together with `change`, replaced this schema; usually none. */
  readonly beside: readonly Change[];
  /** The changes, for messages: `"Cats have colours" (version 2)`. */
  readonly name: string;
  readonly loss: Loss | undefined;
  readonly stricter: Stricter | undefined;
  /** The values with another path in the next newer schema, such as renamed members. The list may be incomplete. */
  readonly places: readonly MovedPlace[];
  /** Overrides the options of `WithBody` for the versions that have this schema. */
  readonly body: BodyOptions;
  /** The media type of responses. If undefined, that of the next newer schema applies; if none is set, the route's. */
  readonly type: string | undefined;
  readonly needs: readonly AnyContext[];
  readonly carriers: readonly Carrier[];
  /** True for the schema of a list or object, if its conversions were made from those of its items or members. */
  readonly isLifted: boolean;
  readonly face: Face | undefined;
}

/** The changes that replaced a schema by the next newer schema; empty for the newest schema. */
export function changesOf({ change, beside }: Link): readonly Change[] {
  return change ? [change, ...beside] : [];
}

/** A schema and the older schemas of the same value. */
export interface History {
  /** The schemas, newest first; never empty. */
  readonly links: readonly Link[];
  /** The histories of the parts, if this is the history of a whole, such as a list of cats; otherwise empty. */
  readonly within: readonly WrappedHistory[];
  readonly carried: readonly CarriedPlace[];
  /** Finds parts that convert what the path of another part leads through. Only `Together` makes such histories. */
  readonly crossedIn?: ((reader: Pick<OutputReader, "jsonOf">) => readonly CrossedMember[]) | undefined;
}

/** A member that a path of one part leads through, and that a link of another part changes; or a place of two parts. */
export interface CrossedMember {
  readonly member: string;
  readonly why: string;
}

/** A history, and the histories of its parts, at any depth: that of a list of cats, and that of a cat. */
export function withParts(history: History): readonly History[] {
  return [history, ...history.within.flatMap((part) => withParts(part.history))];
}

/** The keys that lead to a value inside of another. `Each` means all items of a list, or all values of a record. */
export type Path = readonly (string | symbol)[];

/** The history of a part, such as a cat in a list of cats, and the paths of the part in the whole. */
interface WrappedHistory {
  readonly history: History;
  readonly paths: readonly Path[];
  /** One link of the part for each link of the whole (a list of cats), in the same order. */
  readonly links: readonly Link[];
}

/** The key of the member that holds a schema's history: the same symbol in all copies of the package. */
export const historyKey: unique symbol = Symbol.for("versioned-controllers.history");

/** The history that `Versioned(schema)` made; undefined for any other schema. */
export function historyOf(schema: unknown): History | undefined {
  if (!isObject(schema) || !(historyKey in schema) || !isUnderstood(schema)) return undefined;
  return schema[historyKey] as History;
}

/** A use of a history: `takes` is true if a request has the value, `gives` if a response has it. */
export interface HistoryUse {
  readonly history: History;
  /** The route that uses the history, for messages: `GET /cats`. */
  readonly where: string;
  readonly takes: boolean;
  /** True if the value arrives as text: in the query, headers, cookies or path. */
  readonly isText: boolean;
  readonly gives: boolean;
}

/** The changes of a request so far. Undefined where no observer, such as `OnAnswered`, needs them. */
export interface TouchedChanges {
  /** The changes that have affected the request. */
  readonly affecting: Change[];
  /** The changes of all links that ran, even of those that changed nothing; undefined if no recorder needs them. */
  readonly ran: Change[] | undefined;
}

/** Adds to `touched` the changes that have affected a request, each only once. */
export function touch(touched: TouchedChanges | undefined, changes: readonly Change[] | undefined): void {
  if (touched && changes) addEach(touched.affecting, changes);
}

/** Adds the changes of a link that runs now, each only once. */
export function noteRun({ ran }: TouchedChanges, changes: readonly Change[]): void {
  if (ran) addEach(ran, changes);
}

function addEach(list: Change[], changes: readonly Change[]): void {
  for (const change of changes) if (!list.includes(change)) list.push(change);
}

export function areTouched(touched: readonly Change[], changes: readonly Change[]): boolean {
  // Hot path: a loop is faster than `every`, which calls a function.
  for (const change of changes) if (!touched.includes(change)) return false;
  return true;
}

/** `touched` collects the changes that affect a request; `sent` is the value that the client sent. */
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

/** The loss of links of members, such as `Added`, for which the author need not give a reason. */
export const lossOfMembers: Loss = {
  reason: "a link of members names what it adds and drops",
  places: undefined,
};

/** The reason that the author of a link wrote in `Lossy`, or the reasons of all places. */
export function writtenLossOf({ loss }: Link): string | undefined {
  return loss === lossOfMembers ? undefined : loss?.reason;
}
