import { isBoxedPrimitive } from "node:util/types";
import {
  closed,
  type Fate,
  type ListOutline,
  type ObjectOutline,
  type Outline,
  type TagOutline,
} from "./outline";

/**
 * The value without the members that its outline closes out: itself where there are none, else a copy of what has them.
 *
 * In a copy these members are undefined, which `JSON.stringify` does not write: V8 copies an object whole several
 * times faster than member by member. `toJSON` is called as `JSON.stringify` does it, which will not call it again.
 *
 * Hot path: nothing is allocated where nothing is left out. What takes everything is not looked into.
 *
 * @throws UntakenValue where a value is of a kind that its outline does not take.
 */
export function leaveOut(outline: Outline, value: unknown, key: string): unknown {
  if (typeof value === "object" ? value === null : !mayHaveToJSON(value)) return taken(outline, value);
  const { toJSON } = value as WithToJSON;
  if (typeof toJSON !== "function") {
    return typeof value === "object" && value !== null ? leaveOutWithin(outline, value) : value;
  }
  if (outline.takesTexts && isPlainDate(value as WithToJSON)) return value;
  return leaveOutOfResult(outline, toJSON.call(value, key));
}

interface WithToJSON {
  readonly toJSON?: (this: unknown, key: string) => unknown;
  readonly toISOString?: unknown;
}

type PlainObject = Record<string, unknown>;

/** `JSON.stringify` asks those too, but no text and no number. */
function mayHaveToJSON(value: unknown): boolean {
  return typeof value === "function" || typeof value === "bigint";
}

// eslint-disable-next-line @typescript-eslint/unbound-method -- they are compared, and never called
const { toJSON: dateToJSON, toISOString: dateToISOString } = Date.prototype;

/** Whether JSON will have a text or null of it, so that nobody has to ask twice. */
function isPlainDate({ toJSON, toISOString }: WithToJSON): boolean {
  return toJSON === dateToJSON && toISOString === dateToISOString;
}

/** The same value, which JSON has no members of. */
function taken(outline: Outline, value: unknown): unknown {
  if (outline.takesTexts) return value;
  if (typeof value === "string") throw new UntakenValue("a string");
  if (typeof value === "number") throw new UntakenValue("a number");
  return value;
}

/** `JSON.stringify` takes what `toJSON` gave as it is, even if that has a `toJSON` of its own. */
function leaveOutOfResult(outline: Outline, result: unknown): unknown {
  if (typeof result === "function") return undefined;
  if (typeof result !== "object" || result === null) return taken(outline, result);
  const kept = leaveOutWithin(outline, result);
  if (typeof (kept as WithToJSON).toJSON !== "function" || isWrittenWhole(kept)) return kept;
  const copy = kept !== result ? kept : Array.isArray(kept) ? itemsCopied(kept) : { ...kept };
  return Object.defineProperty(copy, "toJSON", { value: undefined, enumerable: false });
}

function leaveOutWithin(outline: Outline, value: object): object {
  if (Array.isArray(value)) {
    if (!outline.takesLists) throw new UntakenValue("a list");
    return outline.list ? leaveOutOfItems(outline.list, value) : (value as readonly unknown[]);
  }
  if (!outline.takesObjects) throw new UntakenValue("an object");
  if (!outline.takesTexts && isWrittenWhole(value)) throw new UntakenValue("a string or a number");
  let named = outline.object;
  while (named?.kind === "tag") named = outlineFor(named, value as PlainObject)?.object;
  return named ? leaveOutOfMembers(named, value as PlainObject) : value;
}

function outlineFor({ name, byValue }: TagOutline, value: PlainObject): Outline | undefined {
  const tag = Object.hasOwn(value, name) ? jsonOf(value[name]) : undefined;
  const outline = byValue.get(tag);
  if (outline || byValue.has(tag)) return outline;
  throw new UntakenValue(`an object whose ${JSON.stringify(name)} matches no alternative`);
}

/** The text or number that a client reads of a member. */
function jsonOf(value: unknown): unknown {
  if (typeof value !== "object" || value === null) return value;
  const text = JSON.stringify(value) as string | undefined;
  return text === undefined ? undefined : JSON.parse(text);
}

