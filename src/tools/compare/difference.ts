import type { FindingKind } from "./finding-kinds";

/** The cause of several differences: a component, a header, or the error responses that operations share. */
export interface DifferenceCause {
  /** The name of the cause: `Cat` for a component, `header api-version` for a header, or `errors`. */
  readonly name: string;
  readonly text: string;
  /** The place inside the component or header: `/name`; empty if the difference concerns all of it. */
  readonly subject: string;
  readonly wholeText?: string | undefined;
  /** The cause without the names of alternatives; undefined if no alternative contains the place. */
  readonly general?: Pick<DifferenceCause, "text" | "subject"> | undefined;
}

/** One step of a path: a property, `"[]"` for items, or the label of a union's alternative. */
export type PathStep = string | { readonly alternative: string };

/** The old and the new list, if a difference is in `enum` or `required`. */
export interface DifferenceLists {
  readonly keyword: "enum" | "required";
  readonly old: readonly unknown[];
  readonly new: readonly unknown[];
}

export interface Difference extends DifferenceVerdict {
  readonly operation: string;
  /** The part of the operation, such as `response 200`; empty if the difference concerns the whole operation. */
  readonly part: string;
  readonly place: string;
  readonly extent: "added" | "removed" | "changed";
}

/** The value of a difference's keyword, or, without a keyword, its text. */
export interface StepApart {
  readonly step: string;
  /** True if the path, and the cause's subject, end with the step, because another difference has the same path. */
  readonly isWritten: boolean;
}

/** A difference in one part of an operation, such as `response 200`. */
export interface PartDifference extends DifferenceVerdict {
  readonly part: string;
}

/** A difference, without the operation and the part that contain it. */
export interface DifferenceVerdict {
  readonly kind: FindingKind;
  /** The path inside the part, such as `["owner", "name"]`; undefined if the difference concerns the whole part. */
  readonly path?: readonly PathStep[];
  /** The difference in words: `property "name" was removed`. */
  readonly text: string;
  /** The text with every value, as earlier releases wrote it, if `text` lists only some of many. */
  readonly wholeText?: string | undefined;
  /** The place without the names of alternatives, as earlier releases wrote it; undefined if it is the same. */
  readonly general?: { readonly path: readonly PathStep[]; readonly text: string } | undefined;
  /** The keyword that is the last step of the path, and of the cause's subject; undefined if the path has none. */
  readonly keyword?: string | undefined;
  /** The step that sets the difference apart from others of its kind at the same place. */
  readonly apart?: StepApart;
  readonly isBreaking: boolean;
  /** The cause, such as a shared component; undefined if no other difference can have the same cause. */
  readonly cause?: DifferenceCause | undefined;
  readonly lists?: DifferenceLists | undefined;
}

/**
 * The effect of a change on the values that a schema allows: fewer values (`narrows`), more (`widens`), other values
 * (`breaks`), or the same (`harmless`). A request's schema must not narrow, and a response's schema must not widen.
 */
export type Effect = "narrows" | "widens" | "breaks" | "harmless";

/** The direction in which a value is sent: clients send requests, and the API sends responses. */
export type Direction = "request" | "response";

/** Creates a difference that may break a client that worked before. */
export function breaking(kind: FindingKind, text: string): DifferenceVerdict {
  return { kind, text, isBreaking: true };
}

/** Creates a difference after which a client that worked before still works. */
export function harmless(kind: FindingKind, text: string): DifferenceVerdict {
  return { kind, text, isBreaking: false };
}

/** Adds to each difference the name of the part in which it is, such as `response 200`. */
export function inPart(part: string, verdicts: readonly DifferenceVerdict[]): readonly PartDifference[] {
  return verdicts.map((one) => ({ ...one, part }));
}

export function differenceAt(
  operation: string,
  one: PartDifference,
  extent: Difference["extent"] = "changed",
): Difference {
  return { ...one, operation, place: one.part === "" ? operation : `${operation}, ${one.part}`, extent };
}

/** Sets a cause that several operations share, such as a header, unless the difference already has a cause. */
export function withCause(name: string, one: DifferenceVerdict): DifferenceVerdict {
  return { ...one, cause: one.cause ?? { name, text: one.text, subject: pointerTo(one.path ?? []) } };
}

/** One thing in the old document, and the same thing in the new document. */
export interface Pair<Value> {
  readonly was: Value;
  readonly is: Value;
}

export function both<Value, Found>({ was, is }: Pair<Value>, find: (value: Value) => Found): Pair<Found> {
  return { was: find(was), is: find(is) };
}

interface KeyPair<Key, Value> extends Pair<Value | undefined> {
  readonly key: Key;
}

/** Pairs the values of two maps by key, in the order of the first map. Keys that only the second map has come last. */
export function pairsByKey<Key, Value>({
  was,
  is,
}: Pair<ReadonlyMap<Key, Value>>): readonly KeyPair<Key, Value>[] {
  const keys = new Set([...was.keys(), ...is.keys()]);
  return [...keys].map((key) => ({ key, was: was.get(key), is: is.get(key) }));
}

export function isBreaking(effect: Effect, direction: Direction): boolean {
  return effect === "breaks" || effect === (direction === "request" ? "narrows" : "widens");
}

/** Writes the place of a difference, which is the `subject` of a finding: `response 200 /owner/name`. */
export function subjectOf({ part, path = [] }: Pick<PartDifference, "part" | "path">): string {
  return [...(part === "" ? [] : [part]), ...(path.length === 0 ? [] : [pointerTo(path)])].join(" ");
}

/** Writes a difference with its part: `response 200: property "name" was removed`. */
export function partText({ part, text }: Pick<PartDifference, "part" | "text">): string {
  return part === "" ? text : `${part}: ${text}`;
}

/** Writes a path as a JSON Pointer (RFC 6901, 3): `/owner/name`. */
export function pointerTo(path: readonly PathStep[]): string {
  return path.map((step) => `/${stepName(step).replaceAll("~", "~0").replaceAll("/", "~1")}`).join("");
}

export function stepName(step: PathStep): string {
  return typeof step === "string" ? step : step.alternative;
}

/** Joins alternatives: `"a", "b" or null`. */
export function either(words: readonly string[]): string {
  const [last, ...others] = [...new Set(words)].reverse();
  if (last === undefined) return "nothing";
  return others.length === 0 ? last : `${others.reverse().join(", ")} or ${last}`;
}
