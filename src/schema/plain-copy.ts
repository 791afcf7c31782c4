import { isBoxedPrimitive } from "../model/runtime";

/** A replacer function of `JSON.stringify`, such as Express's setting "json replacer". */
export type ReplacerFunction = ((this: unknown, key: string, value: unknown) => unknown) | undefined;

/** Copies a value as a client reads it: a Date is text, an undefined member is missing. */
export function jsonCopy(value: unknown, replacer?: ReplacerFunction): unknown {
  const text = JSON.stringify(value, replacer) as string | undefined;
  return text === undefined ? undefined : (JSON.parse(text) as unknown);
}

/**
 * The same copy as {@link jsonCopy}, in a tenth of the time; each `toJSON` and each getter is called once.
 *
 * @throws TypeError for a bigint and a circle, as `JSON.stringify` does, and errors of a `toJSON` or a getter.
 */
export function plainCopy(value: unknown): unknown {
  return copiedBy(exactly, value);
}

/** A {@link plainCopy} for a Down that may keep symbols: V8 takes as long to look for them as to copy an object. */
export function draftCopy(value: unknown): unknown {
  return copiedBy(withSymbols, value);
}

/**
 * A copy that shares no list and no plain object with the value; instances of other classes but Date are shared. A Date
 * of structuredClone would fail `instanceof Date` in the realm of a test runner.
 */
export function valueCopy(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(valueCopy);
  if (value instanceof Date) return new Date(value);
  if (typeof value !== "object" || value === null) return value;
  const prototype = Object.getPrototypeOf(value) as object | null;
  if (prototype !== null && prototype !== Object.prototype) return value;
  const members = Object.entries(value).map(([key, member]) => [key, valueCopy(member)] as const);
  return Object.setPrototypeOf(Object.fromEntries(members), prototype);
}

/** True for boxed texts and numbers, and raw JSON: `JSON.stringify` writes each as one value. */
export function isWrittenWhole(value: object): boolean {
  return isBoxedPrimitive(value) || isRawJSON?.(value) === true;
}

/** Sets a member, even `__proto__`, whose assignment would set the prototype. */
export function setMember(copy: Record<string, unknown>, key: string, value: unknown): void {
  if (key !== "__proto__") copy[key] = value;
  else Object.defineProperty(copy, key, { value, configurable: true, enumerable: true, writable: true });
}

/** Copies own members by `...`, several times faster than member by member. */
type Spread = (value: object) => CopiedMembers;

const withSymbols: Spread = (value) => ({ ...value });

const exactly: Spread = (value) => {
  const copy = { ...value } as CopiedMembers;
  for (const key of Object.getOwnPropertySymbols(copy)) Reflect.deleteProperty(copy, key);
  return copy;
};

/** Copies a value; by JSON if Object.prototype has enumerable members, which would become members of the copies. */
function copiedBy(spread: Spread, value: unknown): unknown {
  for (const _name in noMembers) return jsonCopy(value);
  return copyOf(value, "", 0, spread);
}

const noMembers = {};

/** Deeper values are left to JSON.stringify, whose error explains a circle. */
const deepestCopy = 100;

type CopiedMembers = Record<string, unknown>;

interface WithToJSON {
  readonly toJSON?: (this: unknown, key: string) => unknown;
}

function copyOf(value: unknown, key: string | number, depth: number, spread: Spread): unknown {
  switch (typeof value) {
    case "object":
    case "bigint":
    case "function": {
      if (value === null) return null;
      const { toJSON } = value as WithToJSON;
      if (typeof toJSON === "function") return copyOfResult(toJSON.call(value, String(key)), depth, spread);
      return typeof value === "object" ? copyWithin(value, depth, spread) : textCopy(value);
    }
    default:
      return copyOfScalar(value);
  }
}

/** JSON calls no `toJSON` on the result of a `toJSON`. */
function copyOfResult(result: unknown, depth: number, spread: Spread): unknown {
  if (typeof result === "object") return result === null ? null : copyWithin(result, depth, spread);
  return typeof result === "bigint" ? textCopy(result) : copyOfScalar(result);
}

/** JSON has no -0, and null for NaN; it leaves out functions, symbols and undefined. */
function copyOfScalar(value: unknown): unknown {
  switch (typeof value) {
    case "string":
    case "boolean":
      return value;
    case "number":
      return Number.isFinite(value) ? value + 0 : null;
    default:
      return undefined;
  }
}

/** Copies a value whose `toJSON` was called already. */
function textCopy(value: unknown): unknown {
  return jsonCopy({ toJSON: () => value });
}

function copyWithin(value: object, depth: number, spread: Spread): unknown {
  if (depth === deepestCopy) return textCopy(value);
  if (Array.isArray(value)) return copyOfItems(value, depth + 1, spread);
  const prototype: unknown = Object.getPrototypeOf(value);
  if (prototype !== Object.prototype && isWrittenWhole(value)) return textCopy(value);
  return copyOfMembers(value, depth + 1, spread);
}

function copyOfItems(items: readonly unknown[], depth: number, spread: Spread): unknown {
  const copy: unknown[] = [];

  for (let i = 0; i < items.length; i++) {
    const item = items[i];
    const copied = typeof item === "string" ? item : copyOf(item, i, depth, spread);
    copy.push(copied === undefined ? null : copied);
  }
  return copy;
}

/**
 * V8 copies an object as a whole several times faster than member by member; members that JSON would change are then
 * replaced. An own `__proto__` is copied too, so that a later assignment sets the member.
 */
function copyOfMembers(value: object, depth: number, spread: Spread): CopiedMembers {
  const copy = spread(value);
  let isWhole = true;
  for (const name in copy) {
    const member = copy[name];
    // Hot path: most members have these types, and a function call for each would take half of the time.
    if (typeof member === "string" || typeof member === "boolean" || member === null) continue;
    if (typeof member === "number" && member !== 0 && Number.isFinite(member)) continue;
    const copied = copyOf(member, name, depth, spread);
    if (copied === undefined) isWhole = false;
    // `===` does not distinguish -0 from 0.
    if (!Object.is(copied, member)) copy[name] = copied;
  }
  return isWhole ? copy : writtenMembers(copy);
}

/** The members that JSON writes. */
function writtenMembers(members: CopiedMembers): CopiedMembers {
  const written: CopiedMembers = {};
  for (const name of Object.keys(members)) {
    if (members[name] !== undefined) setMember(written, name, members[name]);
  }
  return written;
}

/** `JSON.isRawJSON` exists since Node 22. */
const { isRawJSON } = JSON as { readonly isRawJSON?: (value: unknown) => boolean };
