import { jsonCopy } from "./json-copy";

/**
 * The same as {@link jsonCopy}, without a text in between where the value is plain JSON data already: a fifth of the time.
 *
 * Whatever JSON would write in another way (a Date, an instance of a class, NaN, a member that is undefined within a list)
 * is copied by way of its text.
 */
export function plainCopy(value: unknown): unknown {
  const copy = copyOf(value, 0);
  return copy === notPlain ? jsonCopy(value) : copy;
}

const notPlain = Symbol("not plain");

/** Deeper values are left to JSON.stringify, which tells a circle in words. */
const deepest = 100;

type Members = Record<string, unknown>;

function copyOf(value: unknown, depth: number): unknown {
  switch (typeof value) {
    case "string":
    case "boolean":
      return value;
    case "number":
      // JSON knows no -0.
      return Number.isFinite(value) ? value + 0 : notPlain;
    case "object":
      if (value === null) return null;
      return depth < deepest ? copyOfObject(value, depth + 1) : notPlain;
    default:
      return notPlain;
  }
}

function copyOfObject(value: object, depth: number): unknown {
  if (typeof (value as { readonly toJSON?: unknown }).toJSON === "function") return notPlain;
  const prototype: unknown = Object.getPrototypeOf(value);
  if (prototype === Array.prototype) return Array.isArray(value) ? copyOfItems(value, depth) : notPlain;
  return prototype === Object.prototype || prototype === null ? copyOfMembers(value, depth) : notPlain;
}

function copyOfItems(items: readonly unknown[], depth: number): unknown {
  const copy: unknown[] = [];
  for (const item of items) {
    const copied = copyOf(item, depth);
    if (copied === notPlain) return notPlain;
    copy.push(copied);
  }
  return copy;
}

/** An own `__proto__` is a member like any other: it is there before it is assigned. */
function copyOfMembers(value: object, depth: number): unknown {
  const copy: Members = { ...value };
  let hasUndefined = false;
  for (const name in copy) {
    const member = copy[name];
    // Most members are of these kinds: a call for each would be half of what this costs.
    if (typeof member === "string" || typeof member === "boolean" || member === null) continue;
    if (member === undefined) hasUndefined = true;
    else {
      const copied = copyOf(member, depth);
      if (copied === notPlain) return notPlain;
      // Not by ===, for which -0 is 0.
      if (!Object.is(copied, member)) copy[name] = copied;
    }
  }
  return hasUndefined ? withoutUndefined(copy) : copy;
}

function withoutUndefined(members: Members): Members {
  return Object.fromEntries(Object.entries(members).filter(([, member]) => member !== undefined));
}
