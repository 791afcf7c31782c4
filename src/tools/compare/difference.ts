import type { FindingKind } from "./finding-kinds";

/** The shared cause of several differences that come from one decision: a component, a header, the errors. */
export interface DifferenceCause {
  /** The name of the cause: the component `Cat`, `header api-version`, `errors`. */
  readonly name: string;
  /** The difference in words that follow the name: `property "name" was removed`. */
  readonly text: string;
  /** The place within the cause: `/name`; `""` for the cause itself. */
  readonly subject: string;
}

/** The whole list of values or names in both schemas, for a difference within a list. */
export interface DifferenceLists {
  readonly keyword: "enum" | "required";
  readonly old: readonly unknown[];
  readonly new: readonly unknown[];
}

/** One difference between two documents. */
export interface Difference extends DifferenceVerdict {
  /** The name of the operation: `GET /cats`. */
  readonly operation: string;
  /** The part of the operation that differs: `response 200`; `""` for the operation itself. */
  readonly part: string;
  /** The place, made of operation and part: `GET /cats, response 200`. */
  readonly place: string;
  /** `changed` if the operation exists on both sides. */
  readonly extent: "added" | "removed" | "changed";
}

/** A difference in one part of an operation. */
export interface PartDifference extends DifferenceVerdict {
  readonly part: string;
}

/** A difference without its place. */
export interface DifferenceVerdict {
  readonly kind: FindingKind;
  /** The path within the part: `["owner", "name"]`; undefined for the part itself. */
  readonly path?: readonly string[];
  /** The difference in words: `property "name" was removed`. */
  readonly text: string;
  /** True if a client that worked before may fail now. */
  readonly isBreaking: boolean;
  /** The cause that the difference may share with others; undefined if the place itself is the cause. */
  readonly cause?: DifferenceCause | undefined;
  /** The whole lists, for a difference of lists. */
  readonly lists?: DifferenceLists | undefined;
}

/**
 * The change of the values that a schema allows: fewer (`narrows`), more (`widens`), others (`breaks`), or none that
 * matters.
 *
 * A request schema must not narrow, a response schema must not widen.
 */
export type Effect = "narrows" | "widens" | "breaks" | "harmless";

/** The message that a schema describes: the client sends a request, the server a response. */
export type Direction = "request" | "response";

/** A difference after which a client that worked before may fail. */
export function breaking(kind: FindingKind, text: string): DifferenceVerdict {
  return { kind, text, isBreaking: true };
}

/** A difference that no client notices. */
export function harmless(kind: FindingKind, text: string): DifferenceVerdict {
  return { kind, text, isBreaking: false };
}

/** The differences of one part of an operation. */
export function inPart(part: string, verdicts: readonly DifferenceVerdict[]): readonly PartDifference[] {
  return verdicts.map((one) => ({ ...one, part }));
}

/** A difference with its place in the document. */
export function differenceAt(
  operation: string,
  one: PartDifference,
  extent: Difference["extent"] = "changed",
): Difference {
  return { ...one, operation, place: one.part === "" ? operation : `${operation}, ${one.part}`, extent };
}

/** Adds a cause, such as a header that several operations share, unless the difference already has a cause. */
export function withCause(name: string, one: DifferenceVerdict): DifferenceVerdict {
  return { ...one, cause: one.cause ?? { name, text: one.text, subject: pointerTo(one.path ?? []) } };
}

/** A value on both sides of a comparison. */
export interface Pair<Value> {
  readonly was: Value;
  readonly is: Value;
}

/** The results of a function for both sides. */
export function both<Value, Found>({ was, is }: Pair<Value>, find: (value: Value) => Found): Pair<Found> {
  return { was: find(was), is: find(is) };
}

/** Two values of one key; undefined on the side that does not have the key. */
interface KeyPair<Value> extends Pair<Value | undefined> {
  readonly key: string;
}

/** The values of two maps, paired by their keys: those of the first map, then those that only the second has. */
export function pairsByKey<Value>({ was, is }: Pair<ReadonlyMap<string, Value>>): readonly KeyPair<Value>[] {
  const keys = new Set([...was.keys(), ...is.keys()]);
  return [...keys].map((key) => ({ key, was: was.get(key), is: is.get(key) }));
}

/** True if an effect makes a client fail. */
export function isBreaking(effect: Effect, direction: Direction): boolean {
  return effect === "breaks" || effect === (direction === "request" ? "narrows" : "widens");
}

/** The place within an operation: `response 200 /owner/name`. */
export function subjectOf({ part, path = [] }: Pick<PartDifference, "part" | "path">): string {
  return [...(part === "" ? [] : [part]), ...(path.length === 0 ? [] : [pointerTo(path)])].join(" ");
}

/** A difference in words, with its part of the operation: `response 200: property "name" was removed`. */
export function partText({ part, text }: Pick<PartDifference, "part" | "text">): string {
  return part === "" ? text : `${part}: ${text}`;
}

/** The JSON pointer (RFC 6901, section 3) to a path: `/owner/name`. */
export function pointerTo(path: readonly string[]): string {
  return path.map((step) => `/${step.replaceAll("~", "~0").replaceAll("/", "~1")}`).join("");
}

/** Joins words as alternatives: `"a", "b" or null`. */
export function either(words: readonly string[]): string {
  const [last, ...others] = [...new Set(words)].reverse();
  if (last === undefined) return "nothing";
  return others.length === 0 ? last : `${others.reverse().join(", ")} or ${last}`;
}
