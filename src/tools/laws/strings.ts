import type { JSONSchema } from "../../schema/interface/schema";
import { resultOr } from "../result-or";
import { fastCheck, type Arbitrary, type FastCheckModule } from "./fast-check";

/** Generates strings for the format, pattern and lengths in a schema. Some may not match: callers must filter them. */
export function stringsOf({ format, pattern, ...lengths }: JSONSchema): Arbitrary<string> {
  const fc = fastCheck();
  const shaped = [
    typeof format === "string" ? formats.get(format)?.(fc) : undefined,
    // `stringMatching` throws for look-around and some other syntax. Then the pattern is ignored.
    typeof pattern === "string"
      ? resultOr(() => fc.stringMatching(new RegExp(withSomeCharacters(pattern), "u")), undefined)
      : undefined,
  ].filter((one) => one !== undefined);
  return shaped.length > 0 ? fc.oneof(...shaped) : plain(lengths, fc);
}

function plain({ minLength, maxLength }: JSONSchema, fc: FastCheckModule): Arbitrary<string> {
  const min = typeof minLength === "number" ? minLength : 0;
  const max = typeof maxLength === "number" ? maxLength : Infinity;
  const to = (length: number): number => Math.max(min, Math.min(max, length));
  const words = wordTexts(fc).filter(({ length }) => length <= max);
  return fc.oneof(
    { weight: 4, arbitrary: fc.string({ minLength: min, maxLength: to(min + 10) }) },
    // Conversions may split a string into words, or parse it as a number, so such strings are included.
    { weight: 3, arbitrary: words.map((text) => text.padEnd(min, "x")) },
    { weight: 2, arbitrary: fc.string({ unit: "grapheme", minLength: min, maxLength: to(min + 4) }) },
    // Long strings are included, because a newer schema may not allow them.
    { weight: 1, arbitrary: longTexts(fc).map((text) => text.slice(0, max).padEnd(min, "x")) },
  );
}

/**
 * Generates strings of up to four words. Some strings are empty, so that some fit any `maxLength`. Empty words are more
 * frequent than others: they make spaces at the ends and double spaces, which conversions often lose.
 */
function wordTexts(fc: FastCheckModule): Arbitrary<string> {
  const word = fc.constantFrom("", "", "", "a", "Ann", "de", "Łukasz", "7", "0.5", "-1");
  return fc.array(word, { maxLength: 4 }).map((words) => words.join(" "));
}

function longTexts(fc: FastCheckModule): Arbitrary<string> {
  const parts = fc.tuple(fc.string({ minLength: 5, maxLength: 10 }), fc.constantFrom(12, 40));
  return parts.map(([text, count]) => text.repeat(count));
}

function instants(fc: FastCheckModule): Arbitrary<string> {
  const range = { min: new Date("0001-01-01"), max: new Date("9999-12-31") };
  return fc.date({ noInvalidDate: true, ...range }).map((date) => date.toISOString());
}

function times(fc: FastCheckModule): Arbitrary<string> {
  const all = instants(fc);
  return fc.oneof(
    all.map((text) => text.slice(11)),
    all.map((text) => text.slice(11, 19)),
  );
}

function emails(fc: FastCheckModule): Arbitrary<string> {
  const domain = fc.constantFrom("example.com", "mail.example.org");
  return fc.tuple(fc.stringMatching(/^[a-z0-9]{1,8}$/), domain).map((parts) => parts.join("@"));
}

/** Generates URLs. `webUrl` of fast-check is not used, because its tables take half a second in each process. */
function addresses(fc: FastCheckModule): Arbitrary<string> {
  const steps = fc.array(fc.stringMatching(/^(?:[\w.~!$&'()*+,;=:@-]|%20|%C3%A9){0,6}$/), { maxLength: 3 });
  const parts = fc.tuple(fc.constantFrom("http", "https"), fc.domain(), steps);
  return parts.map(([scheme, host, path]) => [`${scheme}://${host}`, ...path].join("/"));
}

/** Generators for the most common formats of JSON Schema (validation, 7.3). */
const formats = new Map<string, (fc: FastCheckModule) => Arbitrary<string>>([
  ["date-time", instants],
  ["date", (fc) => instants(fc).map((text) => text.slice(0, 10))],
  ["time", times],
  ["duration", (fc) => fc.constantFrom("P1D", "PT1H", "P3Y6M4DT12H30M5S")],
  ["email", emails],
  ["uuid", (fc) => fc.uuid()],
  ["uri", addresses],
  ["hostname", (fc) => fc.domain()],
  ["ipv4", (fc) => fc.ipV4()],
  ["ipv6", (fc) => fc.ipV6()],
]);

/** Characters of several scripts, in hexadecimal ranges. Examples for patterns such as `\p{L}` consist of these. */
const alphabet = [
  "0-24f 300-306 370-3ff 400-45f 5d0-5ea 621-63a 660-669 905-914 2000-2044 20a0-20bf 2150-218b 2190-21ff",
  "3041-3096 30a1-30fa 4e00-4e1f ac00-ac1f 1f600-1f64f",
].flatMap((ranges) => ranges.split(" ").flatMap(charactersIn));

function charactersIn(range: string): readonly number[] {
  const [from = 0, to = 0] = range.split("-").map((end) => parseInt(end, 16));
  return Array.from({ length: to - from + 1 }, (_, i) => from + i);
}

/**
 * Replaces Unicode properties in a pattern by a few characters that have them: `\P{Cc}*` becomes `[\u{20}-\u{7e}...]*`.
 * Otherwise, fast-check would test every code point, which takes a second. Keeps a property that none of them has.
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

function charactersOf(property: RegExp): string {
  const ranges: { from: number; to: number }[] = [];
  for (const character of alphabet) {
    if (!property.test(String.fromCodePoint(character))) continue;
    const last = ranges.at(-1);
    if (last?.to === character - 1) last.to = character;
    else ranges.push({ from: character, to: character });
  }
  const escaped = (character: number): string => `\\u{${character.toString(16)}}`;
  return ranges
    .map(({ from, to }) => (from === to ? escaped(from) : `${escaped(from)}-${escaped(to)}`))
    .join("");
}
