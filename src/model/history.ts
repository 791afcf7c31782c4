import type { CarriedNode, CarriedPlace, Carrier } from "./carried";
import type { Change } from "./change";
import type { AnyContext, ContextValues } from "./context";
import type { BodyOptions, Schema } from "./schema";

/**
 * In the place of an older schema: there was nothing. `Versioned(Reason).Before(Reasons, Nothing, { Up: () => ({ why: "" }) })`.
 *
 * Of a body: none is read, and Up is given undefined; of a response: none is sent, and it needs no Down. A symbol, so
 * that it is no schema anywhere else.
 */
export const Nothing: unique symbol = Symbol.for("versioned-controllers.nothing");

/** The schema of a link, or nothing. */
export type LinkSchema = Schema | typeof Nothing;

/**
 * One way of a conversion; synchronous, and pure: of the value, of the contexts that it needs, and of what is carried beside
 * the value.
 */
export type Convert = (value: unknown, contexts?: ContextValues, carried?: CarriedNode) => unknown;

/** The two ways between what clients of an older version send and see, and what newer ones do. */
export interface ConversionStep {
  /** Requests: from what the older schema put out to what the newer one takes. */
  readonly up: Convert | undefined;
  /** Responses: from the newer schema's JSON to the older one's. */
  readonly down: Convert | undefined;
}

/** The part of a link that its clients see, where that is not the whole of it. */
export interface Face extends ConversionStep {
  readonly schema: Schema;
  /** Whether it is made of the faces of the whole's parts. */
  readonly isLifted: boolean;
  /** Those whose values its Down is given. */
  readonly carriers: readonly Carrier[];
}

/** One schema of a history; its step leads to and from the link before it in the list, the newer one. */
export interface Link extends ConversionStep {
  readonly schema: LinkSchema;
  /** The change that this link was before; undefined at the newest. */
  readonly change: Change | undefined;
  /** The other changes of the same version that meet here; mostly none. */
  readonly beside: readonly Change[];
  /** The changes in words, for messages. */
  readonly name: string;
  /** Why `down(up(x))` is not x, where that is meant. */
  readonly lossy: string | undefined;
  /** Why the newer schema refuses what this one takes, where that is meant: the client is told of it. */
  readonly stricter: string | undefined;
  /** How a body of this link is read; unset: as the route says. */
  readonly body: BodyOptions;
  /** The media type of what its clients are sent; unset: that of the newer links, and at last the route's. */
  readonly type: string | undefined;
  /** The contexts that its functions are given. */
  readonly needs: readonly AnyContext[];
  /** Those whose values its Down is given; mostly none. */
  readonly carriers: readonly Carrier[];
  /** Whether its step is that of a part, within the whole that `Within` or `Together` has made. */
  readonly isLifted: boolean;
  readonly face: Face | undefined;
}

/** Every change that a link was before; none of the newest. */
export function changesOf({ change, beside }: Link): readonly Change[] {
  return change ? [change, ...beside] : [];
}

/** A schema, and what it was before each change. */
export interface History {
  /** The newest first, never empty. */
  readonly links: readonly Link[];
  /** The histories within the value, of which `Within` or `Together` has made the first links; none of a value itself. */
  readonly within: readonly Wrapped[];
  /** The places within the value whose values carry something for older versions, outermost first; mostly none. */
  readonly carried: readonly CarriedPlace[];
}

/** One way from a schema to a schema within it: keys, and `Each` for a list's items and a record's values. */
export type Path = readonly (string | symbol)[];

/** A history that stands within another's links. */
interface Wrapped {
  readonly history: History;
  readonly paths: readonly Path[];
  /** Its link within each link of the whole. */
  readonly links: readonly Link[];
}

/** The member of a schema that holds its history: a registered symbol, so that two copies of this package agree. */
export const historyKey: unique symbol = Symbol.for("versioned-controllers.history");

/** The history that a schema is; undefined where it is a schema alone. */
export function historyOf(schema: unknown): History | undefined {
  if (typeof schema !== "object" || schema === null || !(historyKey in schema)) return undefined;
  return schema[historyKey] as History;
}

/** A history, and which way an App sends values through it. */
export interface HistoryUse {
  readonly history: History;
  /** The place that it stands at: `GET /cats`. */
  readonly where: string;
  /** Whether requests come through it. */
  readonly takes: boolean;
  /** Whether these requests send it as text: in the query, headers, cookies or the path. */
  readonly isText: boolean;
  /** Whether responses go out through it. */
  readonly gives: boolean;
}
