import { keywordsWhere, type Keyword, type KeywordSubject } from "../../json-schema/keywords";
import { keywordText } from "./keyword-sets";
import { compareContainedItems, compareLimits, isWithinLimits } from "./compare-limits";
import type { KeywordDifference } from "./schema-difference";
import type { TypedAlternative, AlternativeType } from "./value-alternatives";

/** Compares the numeric limits, patterns and similar keywords of two alternatives of one type. */
export function compareKeywords(
  before: TypedAlternative,
  after: TypedAlternative,
): readonly KeywordDifference[] {
  return [
    ...compareIntegers(before.kind, after.kind),
    ...compareLimits(before, after),
    ...(before.kind === "array" ? compareContainedItems(before, after) : []),
    ...(before.kind === "number" || before.kind === "integer"
      ? [...compareSteps(before, after), ...compareNumberFormats(before, after)]
      : []),
    ...setsOf[before.kind].flatMap((keyword) =>
      compareSets(keyword, setOf(before, keyword), setOf(after, keyword)),
    ),
  ];
}

/** True if an alternative's own keywords allow a text or number. */
export function fitsKeywords(value: unknown, alternative: TypedAlternative): boolean {
  const size = typeof value === "string" ? Array.from(value).length : Number(value);
  return (
    isWithinLimits(size, alternative) &&
    (typeof value !== "string" ||
      setOf(alternative, "pattern").every((pattern) => fitsPattern(value, pattern)))
  );
}

function fitsPattern(value: string, pattern: string): boolean {
  try {
    return new RegExp(JSON.parse(pattern) as string, "u").test(value);
  } catch {
    return false;
  }
}

function compareIntegers(before: AlternativeType, after: AlternativeType): readonly KeywordDifference[] {
  if (before === after) return [];
  return before === "integer"
    ? [{ kind: "values-added", text: "may now be a number that is not an integer", effect: "widens" }]
    : [
        {
          kind: "values-removed",
          text: "may no longer be a number that is not an integer",
          effect: "narrows",
        },
      ];
}

/** `multipleOf`: every multiple of 4 is one of 2. */
function compareSteps(before: TypedAlternative, after: TypedAlternative): readonly KeywordDifference[] {
  const [was, is] = [before, after].map(({ schemas }) =>
    schemas.map(({ multipleOf }) => multipleOf).find((step) => typeof step === "number"),
  );
  if (was === is) return [];
  if (is === undefined) {
    return [{ kind: "limit-removed", text: `no longer has multipleOf ${String(was)}`, effect: "widens" }];
  }
  if (was === undefined) {
    return [{ kind: "limit-added", text: `now has multipleOf ${is}`, effect: "narrows" }];
  }
  const effect = is % was === 0 ? "narrows" : was % is === 0 ? "widens" : "breaks";
  return [{ kind: "limit-changed", text: `has multipleOf ${is} instead of ${was}`, effect }];
}

/** Keywords with rules of their own; limits have them, too. */
const comparedApart: ReadonlySet<Keyword> = new Set<Keyword>([
  ...(["type", "enum", "const", "items", "prefixItems"] as const),
  ...(["properties", "required", "additionalProperties"] as const),
]);

/** Keywords that narrow: if two values differ, nothing shows which allows more. */
function setsAbout(subject: KeywordSubject): readonly Keyword[] {
  return keywordsWhere(
    ({ role, holds, about }, keyword) =>
      role === "narrow" && holds !== "number" && about === subject && !comparedApart.has(keyword),
  );
}

const conditionKeywords = setsAbout("any");
const setsOf: Readonly<Record<AlternativeType, readonly Keyword[]>> = {
  string: [...setsAbout("string"), ...conditionKeywords],
  number: [...setsAbout("number"), ...conditionKeywords],
  integer: [...setsAbout("number"), ...conditionKeywords],
  array: [...setsAbout("array"), ...conditionKeywords],
  object: [...setsAbout("object"), ...conditionKeywords],
};

