import { KindError } from "../core/model/fault";
import type { ClosedMembers } from "./interface/schema";
import { isObject, takeRejectionsWithin } from "../core/model/value";
import {
  closed,
  type OutlineRule,
  type ListOutline,
  type ObjectOutline,
  type Outline,
  type TagOutline,
} from "./outline";
import { draftCopy, isWrittenWhole, plainCopy } from "./interface/plain-copy";

/** Makes the functions that remove members which the schema does not allow, from a value or from its JSON. */
export function closedMembersBy(outline: Outline): ClosedMembers {
  const leftOut = (value: unknown): unknown => leaveOut(outline, value, "");
  // To remove members, `leaveOut` returns a copy in which they are undefined, and `plainCopy` drops them.
  const strip = (value: unknown): unknown => {
    const kept = ofValue(value, leftOut);
    return kept !== value && isObject(kept) ? plainCopy(kept) : kept;
  };
  return {
    write: (value, replacer) => {
      if (!replacer) return JSON.stringify(ofValue(value, leftOut));
      // The cast only satisfies the compiler: `JSON.stringify` accepts a function or a list as replacer.
      const text = JSON.stringify(value, replacer as () => unknown) as string | undefined;
      return text === undefined ? undefined : JSON.stringify(ofValue(JSON.parse(text), leftOut));
    },
    strip,
    copy: (value) => plainCopy(ofValue(value, leftOut)),
    draft: (value) => draftCopy(ofValue(value, leftOut)),
  };
}

function ofValue(value: unknown, keep: (value: unknown) => unknown): unknown {
  try {
    return keep(value);
  } catch (error) {
    // A circular value overflows the stack. Then `JSON.stringify` throws an error that describes the circle.
    if (error instanceof RangeError) JSON.stringify(value);
    if (!(error instanceof UntakenValue)) throw error;
    return ofCopy(value, keep);
  }
}

/** Calls `keep` with a copy like `JSON.parse(JSON.stringify(value))`, in which `new String("a")` is a string. */
function ofCopy(value: unknown, keep: (value: unknown) => unknown): unknown {
  try {
    return keep(plainCopy(value));
  } catch (error) {
    throw error instanceof UntakenValue ? new KindError(error.path, error.what) : error;
  }
}

/** Sets forbidden members of a copy to undefined, which is several times faster than copying only the others. */
function leaveOut(outline: Outline, value: unknown, key: string): unknown {
  if (typeof value === "object" ? value === null : !mayHaveToJSON(value)) return takenScalar(outline, value);
  const { toJSON } = value as JSONMethods;
  if (typeof toJSON !== "function") {
    return typeof value === "object" && value !== null ? leaveOutWithin(outline, value) : value;
  }
  if (outline.takesTexts && isPlainDate(value as JSONMethods)) return value;
  return leaveOutOfResult(outline, toJSON.call(value, key));
}

interface JSONMethods {
  readonly toJSON?: (this: unknown, key: string) => unknown;
  readonly toISOString?: unknown;
}

type ObjectMembers = Record<string, unknown>;

/** Besides objects, `JSON.stringify` calls `toJSON` of functions and bigints, but not of texts and numbers. */
function mayHaveToJSON(value: unknown): boolean {
  return typeof value === "function" || typeof value === "bigint";
}

// eslint-disable-next-line @typescript-eslint/unbound-method -- they are compared, and never called
const { toJSON: dateToJSON, toISOString: dateToISOString } = Date.prototype;

/** True if `toJSON` and `toISOString` are those of Date, so that the result is certainly a text or null. */
function isPlainDate({ toJSON, toISOString }: JSONMethods): boolean {
  return toJSON === dateToJSON && toISOString === dateToISOString;
}

function takenScalar(outline: Outline, value: unknown): unknown {
  if (outline.takesTexts) return value;
  if (typeof value === "string") throw new UntakenValue("a string");
  if (typeof value === "number") throw new UntakenValue("a number");
  return value;
}

/** `JSON.stringify` would also call a `toJSON` of the object that `toJSON` returned. So a copy without it is used. */
function leaveOutOfResult(outline: Outline, result: unknown): unknown {
  if (typeof result === "function") return undefined;
  if (typeof result !== "object" || result === null) return takenScalar(outline, result);
  const kept = leaveOutWithin(outline, result);
  if (typeof (kept as JSONMethods).toJSON !== "function" || isSingleValue(kept)) return kept;
  const copy = kept !== result ? kept : Array.isArray(kept) ? itemsCopied(kept) : { ...kept };
  return Object.defineProperty(copy, "toJSON", { value: undefined, enumerable: false });
}

function leaveOutWithin(outline: Outline, value: object): object {
  if (Array.isArray(value)) {
    if (!outline.takesLists) throw new UntakenValue("a list");
    return outline.list ? leaveOutOfItems(outline.list, value) : (value as readonly unknown[]);
  }
  if (!outline.takesObjects) throw new UntakenValue("an object");
  if (!outline.takesTexts && isSingleValue(value)) throw new UntakenValue("a string or a number");
  let named = outline.object;
  while (named?.kind === "tag") named = outlineFor(named, value as ObjectMembers)?.object;
  return named ? leaveOutOfMembers(named, value as ObjectMembers) : value;
}

