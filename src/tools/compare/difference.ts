import type { FindingKind } from "./finding-kinds";

/** The cause that several differences share: a component, a header, or the errors. */
export interface DifferenceCause {
  /** The name: a component such as `Cat`, a header such as `header api-version`, or `errors`. */
  readonly name: string;
  /** The text that follows the name: `property "name" was removed`. */
  readonly text: string;
  /** The place within the cause, such as `/name`; `""` for the cause itself. */
  readonly subject: string;
}

/** Both lists completely, for a difference in a list. */
export interface DifferenceLists {
  readonly keyword: "enum" | "required";
  readonly old: readonly unknown[];
  readonly new: readonly unknown[];
}

/** A difference between two documents, with its place. */
export interface Difference extends DifferenceVerdict {
  /** The operation, such as `GET /cats`. */
  readonly operation: string;
  /** The part of the operation, such as `response 200`; `""` for the operation itself. */
  readonly part: string;
  /** The operation and the part: `GET /cats, response 200`. */
  readonly place: string;
  /** `changed` if both documents have the operation. */
  readonly extent: "added" | "removed" | "changed";
}

/** A difference in one part of an operation. */
export interface PartDifference extends DifferenceVerdict {
  readonly part: string;
}

/** A difference without its place. */
export interface DifferenceVerdict {
  readonly kind: FindingKind;
  /** The path within the part, such as `["owner", "name"]`; undefined for the part itself. */
  readonly path?: readonly string[];
  /** The difference in words: `property "name" was removed`. */
  readonly text: string;
  readonly isBreaking: boolean;
  /** Undefined if the difference has no cause that other differences may share. */
  readonly cause?: DifferenceCause | undefined;
  /** Both lists completely, for a difference in a list. */
  readonly lists?: DifferenceLists | undefined;
}

/**
 * The change of the values that a schema allows: fewer values (`narrows`), more values (`widens`), other values
 * (`breaks`), or no change that matters (`harmless`).
 *
 * The schema of a request must not narrow, and the schema of a response must not widen.
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

/** Adds a cause, such as a header that several operations share, unless the difference already has a cause. */
export function withCause(name: string, one: DifferenceVerdict): DifferenceVerdict {
  return { ...one, cause: one.cause ?? { name, text: one.text, subject: pointerTo(one.path ?? []) } };
}

/** A value in the old and the new document. */
export interface Pair<Value> {
  readonly was: Value;
  readonly is: Value;
}

/** Calls a function for both sides. */
export function both<Value, Found>({ was, is }: Pair<Value>, find: (value: Value) => Found): Pair<Found> {
  return { was: find(was), is: find(is) };
}

/** The two values of a key. The value is undefined on a side that does not have the key. */
interface KeyPair<Value> extends Pair<Value | undefined> {
  readonly key: string;
}

/** Pairs the values of two maps by key: first the keys of the first map, then the keys that only the second has. */
export function pairsByKey<Value>({ was, is }: Pair<ReadonlyMap<string, Value>>): readonly KeyPair<Value>[] {
  const keys = new Set([...was.keys(), ...is.keys()]);
  return [...keys].map((key) => ({ key, was: was.get(key), is: is.get(key) }));
}

/** True if an effect makes a client fail. */
export function isBreaking(effect: Effect, direction: Direction): boolean {
  return effect === "breaks" || effect === (direction === "request" ? "narrows" : "widens");
}

/** The subject of a finding, such as `response 200 /owner/name`. */
export function subjectOf({ part, path = [] }: Pick<PartDifference, "part" | "path">): string {
  return [...(part === "" ? [] : [part]), ...(path.length === 0 ? [] : [pointerTo(path)])].join(" ");
}

/** The part and the text: `response 200: property "name" was removed`. */
export function partText({ part, text }: Pick<PartDifference, "part" | "text">): string {
  return part === "" ? text : `${part}: ${text}`;
}

/** The JSON pointer (RFC 6901, 3) of a path, such as `/owner/name`. */
export function pointerTo(path: readonly string[]): string {
  return path.map((step) => `/${step.replaceAll("~", "~0").replaceAll("/", "~1")}`).join("");
}

/** Joins alternatives in words: `"a", "b" or null`. */
export function either(words: readonly string[]): string {
  const [last, ...others] = [...new Set(words)].reverse();
  if (last === undefined) return "nothing";
  return others.length === 0 ? last : `${others.reverse().join(", ")} or ${last}`;
}
