import { createCipheriv, createHmac, randomBytes } from "node:crypto";
import { isObject } from "../../core/model/value";
import { setMember } from "../../schema/interface/plain-copy";

/** A place of `Redact`: a name, which is meant anywhere, or the steps from the top of a value. */
export type RedactedPlace = string | readonly string[];

const anyItem = "*";

/** Parses a place of `Redact`: `password`, `owner.email` or `cats.*.name`. Undefined if it has an empty step. */
export function redactedPlace(written: string): RedactedPlace | undefined {
  const steps = written.split(".");
  if (steps.includes("")) return undefined;
  return steps.length === 1 && written !== anyItem ? written : steps;
}

/** More texts than this in one record would take too long to find, so the record is left out. */
const mostTexts = 1000;

/** The texts and numbers that no line may contain. Numbers are kept as texts, because a query has them as texts. */
export class SecretTexts {
  readonly #texts = new Set<string>();

  get isEmpty(): boolean {
    return this.#texts.size === 0;
  }

  get areTooMany(): boolean {
    return this.#texts.size > mostTexts;
  }

  /** Adds the texts and numbers of a whole value. */
  add(value: unknown): void {
    for (const scalar of scalarsIn(value)) {
      if (scalar !== "" && typeof scalar !== "boolean") this.#texts.add(String(scalar));
    }
  }

  /** Adds the texts and numbers at some places of a value. */
  addAt(value: unknown, places: readonly RedactedPlace[]): void {
    const names = new Set(places.filter((place): place is string => typeof place === "string"));
    if (names.size > 0) for (const named of membersNamed(value, names)) this.add(named);
    for (const place of places) {
      if (typeof place !== "string") for (const found of valuesAt(value, place)) this.add(found);
    }
  }

  /** Copies a value, with a substitute for each secret text or number that is a whole value. */
  replacedIn(value: unknown): unknown {
    if (typeof value === "string") return this.#texts.has(value) ? substituteText(value) : value;
    if (typeof value === "number") return this.#texts.has(String(value)) ? substituteNumber(value) : value;
    if (Array.isArray(value)) return value.map((item) => this.replacedIn(item));
    if (!isObject(value)) return value;
    const copy: Record<string, unknown> = {};
    for (const [name, member] of Object.entries(value)) setMember(copy, name, this.replacedIn(member));
    return copy;
  }

  /** True if a secret text or number is a whole value within a value. */
  areWholeIn(value: unknown): boolean {
    return scalarsIn(value).some((scalar) => this.#texts.has(String(scalar)));
  }

  /** True if a value, or the name of a member, contains a secret text. A short one must be the whole value. */
  areIn(value: unknown): boolean {
    const texts = [...scalarsIn(value), ...namesIn(value)].map(String);
    const all = texts.join("\0");
    const whole = new Set(texts);
    return [...this.#texts].some((text) => (text.length < shortest ? whole.has(text) : all.includes(text)));
  }
}

/** The length from which a text is looked for within other texts. */
const shortest = 4;

function scalarsIn(value: unknown): readonly (string | number | boolean)[] {
  const found: (string | number | boolean)[] = [];
  for (const one of partsOf(value)) {
    if (typeof one === "string" || typeof one === "number" || typeof one === "boolean") found.push(one);
  }
  return found;
}

function namesIn(value: unknown): readonly string[] {
  return partsOf(value).flatMap((one) => (isObject(one) && !Array.isArray(one) ? Object.keys(one) : []));
}

function membersNamed(value: unknown, names: ReadonlySet<string>): readonly unknown[] {
  return partsOf(value).flatMap((one): readonly unknown[] => {
    if (!isObject(one) || Array.isArray(one)) return [];
    return Object.entries(one).flatMap(([name, member]) => (names.has(name) ? [member as unknown] : []));
  });
}

/** Lists a value and all values within it, in a loop, because a deep value would overflow the stack. */
function partsOf(value: unknown): readonly unknown[] {
  const found = [value];
  for (const one of found) {
    if (isObject(one)) for (const inner of Object.values(one) as unknown[]) found.push(inner);
  }
  return found;
}

function valuesAt(value: unknown, [step, ...rest]: readonly string[]): readonly unknown[] {
  if (step === undefined) return [value];
  if (!isObject(value)) return [];
  if (step === anyItem) return Object.values(value).flatMap((one: unknown) => valuesAt(one, rest));
  return Object.hasOwn(value, step) ? valuesAt(Reflect.get(value, step), rest) : [];
}

// The key never leaves the process, so nobody can find the text of a substitute by trying texts.
const keyOfSubstitutes = randomBytes(32);

/**
 * Returns a text of the same length, with other letters and digits in place of letters and digits. Equal texts have
 * equal substitutes while the process lives.
 */
function substituteText(text: string): string {
  const noise = noiseFor(text);
  let made = "";
  for (const sign of text) {
    const other = otherSign(sign, noise.readUInt8(made.length));
    // A sign outside of the Basic Multilingual Plane counts as two characters.
    made += other === sign ? sign : other.repeat(sign.length);
  }
  return made;
}

/** Returns a number with as many digits. The substitute of 42 is the number in the substitute of "42". */
function substituteNumber(number: number): number {
  return Number(String(number).replace(/^[^e]+/, substituteText));
}

function noiseFor(text: string): Buffer {
  const seed = createHmac("sha256", keyOfSubstitutes).update(text).digest();
  const cipher = createCipheriv("aes-128-ctr", seed.subarray(0, 16), seed.subarray(16));
  return cipher.update(Buffer.alloc(text.length));
}

const letters = "abcdefghijklmnopqrstuvwxyz";

/** Without zero, because a number must not begin with it. */
const digits = "123456789";

/** Marks count as letters, because some scripts write vowels with them. */
function otherSign(sign: string, noise: number): string {
  if (/\p{N}/u.test(sign)) return otherOf(digits, sign, noise);
  if (!/[\p{L}\p{M}]/u.test(sign)) return sign;
  const other = otherOf(letters, sign.toLowerCase(), noise);
  return sign === sign.toLowerCase() ? other : other.toUpperCase();
}

/** Returns one of the signs, but never the given one. */
function otherOf(signs: string, given: string, noise: number): string {
  const at = signs.indexOf(given);
  const other = at === -1 ? noise % signs.length : (at + 1 + (noise % (signs.length - 1))) % signs.length;
  return signs.charAt(other);
}
