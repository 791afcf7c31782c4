import { isFilledText, isRecord, misfit } from "./value";

/** A test of a value. In messages, `expected` follows "must be": `{ expected: "a string", holds: isText }`. */
export interface Expectation {
  readonly expected: string;
  readonly holds: (value: unknown) => boolean;
  /** Describes a value that does not hold, for messages; undefined if its kind is enough. */
  readonly found?: (value: unknown) => string | undefined;
}

/** An argument of an option such as `WithTags("a")`. `name` is its name in messages: "a tag of WithTags". */
export interface Argument extends Expectation {
  readonly name: string;
}

export const kinds = {
  anything: { expected: "", holds: () => true },
  filledText: { expected: "a non-empty string", holds: isFilledText },
  flag: { expected: "true or false", holds: (value) => typeof value === "boolean" },
  function: { expected: "a function", holds: (value) => typeof value === "function" },
  object: { expected: "an object", holds: isRecord },
} satisfies Readonly<Record<string, Expectation>>;

/** Expects one of the given strings: `oneOf("old", "new")`. */
export function oneOf(...texts: readonly string[]): Expectation {
  const quoted = texts.map((text) => JSON.stringify(text));
  const expected = `${quoted.slice(0, -1).join(", ")} or ${quoted.slice(-1).join()}`;
  return { expected, holds: (value) => texts.includes(value as string) };
}

/**
 * Checks the options of a function: `assertOptions<DocsOptions>("Docs", options, { Usage: kinds.function })`. An option
 * that is undefined counts as missing.
 *
 * @throws TypeError for options that are not an object, for an unknown option, and for an option with a wrong value.
 */
export function assertOptions<Options>(
  where: string,
  options: unknown,
  known: Readonly<Record<keyof Options, Expectation>>,
): asserts options is object {
  assertFits(`${where}: the options`, kinds.object, options);
  const given = options as Readonly<Record<string, unknown>>;
  const unknown = Object.keys(given).find((name) => !Object.hasOwn(known, name));
  if (unknown !== undefined) {
    throw new TypeError(`${where}: an option must be ${Object.keys(known).join(" or ")}, got ${unknown}`);
  }
  for (const [name, expectation] of Object.entries<Expectation>(known)) {
    if (given[name] !== undefined) assertFits(`${where}: ${name}`, expectation, given[name]);
  }
}

/** @throws TypeError unless a value is a non-empty string: `assertFilledText("Change: the version", version)`. */
export function assertFilledText(what: string, value: unknown): asserts value is string {
  assertFits(what, kinds.filledText, value);
}

function assertFits(what: string, { expected, holds }: Expectation, value: unknown): void {
  if (!holds(value)) throw misfit(what, expected, value);
}
