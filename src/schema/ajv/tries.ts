import type { KeywordDefinition } from "ajv";
import { isObject } from "../../core/model/value";
import { countedKeyword } from "./guarded-unions";

/** The values that the alternatives of recursive unions may be tried on, added up: a body of 1 KB has some 50 values. */
const freeTries = 10_000;

/** The allowed sum grows by this for each value of the body, so that large bodies which are tried once always pass. */
const triesOfValue = 20;

/** Thrown out of ajv if trying the alternatives would take too long. */
class TooManyTries extends Error {}

interface Count {
  left: number;
  readonly sizes: ReadonlyMap<unknown, number>;
}

let current: Count | undefined;

/** Runs `judge` with a bound of tries; `"too many"` if the bound is exceeded. */
export function countingTries<Result>(value: unknown, judge: () => Result): Result | "too many" {
  const sizes = sizesIn(value);
  current = { left: freeTries + triesOfValue * (sizes.get(value) ?? 1), sizes };
  try {
    return judge();
  } catch (error) {
    if (error instanceof TooManyTries) return "too many";
    throw error;
  } finally {
    current = undefined;
  }
}

interface ExtensibleAjv {
  addKeyword?(definition: KeywordDefinition): unknown;
}

/** Adds the keyword that counts tries; false for an object of the application that has only `compile`. */
export function addTriesTo(ajv: ExtensibleAjv): boolean {
  if (!ajv.addKeyword) return false;
  if (counting.has(ajv)) return true;
  ajv.addKeyword({ keyword: countedKeyword, schemaType: "number", validate: countTry });
  counting.add(ajv);
  return true;
}

const counting = new WeakSet<ExtensibleAjv>();

/** Counts the parts of a tried value, because a list of 1,000 texts takes longer than one text. */
function countTry(share: number, value: unknown): boolean {
  if (current && (current.left -= share * (current.sizes.get(value) ?? 1)) < 0) throw new TooManyTries();
  return true;
}

/** The number of values in each object and list, including itself. */
function sizesIn(value: unknown): ReadonlyMap<unknown, number> {
  const sizes = new Map<unknown, number>();
  measure(value);
  return sizes;

  function measure(one: unknown): number {
    if (!isObject(one)) return 1;
    const known = sizes.get(one);
    if (known !== undefined) return known;
    let size = 1;
    // A circular value contains itself once.
    sizes.set(one, size);
    for (const part of Object.values(one) as readonly unknown[]) size += measure(part);
    sizes.set(one, size);
    return size;
  }
}
