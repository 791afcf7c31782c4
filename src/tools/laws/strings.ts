import { fastCheck, type Arbitrary } from "./fast-check";
import type { JSONSchema } from "../../model/schema";

/** Texts by format, pattern and length; a validator makes the final selection. */
export function stringsOf(schema: JSONSchema): Arbitrary<string> {
  const shaped = [byFormat(schema.format), byPattern(schema.pattern)].filter((one) => one !== undefined);
  return shaped.length > 0 ? fastCheck().oneof(...shaped) : plain(schema);
}

function plain({ minLength, maxLength }: JSONSchema): Arbitrary<string> {
  const min = typeof minLength === "number" ? minLength : 0;
  const max = typeof maxLength === "number" ? maxLength : Infinity;
  const to = (length: number): number => Math.max(min, Math.min(max, length));
  return fastCheck().oneof(
    { weight: 4, arbitrary: fastCheck().string({ minLength: min, maxLength: to(min + 10) }) },
    // Names of several parts, and numbers in text: conversions split, join and count them.
    {
      weight: 3,
      arbitrary: wordTexts()
        .filter(({ length }) => length <= max)
        .map((text) => text.padEnd(min, "x")),
    },
    {
      weight: 2,
      arbitrary: fastCheck().string({ unit: "grapheme", minLength: min, maxLength: to(min + 4) }),
    },
    // Texts that are longer than a newer schema may allow.
    { weight: 1, arbitrary: long().map((text) => text.slice(0, max).padEnd(min, "x")) },
  );
}

/** Texts of up to four words. The empty text is one, so that a filter by length always finds a candidate. */
const wordTexts = (): Arbitrary<string> =>
  fastCheck()
    .array(fastCheck().constantFrom("", "a", "Ann", "de", "Łukasz", "7", "0.5", "-1"), { maxLength: 4 })
    .map((parts) => parts.join(" "));

/** 60 characters and more. */
const long = (): Arbitrary<string> =>
  fastCheck()
    .tuple(fastCheck().string({ minLength: 5, maxLength: 10 }), fastCheck().constantFrom(12, 40))
    .map(([text, times]) => text.repeat(times));

function byPattern(pattern: unknown): Arbitrary<string> | undefined {
  if (typeof pattern !== "string") return undefined;
  try {
    return fastCheck().stringMatching(new RegExp(withSomeCharacters(pattern), "u"));
  } catch {
    // fast-check does not know look-around and some other syntax.
    return undefined;
  }
}

function byFormat(format: unknown): Arbitrary<string> | undefined {
  return typeof format === "string" ? formats.get(format)?.() : undefined;
}

const instants = (): Arbitrary<string> =>
  fastCheck()
    .date({ noInvalidDate: true, min: new Date("0001-01-01"), max: new Date("9999-12-31") })
    .map((date) => date.toISOString());

const emails = (): Arbitrary<string> =>
  fastCheck()
    .tuple(
      fastCheck().stringMatching(/^[a-z0-9]{1,8}$/),
      fastCheck().constantFrom("example.com", "mail.example.org"),
    )
    .map(([name, domain]) => `${name}@${domain}`);

/** URLs without fast-check's `webUrl`, whose tables of characters take half a second in each process. */
const addresses = (): Arbitrary<string> =>
  fastCheck()
    .tuple(
      fastCheck().constantFrom("http", "https"),
      fastCheck().domain(),
      fastCheck().array(fastCheck().stringMatching(/^(?:[\w.~!$&'()*+,;=:@-]|%20|%C3%A9){0,6}$/), {
        maxLength: 3,
      }),
    )
    .map(([scheme, host, path]) => [`${scheme}://${host}`, ...path].join("/"));

/** The formats of JSON Schema (validation, 7.3), and those of libraries. */
const formats = new Map<string, () => Arbitrary<string>>([
  ["date-time", instants],
  ["date", () => instants().map((text) => text.slice(0, 10))],
  [
    "time",
    () =>
      fastCheck().oneof(
        instants().map((text) => text.slice(11)),
        instants().map((text) => text.slice(11, 19)),
      ),
  ],
  ["duration", () => fastCheck().constantFrom("P1D", "PT1H", "P3Y6M4DT12H30M5S")],
  ["email", emails],
  ["uuid", () => fastCheck().uuid()],
  ["uri", addresses],
  ["hostname", () => fastCheck().domain()],
  ["ipv4", () => fastCheck().ipV4()],
  ["ipv6", () => fastCheck().ipV6()],
]);

/** Ranges of characters of several scripts, ASCII first, in place of the Unicode properties in patterns. */
const scriptRanges: readonly (readonly [from: number, to: number])[] = [
  [0x00, 0x024f],
  [0x0300, 0x0306],
  [0x0370, 0x03ff],
  [0x0400, 0x045f],
  [0x05d0, 0x05ea],
  [0x0621, 0x063a],
  [0x0660, 0x0669],
  [0x0905, 0x0914],
  [0x2000, 0x2044],
  [0x20a0, 0x20bf],
  [0x2150, 0x218b],
  [0x2190, 0x21ff],
  [0x3041, 0x3096],
  [0x30a1, 0x30fa],
  [0x4e00, 0x4e1f],
  [0xac00, 0xac1f],
  [0x1f600, 0x1f64f],
];
const alphabet = scriptRanges.flatMap(([from, to]) =>
  Array.from({ length: to - from + 1 }, (_, i) => from + i),
);

/**
 * Replaces the Unicode properties of a pattern by classes of a few characters: `\P{Cc}*` becomes `[\u{20}-\u{7e}...]*`.
 *
 * For a property fast-check would test every code point, which takes a second at each place, and of a million
 * characters a space would hardly ever be chosen. A property that no character of the ranges has stays.
 */
export function withSomeCharacters(pattern: string): string {
  let isInClass = false;
  return pattern.replaceAll(/\\[pP]\{[^}]*\}|\\[^]|[[\]]/gu, (token) => {
    if (token === "[" || token === "]") isInClass = token === "[";
    if (!/^\\[pP]\{/u.test(token)) return token;
    const members = charactersOf(new RegExp(token, "u"));
    if (members === "") return token;
    return isInClass ? members : `[${members}]`;
  });
}

/** The characters with a property, as ranges of a class. */
function charactersOf(property: RegExp): string {
  const ranges: { from: number; to: number }[] = [];
  for (const character of alphabet) {
    if (!property.test(String.fromCodePoint(character))) continue;
    const last = ranges.at(-1);
    if (last?.to === character - 1) last.to = character;
    else ranges.push({ from: character, to: character });
  }
  return ranges
    .map(({ from, to }) => (from === to ? escaped(from) : `${escaped(from)}-${escaped(to)}`))
    .join("");
}

function escaped(character: number): string {
  return `\\u{${character.toString(16)}}`;
}
