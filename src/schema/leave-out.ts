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
 * Hot path: nothing is allocated where nothing is left out. What closes nothing out is not looked into.
 */
export function leaveOut(outline: Outline, value: unknown, key: string): unknown {
  if (typeof value === "object" ? value === null : !mayHaveToJSON(value)) return value;
  const { toJSON } = value as WithToJSON;
  if (typeof toJSON === "function") return leaveOutOfResult(outline, toJSON.call(value, key));
  return typeof value === "object" && value !== null ? leaveOutWithin(outline, value) : value;
}

interface WithToJSON {
  readonly toJSON?: (this: unknown, key: string) => unknown;
}

type PlainObject = Record<string, unknown>;

/** `JSON.stringify` asks those too, but no text and no number. */
function mayHaveToJSON(value: unknown): boolean {
  return typeof value === "function" || typeof value === "bigint";
}

/** `JSON.stringify` takes what `toJSON` gave as it is, even if that has a `toJSON` of its own. */
function leaveOutOfResult(outline: Outline, result: unknown): unknown {
  if (typeof result === "function") return undefined;
  if (typeof result !== "object" || result === null) return result;
  const kept = leaveOutWithin(outline, result);
  if (typeof (kept as WithToJSON).toJSON !== "function" || isWrittenWhole(kept)) return kept;
  const copy = kept !== result ? kept : Array.isArray(kept) ? itemsCopied(kept) : { ...kept };
  return Object.defineProperty(copy, "toJSON", { value: undefined, enumerable: false });
}

function leaveOutWithin({ object, list }: Outline, value: object): object {
  if (Array.isArray(value)) return list ? leaveOutOfItems(list, value) : value;
  let named = object;
  while (named?.kind === "tag") named = outlineFor(named, value as PlainObject)?.object;
  return named ? leaveOutOfMembers(named, value as PlainObject) : value;
}

function outlineFor({ name, byValue, otherwise }: TagOutline, value: PlainObject): Outline | undefined {
  const tag = Object.hasOwn(value, name) ? jsonOf(value[name]) : undefined;
  const outline = byValue.get(tag);
  return outline ?? (byValue.has(tag) ? undefined : otherwise);
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
      kept = leaveOut(fate, member, name);
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
  for (let i = 0; i < length; i++) {
    const outline = i < first.length ? first[i] : others;
    if (!outline) continue;
    const item = value[i];
    // Only a `toJSON` is told its key, and a text for each item would be most of what this costs.
    const kept = leaveOutOfItem(outline, item, i);
    if (kept === item) continue;
    copy ??= itemsCopied(value);
    copy[i] = kept;
  }
  return copy ?? value;
}

function leaveOutOfItem(outline: Outline, item: unknown, i: number): unknown {
  if (typeof item !== "object" || item === null || typeof (item as WithToJSON).toJSON === "function") {
    return leaveOut(outline, item, String(i));
  }
  return leaveOutWithin(outline, item);
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
