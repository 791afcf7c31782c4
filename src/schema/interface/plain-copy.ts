import { isBoxedPrimitive } from "./runtime";
import { takeRejectionsWithin, takingRejections } from "../../core/model/value";

/** A replacer function of `JSON.stringify`, such as Express's setting "json replacer". */
type ReplacerFunction = ((this: unknown, key: string, value: unknown) => unknown) | undefined;

/** Copies a value as its client reads it: a Date becomes a text, and an undefined member is missing. */
export function jsonCopy(value: unknown, replacer?: ReplacerFunction): unknown {
  const text = takingRejections(value, () => JSON.stringify(value, replacer) as string | undefined);
  return text === undefined ? undefined : (JSON.parse(text) as unknown);
}

/**
 * Makes the same copy as {@link jsonCopy} in a tenth of the time. Each `toJSON` and each getter is called only once. The
 * copy of a promise is `{}`, and its rejection is taken.
 *
 * @throws TypeError for a bigint or a circular value, as `JSON.stringify` does, and errors of a `toJSON` or a getter.
 */
export function plainCopy(value: unknown): unknown {
  return copiedBy(exactly, value);
}

/** Copies like {@link plainCopy}, but may keep symbol keys: removing them would take as long as the copy itself. */
export function draftCopy(value: unknown): unknown {
  return copiedBy(withSymbols, value);
}

/**
 * Copies lists, plain objects and Dates, and shares all other objects. `structuredClone` is not used: in test runners
 * such as Jest, its Dates are not `instanceof Date`.
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

/** True for an object that JSON writes as one value: `new String("a")`, `new Number(1)`, `JSON.rawJSON("1")`. */
export function isWrittenWhole(value: object): boolean {
  return isBoxedPrimitive(value) || isRawJSON?.(value) === true;
}

/** Sets a member, even `__proto__`, without setting the prototype. */
export function setMember(copy: Record<string, unknown>, key: string, value: unknown): void {
  if (key !== "__proto__") copy[key] = value;
  else Object.defineProperty(copy, key, { value, configurable: true, enumerable: true, writable: true });
}

/** Copies own members by `...`, which is several times faster than a loop. */
type Spread = (value: object) => CopiedMembers;

const withSymbols: Spread = (value) => ({ ...value });

const exactly: Spread = (value) => {
  const copy = { ...value } as CopiedMembers;
  for (const key of Object.getOwnPropertySymbols(copy)) Reflect.deleteProperty(copy, key);
  return copy;
};

/** If Object.prototype has new members, which `noMembers` inherits, the faster copy's `for ... in` would copy them. */
function copiedBy(spread: Spread, value: unknown): unknown {
  for (const _name in noMembers) return jsonCopy(value);
  return copyOf(value, "", 0, spread);
}

const noMembers = {};

/** Values with more levels are copied by `JSON.stringify`, which throws a helpful error for a circular value. */
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

/** Copies the result of a `toJSON`. Like `JSON.stringify`, it calls no `toJSON` of this result. */
function copyOfResult(result: unknown, depth: number, spread: Spread): unknown {
  if (typeof result === "object") return result === null ? null : copyWithin(result, depth, spread);
  return typeof result === "bigint" ? textCopy(result) : copyOfScalar(result);
}

/** The value of a scalar in JSON: 0 for -0, null for NaN, undefined for functions and symbols. */
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

function textCopy(value: unknown): unknown {
  return jsonCopy({ toJSON: () => value });
}

function copyWithin(value: object, depth: number, spread: Spread): unknown {
  if (depth === deepestCopy) {
    takeRejectionsWithin(value);
    return textCopy(value);
  }
  if (Array.isArray(value)) return copyOfItems(value, depth + 1, spread);
  const prototype: unknown = Object.getPrototypeOf(value);
  if (prototype === Object.prototype) return copyOfMembers(value, depth + 1, spread);
  if (isWrittenWhole(value)) return textCopy(value);
  const copy = copyOfMembers(value, depth + 1, spread);
  for (const _name in copy) return copy;
  // A promise, a Map and a Set have no members, and nobody will await a promise that is not in the copy.
  takeRejectionsWithin(value);
  return copy;
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
 * Copies all members at once, which is several times faster than one by one, and then replaces those that JSON changes.
 * Setting `__proto__` is safe here, because this is an own member of the copy.
 */
function copyOfMembers(value: object, depth: number, spread: Spread): CopiedMembers {
  const copy = spread(value);
  let isWhole = true;
  for (const name in copy) {
    const member = copy[name];
    // Hot path: most members have these types, and a function call for each member would take half of the time.
    if (typeof member === "string" || typeof member === "boolean" || member === null) continue;
    if (typeof member === "number" && member !== 0 && Number.isFinite(member)) continue;
    const copied = copyOf(member, name, depth, spread);
    if (copied === undefined) isWhole = false;
    // JSON changes -0 to 0, which `===` would not notice.
    if (!Object.is(copied, member)) copy[name] = copied;
  }
  return isWhole ? copy : writtenMembers(copy);
}

function writtenMembers(members: CopiedMembers): CopiedMembers {
  const written: CopiedMembers = {};
  for (const name of Object.keys(members)) {
    if (members[name] !== undefined) setMember(written, name, members[name]);
  }
  return written;
}

/** TypeScript's types lack `JSON.isRawJSON`, which exists since Node 22. */
const { isRawJSON } = JSON as { readonly isRawJSON?: (value: unknown) => boolean };