function leaveOutOfMembers(outline: ObjectOutline, value: PlainObject): PlainObject {
  const { names, fates } = outline;
  let copy: PlainObject | undefined;
  let i = 0;
  for (const name in value) {
    let fate: Fate;
    // Most values have their members in the schema's order: comparing names takes a third of looking them up.
    if (i < names.length && name === names[i]) fate = fates[i++];
    else {
      const found = outline.indexes.get(name);
      fate = found === undefined ? fateOfUnnamed(outline, name) : fates[found];
      if (found !== undefined) i = found + 1;
    }
    if (fate === undefined) continue;
    let kept: unknown;
    // An inherited member that is closed out would not be written in any case: to ask costs a sixth of all this.
    if (fate !== closed) {
      const member = value[name];
      if (isLetPass(fate, member)) continue;
      try {
        kept = leaveOut(fate, member, name);
      } catch (error) {
        throw placed(error, name);
      }
      if (kept === member || !Object.hasOwn(value, name)) continue;
    }
    if (!copy) {
      if (isWrittenWhole(value)) return value;
      copy = outline.copier.copy(value);
    }
    copy[name] = kept;
  }
  return copy ?? value;
}

function fateOfUnnamed({ patterns, several, others }: ObjectOutline, name: string): Fate {
  if (patterns.length === 0) return others;
  const matching = patterns.filter(({ pattern }) => pattern.test(name));
  const [one] = matching;
  if (!one) return others;
  return matching.length > 1 ? several : one.fate;
}

function leaveOutOfItems({ first, others }: ListOutline, value: readonly unknown[]): readonly unknown[] {
  const { length } = value;
  let copy: unknown[] | undefined;
  for (let i = textsIn(value, first.length === 0 && others?.takesTexts === true); i < length; i++) {
    const outline = i < first.length ? first[i] : others;
    if (!outline) continue;
    const item = value[i];
    if (isLetPass(outline, item)) continue;
    let kept: unknown;
    try {
      // Only a `toJSON` is told its key, and a text for each item would be most of what this costs.
      kept = leaveOutOfItem(outline, item, i);
    } catch (error) {
      throw placed(error, i);
    }
    if (kept === item) continue;
    copy ??= itemsCopied(value);
    copy[i] = kept;
  }
  return copy ?? value;
}

/** The number of texts and numbers that a list begins with, where these are taken: in a loop that does nothing else. */
function textsIn(value: readonly unknown[], areTaken: boolean): number {
  let i = 0;
  while (areTaken && i < value.length && (typeof value[i] === "string" || typeof value[i] === "number")) i++;
  return i;
}

function leaveOutOfItem(outline: Outline, item: unknown, i: number): unknown {
  if (typeof item !== "object" || item === null) {
    return mayHaveToJSON(item) ? leaveOut(outline, item, String(i)) : taken(outline, item);
  }
  if (typeof (item as WithToJSON).toJSON === "function") return leaveOut(outline, item, String(i));
  return leaveOutWithin(outline, item);
}

/** Tells of most members and items, at the cost of a look at their types. */
function isLetPass({ takesTexts }: Outline, value: unknown): boolean {
  if (typeof value === "string" || typeof value === "number") return takesTexts;
  return value === null || typeof value === "boolean";
}

function placed(error: unknown, key: string | number): unknown {
  if (error instanceof UntakenValue) error.path.unshift(key);
  return error;
}

/** Thrown for a value that may not be sent, and caught where the whole value is at hand. */
export class UntakenValue extends Error {
  /** The way to it. */
  readonly path: (string | number)[] = [];

  /** @param what in words: `a list`. */
  constructor(readonly what: string) {
    super();
  }
}

/** A list of the same items, whatever its class makes of `slice`. */
function itemsCopied(value: readonly unknown[]): unknown[] {
  const items: unknown[] = [];
  // eslint-disable-next-line @typescript-eslint/prefer-for-of -- a list's own iterator may give anything
  for (let i = 0; i < value.length; i++) items.push(value[i]);
  return items;
}

/** Boxed texts and numbers, and raw JSON, are no objects for `JSON.stringify`; most objects' constructor tells at once. */
function isWrittenWhole(value: object): boolean {
  return value.constructor !== Object && (isBoxedPrimitive(value) || isRawJSON?.(value) === true);
}

/** Since Node 22. */
const { isRawJSON } = JSON as { readonly isRawJSON?: (value: unknown) => boolean };

/** The same value without the members that are undefined: plain JSON has no others, so they were left out. */
export function withoutUndefined(kept: unknown, original: unknown): unknown {
  if (kept === original || typeof kept !== "object" || kept === null) return kept;
  const before = original as PlainObject;
  if (Array.isArray(kept)) return kept.map((item, i) => withoutUndefined(item, before[i]));
  const entries = Object.entries(kept).filter(([, member]) => member !== undefined);
  return Object.fromEntries(entries.map(([name, member]) => [name, withoutUndefined(member, before[name])]));
}
