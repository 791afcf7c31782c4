import type { HTTPError } from "../model/http-error";
import { refusal } from "../model/refusals";
import type { Issue } from "../model/schema";
import { isObject } from "../model/value";

/** The lists and objects that may stand in each other: a validator's cost grows with the square of it. */
const mostLevels = 64;

/**
 * The weight that a value of any size may have, so that small trees are let through: a binary tree of a thousand nodes weighs
 * 880,000, a thread of thirty comments with replies 60 levels deep 300,000. Zod takes a quarter of a second for as many misfits.
 */
const freeWeight = 1_500_000;

/** The weight that each byte of a value adds to that: flat lists have 1 for two bytes, pairs of coordinates in GeoJSON 5. */
const weightOfByte = 20;

/** Why no schema should have to see a value: a key that is not allowed, or more nesting than its size accounts for. */
type Hostility = { readonly issue: Issue } | { readonly excess: Excess };

/** Too many lists and objects in each other, or too many values deep in them. */
type Excess = "levels" | "weight";

/** What a client is told of a part of a request that is nested too deeply. */
export function issueOfExcess(excess: Excess): Issue {
  const message = {
    levels: `nested more than ${mostLevels} levels deep`,
    weight: "too many deeply nested values for its size",
  };
  return { path: [], message: message[excess] };
}

/** The same of a body: 400 `malformed_body`. */
export function bodyOfExcess(excess: Excess): HTTPError {
  return excess === "levels"
    ? refusal("nestedTooDeeply", [String(mostLevels)])
    : refusal("nestedTooOften", []);
}

/**
 * Finds a key `__proto__`, which becomes a prototype where a library copies it, or nesting that would make a validator
 * slow. Undefined where there is neither.
 *
 * The weight of a value is the square of the number of lists and objects around it, and a body's is the sum of all of its
 * values': what a validator takes for misfits grows with that.
 */
export function findHostile(value: unknown): Hostility | undefined {
  const total: Total = { weight: 0, size: 0 };
  const found = findWithin(value, 0, total);
  if (found) return found;
  return total.weight > freeWeight + weightOfByte * total.size ? { excess: "weight" } : undefined;
}

interface Total {
  weight: number;
  /** In bytes of JSON, without blanks; rather too few than too many. */
  size: number;
}

function findWithin(value: unknown, level: number, total: Total): Hostility | undefined {
  total.weight += level * level;
  // Only what a parser makes: an application's own objects are not looked into.
  if (!isParsed(value)) {
    total.size += sizeOf(value);
    return undefined;
  }
  if (level === mostLevels) return { excess: "levels" };
  return Array.isArray(value)
    ? findInList(value, level + 1, total)
    : findInObject(value as Readonly<Record<string, unknown>>, level + 1, total);
}

function findInList(list: readonly unknown[], level: number, total: Total): Hostility | undefined {
  total.size += 2 + list.length;
  for (let i = 0; i < list.length; i++) {
    const found = findWithin(list[i], level, total);
    if (found) return behind(i, found);
  }
  return undefined;
}

function findInObject(
  object: Readonly<Record<string, unknown>>,
  level: number,
  total: Total,
): Hostility | undefined {
  for (const key of Object.keys(object)) {
    if (key === "__proto__") return { issue: { path: [key], message: "the key is not allowed" } };
    total.size += key.length + 4;
    const found = findWithin(object[key], level, total);
    if (found) return behind(key, found);
  }
  return undefined;
}

function behind(step: string | number, found: Hostility): Hostility {
  if ("excess" in found) return found;
  const { path, message } = found.issue;
  return { issue: { path: [step, ...path], message } };
}

function isParsed(value: unknown): value is object {
  if (!isObject(value)) return false;
  const prototype: unknown = Object.getPrototypeOf(value);
  return prototype === Object.prototype || prototype === null || Array.isArray(value);
}

function sizeOf(value: unknown): number {
  if (typeof value === "string") return value.length + 2;
  return typeof value === "number" ? digitsOf(value) : 1;
}

/** Four are enough: to make the text would take longer than all else. */
function digitsOf(value: number): number {
  if (!Number.isInteger(value)) return 4;
  const size = Math.abs(value);
  if (size < 10) return 1;
  if (size < 100) return 2;
  return size < 1000 ? 3 : 4;
}