function outlineFor({ name, byValue }: TagOutline, value: ObjectMembers): Outline | undefined {
  const tag = Object.hasOwn(value, name) ? clientValueOf(value[name]) : undefined;
  const outline = byValue.get(tag);
  if (outline || byValue.has(tag)) return outline;
  throw new UntakenValue(`an object whose ${JSON.stringify(name)} matches no alternative`);
}

function clientValueOf(value: unknown): unknown {
  if (typeof value !== "object" || value === null) return value;
  const text = JSON.stringify(value) as string | undefined;
  return text === undefined ? undefined : JSON.parse(text);
}

function leaveOutOfMembers(outline: ObjectOutline, value: ObjectMembers): ObjectMembers {
  const { names, rules } = outline;
  let copy: ObjectMembers | undefined;
  let i = 0;
  for (const name in value) {
    let rule: OutlineRule;
    // Hot path: most values have their members in the schema's order, and comparing names is faster than a look-up.
    if (i < names.length && name === names[i]) rule = rules[i++];
    else {
      const found = outline.indexes.get(name);
      rule = found === undefined ? ruleOfUnnamed(outline, name) : rules[found];
      if (found !== undefined) i = found + 1;
    }
    if (rule === undefined) continue;
    let kept: unknown;
    // Inherited members are not skipped here: JSON leaves them out anyway, and a test for each would slow the loop.
    if (rule !== closed) {
      const member = value[name];
      if (isAllowedScalar(rule, member)) continue;
      try {
        kept = leaveOut(rule, member, name);
      } catch (error) {
        throw errorAt(error, name);
      }
      if (kept === member || !Object.hasOwn(value, name)) continue;
    }
    if (!copy) {
      if (isSingleValue(value)) return value;
      copy = outline.copier.copy(value);
    }
    // Nobody will await a promise in a member that is left out. The copy is read, because a getter must run only once.
    if (rule === closed) takeRejectionsWithin(copy[name]);
    copy[name] = kept;
  }
  return copy ?? value;
}

function ruleOfUnnamed({ patterns, several, others }: ObjectOutline, name: string): OutlineRule {
  if (patterns.length === 0) return others;
  const matching = patterns.filter(({ pattern }) => pattern.test(name));
  const [one] = matching;
  if (!one) return others;
  return matching.length > 1 ? several : one.rule;
}

function leaveOutOfItems({ first, others }: ListOutline, value: readonly unknown[]): readonly unknown[] {
  const { length } = value;
  let copy: unknown[] | undefined;
  for (let i = scalarsAtStart(value, first.length === 0 && others?.takesTexts === true); i < length; i++) {
    const outline = i < first.length ? first[i] : others;
    if (!outline) continue;
    const item = value[i];
    if (isAllowedScalar(outline, item)) continue;
    let kept: unknown;
    try {
      // Hot path: the index is a number, because only a `toJSON` needs it as a text, and converting it takes long.
      kept = leaveOutOfItem(outline, item, i);
    } catch (error) {
      throw errorAt(error, i);
    }
    if (kept === item) continue;
    copy ??= itemsCopied(value);
    copy[i] = kept;
  }
  return copy ?? value;
}

function scalarsAtStart(value: readonly unknown[], areTaken: boolean): number {
  let i = 0;
  while (areTaken && i < value.length && (typeof value[i] === "string" || typeof value[i] === "number")) i++;
  return i;
}

function leaveOutOfItem(outline: Outline, item: unknown, i: number): unknown {
  if (typeof item !== "object" || item === null) {
    return mayHaveToJSON(item) ? leaveOut(outline, item, String(i)) : takenScalar(outline, item);
  }
  if (typeof (item as JSONMethods).toJSON === "function") return leaveOut(outline, item, String(i));
  return leaveOutWithin(outline, item);
}

function isAllowedScalar({ takesTexts }: Outline, value: unknown): boolean {
  if (typeof value === "string" || typeof value === "number") return takesTexts;
  return value === null || typeof value === "boolean";
}

function errorAt(error: unknown, key: string | number): unknown {
  if (error instanceof UntakenValue) error.path.unshift(key);
  return error;
}

class UntakenValue extends Error {
  readonly path: (string | number)[] = [];

  constructor(readonly what: string) {
    super();
  }
}

/** Copies in a loop, because the class of the list may have overridden `slice`. */
function itemsCopied(value: readonly unknown[]): unknown[] {
  const items: unknown[] = [];
  // eslint-disable-next-line @typescript-eslint/prefer-for-of -- a list's own iterator may give anything
  for (let i = 0; i < value.length; i++) items.push(value[i]);
  return items;
}

/** True for an object that JSON writes as one value, such as `new String("a")`. Most need only the fast first test. */
function isSingleValue(value: object): boolean {
  return value.constructor !== Object && isWrittenWhole(value);
}
