import { isObject } from "./value";
import { isUnderstood } from "./copies";
import type { CarriedNode, CarriedPlace, Carrier } from "./carried";
import type { Change } from "./change";
import type { AnyContext, ContextValues } from "./context";
import type { BodyOptions, Issue, Schema } from "./schema";

/**
 * The place of an older schema before which there was no value. `Versioned(Reason).Before(Reasons, Nothing, { Up: () =>
 * ({ why: "" }) })`.
 *
 * For a body: none is read, and Up gets undefined; for a response: none is sent, and no Down is needed. A symbol, so
 * that it cannot be used as a schema elsewhere.
 */
export const Nothing: unique symbol = Symbol.for("versioned-controllers.nothing");

/** The schema of a link, or nothing. */
export type LinkSchema = Schema | typeof Nothing;

/**
 * One direction of a conversion; synchronous and pure: it depends on the value, the contexts that it needs, and the
 * carried value.
 */
export type Convert = (value: unknown, contexts?: ContextValues, carried?: CarriedNode) => unknown;

/** The two directions between the form of an older version's clients and that of newer ones. */
export interface ConversionStep {
  /** Requests: from the older schema's output to the newer one's input. */
  readonly up: Convert | undefined;
  /** Responses: from the newer schema's JSON to the older one's. */
  readonly down: Convert | undefined;
}

/** The part of a link that its clients see, if that is not the whole link. */
export interface Face extends ConversionStep {
  readonly schema: Schema;
  /** True if it is composed of the parts' faces. */
  readonly isLifted: boolean;
  /** The carriers whose values its Down gets. */
  readonly carriers: readonly Carrier[];
}

/** A place of the newer schema, and where the older schema has its value. */
export interface MovedPlace {
  readonly now: Path;
  readonly old: Path;
}

/** The permission of a link for the newer schema to refuse values. */
export interface Stricter {
  readonly reason: string;
  /** False for an older value that must not be refused, at an issue's path; undefined if any may be. */
  readonly where: ((old: unknown, path: Issue["path"]) => boolean) | undefined;
}

/** One schema of a history; its step connects it with the newer link before it in the list. */
export interface Link extends ConversionStep {
  readonly schema: LinkSchema;
  /** The change before which this link was used; undefined for the newest. */
  readonly change: Change | undefined;
  /** Further changes of the same version at this link; usually none. */
  readonly beside: readonly Change[];
  /** The changes in words, for messages. */
  readonly name: string;
  /** Why `down(up(x))` is intentionally not x. */
  readonly lossy: string | undefined;
  /** Why the newer schema intentionally rejects values of this one: the client gets the reason. */
  readonly stricter: Stricter | undefined;
  /** The places that differ from those of the newer link, as far as they are known. */
  readonly places: readonly MovedPlace[];
  /** How a body of this link is read; unset: as the route declares. */
  readonly body: BodyOptions;
  /** The media type for its clients; unset: that of the newer links, and finally the route's. */
  readonly type: string | undefined;
  /** The contexts of its functions. */
  readonly needs: readonly AnyContext[];
  /** The carriers whose carried values the step's Down gets; usually an empty list. */
  readonly carriers: readonly Carrier[];
  /** True if its step belongs to a part, within a whole of `Within` or `Together`. */
  readonly isLifted: boolean;
  readonly face: Face | undefined;
}

/** The changes before which a link was used; empty for the newest. */
export function changesOf({ change, beside }: Link): readonly Change[] {
  return change ? [change, ...beside] : [];
}

/** A schema, and its earlier forms before each change. */
export interface History {
  /** The newest first, never empty. */
  readonly links: readonly Link[];
  /**
   * The histories within the value, from which `Within` or `Together` composed the first links; empty for a value
   * itself.
   */
  readonly within: readonly WrappedHistory[];
  /** The places within the value with carried values for older versions, outermost first; usually none. */
  readonly carried: readonly CarriedPlace[];
}

/** A path from a schema to a schema within it: keys, and `Each` for a list's items and a record's values. */
export type Path = readonly (string | symbol)[];

/** A history within another's links. */
interface WrappedHistory {
  readonly history: History;
  readonly paths: readonly Path[];
  /** Its link within each link of the whole. */
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
  /** The place that uses it: `GET /cats`. */
  readonly where: string;
  /** True if requests use it. */
  readonly takes: boolean;
  /** True if these requests send it as text: in the query, headers, cookies or the path. */
  readonly isText: boolean;
  /** True if responses use it. */
  readonly gives: boolean;
}

/**
 * The changes that have made a difference to a request so far, each once: conversions add to them if an observer needs
 * it.
 */
export type TouchedChanges = Change[];

/** Adds the changes of a step or an option that made a difference. */
export function touch(touched: TouchedChanges | undefined, changes: readonly Change[] | undefined): void {
  if (!touched || !changes) return;
  for (const change of changes) if (!touched.includes(change)) touched.push(change);
}

/** True if all of these changes are known to have made a difference, so that no further search is needed. */
export function areTouched(touched: readonly Change[], changes: readonly Change[]): boolean {
  // Hot path: usually one change.
  for (const change of changes) if (!touched.includes(change)) return false;
  return true;
}

/** Finds the changes that touched a request, by its value as sent. */
interface UpWatch {
  readonly touched: TouchedChanges;
  readonly sent: unknown;
}

/** Converts a request up; if watched, it adds the changes that made a difference. */
export type ConvertUp = (value: unknown, contexts?: ContextValues, watch?: UpWatch) => Promise<unknown>;

/** Converts a response down; if watched, it adds the changes that made a difference. */
export type ConvertDown = (
  copy: unknown,
  contexts?: ContextValues,
  carried?: CarriedNode,
  touched?: TouchedChanges,
) => unknown;