/** The values of a keyword in the alternative's schemas, without repetitions and without values that allow everything. */
function setOf({ schemas }: TypedAlternative, keyword: Keyword): readonly string[] {
  const found = schemas
    .map((schema) => schema[keyword])
    .filter(
      (said) =>
        said !== undefined &&
        !(keyword === "uniqueItems" ? said === false : said === true && keyword.startsWith("unevaluated")),
    );
  return [...new Set(found.map((said) => keywordText(keyword, said)))].sort();
}

function compareSets(
  keyword: string,
  before: readonly string[],
  after: readonly string[],
): readonly KeywordDifference[] {
  const lost = before.filter((said) => !after.includes(said));
  const gained = after.filter((said) => !before.includes(said));
  if (lost.length > 0 && gained.length > 0) {
    const [was, is] = [lost.join(", "), gained.join(", ")];
    return [{ kind: "rule-changed", text: `has ${keyword} ${is} instead of ${was}`, effect: "breaks" }];
  }
  return [
    ...lost.map((said) => ({
      kind: "rule-removed" as const,
      text: `no longer has ${keyword} ${said}`,
      effect: "widens" as const,
    })),
    ...gained.map((said) => ({
      kind: "rule-added" as const,
      text: `now has ${keyword} ${said}`,
      effect: "narrows" as const,
    })),
  ];
}

/** Compares the formats of two number alternatives: every `int32` is an `int64`. */
function compareNumberFormats(
  before: TypedAlternative,
  after: TypedAlternative,
): readonly KeywordDifference[] {
  const [was, is] = [formatsOf(before), formatsOf(after)];
  const [widens, narrows] = [areAmong(was, is), areAmong(is, was)];
  if (widens && narrows) return [];
  const effect = widens ? "widens" : narrows ? "narrows" : "breaks";
  if (was.length === 0) return [{ kind: "rule-added", text: `now has format ${formatsInWords(is)}`, effect }];
  if (is.length === 0) {
    return [{ kind: "rule-removed", text: `no longer has format ${formatsInWords(was)}`, effect }];
  }
  return [
    {
      kind: "rule-changed",
      text: `has format ${formatsInWords(is)} instead of ${formatsInWords(was)}`,
      effect,
    },
  ];
}

function formatsOf({ schemas }: TypedAlternative): readonly string[] {
  const formats = schemas.map(({ format }) => format).filter((format) => typeof format === "string");
  return [...new Set(formats)];
}

/** True if every value of some formats fits one of the others. */
function areAmong(some: readonly string[], others: readonly string[]): boolean {
  return others.every((wide) => some.some((narrow) => isFormatWithin(narrow, wide)));
}

function isFormatWithin(narrow: string, wide: string): boolean {
  if (narrow === wide) return true;
  const [own, other] = [ranges.get(narrow), ranges.get(wide)];
  if (!own || !other || (own.hasFractions && !other.hasFractions)) return false;
  return own.lower >= other.lower && own.upper <= other.upper;
}

/** The range of integers that a format represents exactly. */
interface FormatRange {
  readonly lower: bigint;
  readonly upper: bigint;
  readonly hasFractions: boolean;
}

/** OpenAPI's Format Registry: https://spec.openapis.org/registry/format/. */
const ranges: ReadonlyMap<string, FormatRange> = new Map<string, FormatRange>([
  ...[8n, 16n, 32n, 64n].flatMap((bits) => {
    const half = 2n ** (bits - 1n);
    return [
      [`int${bits}`, { lower: -half, upper: half - 1n, hasFractions: false }],
      [`uint${bits}`, { lower: 0n, upper: 2n * half - 1n, hasFractions: false }],
    ] satisfies [string, FormatRange][];
  }),
  ["float", { lower: -(2n ** 24n), upper: 2n ** 24n, hasFractions: true }],
  ["double", { lower: -(2n ** 53n), upper: 2n ** 53n, hasFractions: true }],
]);

/** Formats as JSON text: `"int32"`. */
function formatsInWords(formats: readonly string[]): string {
  return formats.map((format) => JSON.stringify(format)).join(", ");
}
