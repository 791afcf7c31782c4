import type { Issue } from "./interface/schema";
import { isObject, isPlainObject } from "../core/model/value";

/** The maximum depth of lists and objects, because the time for validation grows with the square of the depth. */
export const mostLevels = 64;

/** The sum of squared depths that a body of any size may have: zod reports its issues in a quarter of a second. */
const freeWeight = 1_500_000;

/** The allowed sum of squared depths grows by this for each byte of JSON. A flat list needs 0.5, GeoJSON about 5. */
const weightOfByte = 20;

type Hostility = { readonly issue: Issue } | { readonly excess: Excess };

/** `levels`: the value is nested too deeply. `weight`: too many values inside of it are deeply nested. */
type Excess = "levels" | "weight";

export function issueOfHostility(hostile: Hostility): Issue {
  if ("issue" in hostile) return hostile.issue;
  const message = {
    levels: `nested more than ${mostLevels} levels deep`,
    weight: "too many deeply nested values for its size",
  };
  return { path: [], message: message[hostile.excess] };
}

/** Finds nesting that slows validation, or a key `__proto__`: in a library's copy, its value would be the prototype. */
export function findHostile(value: unknown): Hostility | undefined {
  const total = { weight: 0 };
  const found = findWithin(value, 0, total);
  if (found) return found;
  if (total.weight <= freeWeight) return undefined;
  return total.weight > freeWeight + weightOfByte * jsonSizeOf(value) ? { excess: "weight" } : undefined;
}

function findWithin(value: unknown, level: number, total: { weight: number }): Hostility | undefined {
  total.weight += level * level;
  // Only parsed JSON is searched, not objects of the application's own classes.
  if (!isParsed(value)) return undefined;
  if (level === mostLevels) return { excess: "levels" };
  if (Array.isArray(value)) {
    for (let i = 0; i < value.length; i++) {
      const found = findWithin(value[i], level + 1, total);
      if (found) return hostilityAt(i, found);
    }
    return undefined;
  }
  for (const key of Object.keys(value)) {
    if (key === "__proto__") return { issue: { path: [key], message: "the key is not allowed" } };
    const found = findWithin(value[key as keyof typeof value], level + 1, total);
    if (found) return hostilityAt(key, found);
  }
  return undefined;
}

function hostilityAt(step: string | number, found: Hostility): Hostility {
  if ("excess" in found) return found;
  const { path, message } = found.issue;
  return { issue: { path: [step, ...path], message } };
}

function isParsed(value: unknown): value is object {
  return isObject(value) && (isPlainObject(value) || Array.isArray(value));
}

/** Estimates the size of a value's JSON in bytes: often too low, at most 1 too high for each list, object or number. */
function jsonSizeOf(value: unknown): number {
  if (typeof value === "string") return value.length + 2;
  if (typeof value === "number") return digitsOf(value);
  if (!isParsed(value)) return 1;
  let size = 2;
  if (Array.isArray(value)) {
    for (const item of value) size += 1 + jsonSizeOf(item);
    return size;
  }
  for (const key of Object.keys(value)) size += key.length + 4 + jsonSizeOf(value[key as keyof typeof value]);
  return size;
}

/** Counts digits by comparison, because writing the number as text would be slower. At most four are counted. */
function digitsOf(value: number): number {
  if (!Number.isInteger(value)) return 4;
  const size = Math.abs(value);
  if (size < 10) return 1;
  if (size < 100) return 2;
  return size < 1000 ? 3 : 4;
}
