import type { FindingKind } from "./finding-kinds";

/** A cause that differences share: a component, a header, or the errors. */
export interface DifferenceCause {
  /** For example the component `Cat`, the header `header api-version`, or `errors`. */
  readonly name: string;
  readonly text: string;
  /** The place within the cause: `/name`; empty for the cause itself. */
  readonly subject: string;
}

/** Both lists of a difference in an `enum` or in `required`. */
export interface DifferenceLists {
  readonly keyword: "enum" | "required";
  readonly old: readonly unknown[];
  readonly new: readonly unknown[];
}

/** A difference between two documents, with its place. */
export interface Difference extends DifferenceVerdict {
  readonly operation: string;
  /** The part of the operation: `response 200`; empty for the operation itself. */
  readonly part: string;
  readonly place: string;
  readonly extent: "added" | "removed" | "changed";
}

/** A difference in one part of an operation. */
export interface PartDifference extends DifferenceVerdict {
  readonly part: string;
}

/** A difference without its place. */
export interface DifferenceVerdict {
  readonly kind: FindingKind;
  /** The path within the part, such as `["owner", "name"]`; undefined for the whole part. */
  readonly path?: readonly string[];
  /** The difference in words: `property "name" was removed`. */
  readonly text: string;
  readonly isBreaking: boolean;
  /** The cause, if other differences may share it. */
  readonly cause?: DifferenceCause | undefined;
  readonly lists?: DifferenceLists | undefined;
}

/**
 * The effect on the values that a schema allows: fewer (`narrows`), more (`widens`), others (`breaks`), or no effect
 * (`harmless`). A request's schema must not narrow, and a response's schema must not widen.
 */
export type Effect = "narrows" | "widens" | "breaks" | "harmless";

/** The direction of a value: clients send requests, and the API sends responses. */
export type Direction = "request" | "response";

/** Makes a difference after which a client that worked before may fail. */
export function breaking(kind: FindingKind, text: string): DifferenceVerdict {
  return { kind, text, isBreaking: true };
}

/** Makes a difference that no client notices. */
export function harmless(kind: FindingKind, text: string): DifferenceVerdict {
  return { kind, text, isBreaking: false };
}

/** Adds the part of the operation to differences. */
export function inPart(part: string, verdicts: readonly DifferenceVerdict[]): readonly PartDifference[] {
  return verdicts.map((one) => ({ ...one, part }));
}

/** Adds the operation to a difference. */
export function differenceAt(
  operation: string,
  one: PartDifference,
  extent: Difference["extent"] = "changed",
): Difference {
  return { ...one, operation, place: one.part === "" ? operation : `${operation}, ${one.part}`, extent };
}

/** Sets a cause that operations share, such as a header, unless the difference already has a cause. */
export function withCause(name: string, one: DifferenceVerdict): DifferenceVerdict {
  return { ...one, cause: one.cause ?? { name, text: one.text, subject: pointerTo(one.path ?? []) } };
}

/** A value in the old and the new document. */
export interface Pair<Value> {
  readonly was: Value;
  readonly is: Value;
}

export function both<Value, Found>({ was, is }: Pair<Value>, find: (value: Value) => Found): Pair<Found> {
  return { was: find(was), is: find(is) };
}

interface KeyPair<Value> extends Pair<Value | undefined> {
  readonly key: string;
}

/** Pairs the values of two maps by key, in the order of the first map; keys of only the second map come last. */
export function pairsByKey<Value>({ was, is }: Pair<ReadonlyMap<string, Value>>): readonly KeyPair<Value>[] {
  const keys = new Set([...was.keys(), ...is.keys()]);
  return [...keys].map((key) => ({ key, was: was.get(key), is: is.get(key) }));
}

export function isBreaking(effect: Effect, direction: Direction): boolean {
  return effect === "breaks" || effect === (direction === "request" ? "narrows" : "widens");
}

/** The subject of a finding: `response 200 /owner/name`. */
export function subjectOf({ part, path = [] }: Pick<PartDifference, "part" | "path">): string {
  return [...(part === "" ? [] : [part]), ...(path.length === 0 ? [] : [pointerTo(path)])].join(" ");
}

/** The part and the text: `response 200: property "name" was removed`. */
export function partText({ part, text }: Pick<PartDifference, "part" | "text">): string {
  return part === "" ? text : `${part}: ${text}`;
}

/** The JSON pointer (RFC 6901, 3) of a path: `/owner/name`. */
export function pointerTo(path: readonly string[]): string {
  return path.map((step) => `/${step.replaceAll("~", "~0").replaceAll("/", "~1")}`).join("");
}

/** Joins alternatives: `"a", "b" or null`. */
export function either(words: readonly string[]): string {
  const [last, ...others] = [...new Set(words)].reverse();
  if (last === undefined) return "nothing";
  return others.length === 0 ? last : `${others.reverse().join(", ")} or ${last}`;
}
