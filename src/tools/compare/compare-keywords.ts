import { isBare, keywordsWhere } from "../../schema/json-schema/keywords";
import type { Keyword, KeywordRule, KeywordSubject } from "../../schema/json-schema/keywords";
import type { JSONSchema } from "../../schema/interface/schema";
import { isSchema } from "../../schema/json-schema/subschema";
import { both, type Pair } from "./difference";
import { keywordText, unevaluatedAsAdditional } from "./keyword-sets";
import { differenceOf, keywordDifference } from "./schema-difference";
import type { SchemaDifference } from "./schema-difference";
import type { AlternativeType, TypedAlternative } from "./alternative";

export function compareKeywords(pair: Pair<TypedAlternative>): readonly SchemaDifference[] {
  const { kind } = pair.was;
  // Most members have few keywords, so the others are not looked for in every schema.
  const written = new Set([...pair.was.schemas, ...pair.is.schemas].flatMap((schema) => Object.keys(schema)));
  const ends = endsOf[kind].filter(({ inclusive, exclusive = inclusive }) =>
    [inclusive, exclusive].some((keyword) => written.has(keyword)),
  );
  return [
    ...compareIntegers(kind, pair.is.kind),
    ...ends.flatMap((end) => compareEnd(end, pair, limitAt)),
    ...(kind === "array" ? compareContainedItems(pair) : []),
    ...(kind === "number" || kind === "integer"
      ? [...compareSteps(pair), ...compareNumberFormats(pair)]
      : []),
    ...setsOf[kind]
      .filter((keyword) => written.has(keyword))
      .flatMap((keyword) => compareSets(keyword, pair)),
  ];
}

/** Tests a value by the limits of an alternative. No `pattern` is tried, because a document's pattern may take hours. */
export function fitsKeywords(value: unknown, alternative: TypedAlternative): boolean {
  if (typeof value !== "string" && typeof value !== "number") return true;
  const size = typeof value === "string" ? Array.from(value).length : value;
  return (
    endsOf[alternative.kind].every((end) => isWithin(size, limitAt(end, alternative), end)) &&
    (typeof value === "string" || stepsOf(alternative).every((step) => isMultiple(value, step)))
  );
}

function compareIntegers(before: AlternativeType, after: AlternativeType): readonly SchemaDifference[] {
  if (before === after) return [];
  const fractions = "be a number that is not an integer";
  return before === "integer"
    ? [differenceOf("values-added", `may now ${fractions}`, "widens")]
    : [differenceOf("values-removed", `may no longer ${fractions}`, "narrows")];
}

/** Compares `multipleOf`. A change from 2 to 4 allows fewer values, because every multiple of 4 is a multiple of 2. */
function compareSteps(pair: Pair<TypedAlternative>): readonly SchemaDifference[] {
  const steps = both(pair, stepsOf);
  const words = both(steps, (all) => all.join(" and ") || undefined);
  if (words.was === words.is) return [];
  const [narrows, widens] = [areMultiples(steps.is, steps.was), areMultiples(steps.was, steps.is)];
  const effect = narrows ? "narrows" : widens ? "widens" : "breaks";
  return [keywordDifference("limit", "multipleOf", words, effect)];
}

/** True if each multiple of all the given steps is a multiple of all the others, too. */
function areMultiples(some: readonly number[], others: readonly number[]): boolean {
  return others.every((step) => some.some((one) => isMultiple(one, step)));
}

/** Returns the `multipleOf` of all schemas. Whole steps become one: multiples of 2 and of 3 are multiples of 6. */
function stepsOf({ schemas }: TypedAlternative): readonly number[] {
  const all = stepsIn(schemas);
  const isWhole = hasWholeStep(schemas);
  const whole = all.filter(Number.isInteger).reduce(leastMultiple, 1);
  const fractions = all.filter((step) => !Number.isInteger(step) && !(isWhole && isMultiple(whole, step)));
  // Only integers have a whole step, and each of them is a multiple of 1.
  return [...new Set([...(whole === 1 ? [] : [whole]), ...fractions])].sort((one, other) => one - other);
}

function stepsIn(schemas: readonly JSONSchema[]): readonly number[] {
  return schemas
    .map(({ multipleOf }) => multipleOf)
    .filter((step): step is number => typeof step === "number" && step > 0);
}

/** True if `multipleOf` allows only integers, as `multipleOf: 1` does. */
export function hasWholeStep(schemas: readonly JSONSchema[]): boolean {
  return stepsIn(schemas).some(Number.isInteger);
}

function leastMultiple(one: number, other: number): number {
  let [greater, smaller] = [one, other];
  while (smaller > 0) [greater, smaller] = [smaller, greater % smaller];
  return (one / greater) * other;
}

/** The tolerance is for decimals: 0.3 / 0.1 is 2.9999999999999996. */
function isMultiple(value: number, step: number): boolean {
  if (Number.isInteger(value) && Number.isInteger(step)) return value % step === 0;
  const steps = value / step;
  return Math.abs(steps - Math.round(steps)) <= Math.abs(steps) * 1e-15;
}

const comparedApart: ReadonlySet<Keyword> = new Set<Keyword>([
  ...(["type", "enum", "const", "items", "prefixItems"] as const),
  ...(["properties", "required", "additionalProperties"] as const),
]);

/** Lists a type's keywords whose values, such as a `pattern`, can only be equal or different, not larger or smaller. */
function setsAbout(subject: KeywordSubject): readonly Keyword[] {
  const isOwn = ({ role, holds, about }: KeywordRule, keyword: Keyword): boolean =>
    role === "narrow" && holds !== "number" && about === subject && !comparedApart.has(keyword);
  return [...keywordsWhere(isOwn), ...(subject === "any" ? [] : setsAbout("any"))];
}

const setsOf: Readonly<Record<AlternativeType, readonly Keyword[]>> = {
  string: setsAbout("string"),
  number: setsAbout("number"),
  integer: setsAbout("number"),
  array: setsAbout("array"),
  object: setsAbout("object"),
};

/** The keywords that restrict a listed value in a way that is not tried on the value. */
export function untriedKeywords(value: unknown): readonly Keyword[] {
  return typeof value === "string" ? ["pattern", ...setsAbout("any")] : setsAbout("any");
}

/** Lists the values of a keyword, except for those that allow everything, such as `uniqueItems: false`. */
export function setOf(schemas: readonly JSONSchema[], keyword: Keyword): readonly string[] {
  const found = schemas
    .filter((schema) => isRestricting(schema, keyword, schemas))
    .map((schema) => schema[keyword]);
  return [...new Set(found.map((value) => keywordText(keyword, value)))].sort();
}

function isRestricting(schema: JSONSchema, keyword: Keyword, schemas: readonly JSONSchema[]): boolean {
  const value = schema[keyword];
  if (value === undefined) return false;
  switch (keyword) {
    case "not":
      return value !== false;
    case "propertyNames":
      return !allowsEverything(value);
    case "patternProperties":
      // A pattern also excepts names from these keywords.
      return (
        schema.additionalProperties !== undefined ||
        schemas.some(({ unevaluatedProperties }) => unevaluatedProperties !== undefined) ||
        !isSchema(value) ||
        !Object.values(value).every(allowsEverything)
      );
    case "uniqueItems":
      return value !== false;
    case "unevaluatedItems":
      return value !== true;
    case "unevaluatedProperties":
      return value !== true && unevaluatedAsAdditional(schema) === undefined;
    default:
      return true;
  }
}

function allowsEverything(schema: unknown): boolean {
  return schema === true || (isSchema(schema) && isBare(schema));
}

function compareSets(keyword: Keyword, pair: Pair<TypedAlternative>): readonly SchemaDifference[] {
  const { was, is } = both(pair, ({ schemas }) => setOf(schemas, keyword));
  const lost = was.filter((text) => !is.includes(text));
  const gained = is.filter((text) => !was.includes(text));
  return ruleDifferences(keyword, { was: lost, is: gained });
}

/** Creates the differences in a rule: a change if it was lost and gained, otherwise one difference for each text. */
export function ruleDifferences(
  keyword: Keyword,
  { was: lost, is: gained }: Pair<readonly string[]>,
): readonly SchemaDifference[] {
  if (lost.length > 0 && gained.length > 0) {
    return [keywordDifference("rule", keyword, { was: lost.join(", "), is: gained.join(", ") })];
  }
  return [
    ...lost.map((text) => keywordDifference("rule", keyword, { was: text, is: undefined })),
    ...gained.map((text) => keywordDifference("rule", keyword, { was: undefined, is: text })),
  ];
}

function compareNumberFormats(pair: Pair<TypedAlternative>): readonly SchemaDifference[] {
  const formats = both(pair, ({ schemas }): readonly string[] => {
    const all = schemas.map(({ format }) => format).filter((format) => typeof format === "string");
    return [...new Set(all)];
  });
  const { was, is } = formats;
  const [widens, narrows] = [areAmong(was, is), areAmong(is, was)];
  if (widens && narrows) return [];
  const effect = widens ? "widens" : narrows ? "narrows" : "breaks";
  const words = both(formats, (all) => all.map((format) => JSON.stringify(format)).join(", ") || undefined);
  return [keywordDifference("rule", "format", words, effect)];
}

function areAmong(some: readonly string[], others: readonly string[]): boolean {
  return others.every((wide) => some.some((narrow) => isFormatWithin(narrow, wide)));
}

function isFormatWithin(narrow: string, wide: string): boolean {
  if (narrow === wide) return true;
  const [own, other] = [ranges.get(narrow), ranges.get(wide)];
  if (!own || !other || (own.hasFractions && !other.hasFractions)) return false;
  return own.lower >= other.lower && own.upper <= other.upper;
}

/** The range of integers that a number format, such as `int32` or `double`, represents exactly. */
interface FormatRange {
  readonly lower: bigint;
  readonly upper: bigint;
  readonly hasFractions: boolean;
}

/** The ranges of the formats in OpenAPI's Format Registry: https://spec.openapis.org/registry/format/. */
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

/** The lower or the upper end of a range. `minimum` and `exclusiveMinimum` are keywords of a lower end. */
interface End {
  /** 1 for the lower end, where a greater limit allows fewer values; -1 for the upper end. */
  readonly sign: 1 | -1;
  readonly inclusive: string;
  readonly exclusive: string | undefined;
}

function endsBy(
  [least, greatest]: readonly [string, string],
  [above, below]: readonly string[] = [],
): readonly End[] {
  return [
    { sign: 1, inclusive: least, exclusive: above },
    { sign: -1, inclusive: greatest, exclusive: below },
  ];
}

const numberEnds = endsBy(["minimum", "maximum"], ["exclusiveMinimum", "exclusiveMaximum"]);

const endsOf: Readonly<Record<AlternativeType, readonly End[]>> = {
  string: endsBy(["minLength", "maxLength"]),
  number: numberEnds,
  integer: numberEnds,
  array: endsBy(["minItems", "maxItems"]),
  object: endsBy(["minProperties", "maxProperties"]),
};

const containedEnds = endsBy(["minContains", "maxContains"]);

/** Compares how many items may match `contains`; without limits, 1 or more (JSON Schema Validation 2020-12, 6.4.5). */
function compareContainedItems(pair: Pair<TypedAlternative>): readonly SchemaDifference[] {
  if (![pair.was, pair.is].every(({ schemas }) => schemas.some(hasContains))) return [];
  return containedEnds.flatMap((end) => compareEnd(end, pair, containedAt));
}

function containedAt(end: End, { schemas }: TypedAlternative): Limit | undefined {
  const limits = schemas.filter(hasContains).flatMap((schema) => {
    const limit = limitsIn(schema, end);
    return end.sign === 1 && limit.length === 0 ? [{ value: 1, isExclusive: false }] : limit;
  });
  return tightestOf(limits, end);
}

function hasContains({ contains }: JSONSchema): boolean {
  return contains !== undefined;
}

interface Limit {
  readonly value: number;
  readonly isExclusive: boolean;
}

function isWithin(size: number, limit: Limit | undefined, { sign }: End): boolean {
  if (!limit || size === limit.value) return !limit?.isExclusive;
  return (size - limit.value) * sign > 0;
}

/** Returns the strictest limit at one end, such as the lower; undefined if there is none. */
function limitAt(end: End, { kind, schemas }: TypedAlternative): Limit | undefined {
  const limits = schemas
    .flatMap((schema) => limitsIn(schema, end))
    .map((limit) => (kind === "integer" ? inIntegers(limit, end) : limit))
    .filter((limit) => !isIdle(limit, end, kind));
  return tightestOf(limits, end);
}

function tightestOf(limits: readonly Limit[], end: End): Limit | undefined {
  return limits.reduce<Limit | undefined>(
    (tightest, limit) => (tightest && !isTighter(limit, tightest, end) ? tightest : limit),
    undefined,
  );
}

function limitsIn(schema: JSONSchema, { inclusive, exclusive = "" }: End): readonly Limit[] {
  return [
    { value: schema[inclusive], isExclusive: false },
    { value: schema[exclusive], isExclusive: true },
  ].filter((limit): limit is Limit => typeof limit.value === "number");
}

/** Converts a limit to an inclusive integer: 1 for `exclusiveMinimum: 0`, and also for `minimum: 0.5`. */
function inIntegers({ value, isExclusive }: Limit, { sign }: End): Limit {
  const inwards = value * sign;
  return { value: sign * (isExclusive ? Math.floor(inwards) + 1 : Math.ceil(inwards)), isExclusive: false };
}

/** True for a limit without effect: `minLength: 0`, or the limits of safe integers, which zod writes for integers. */
function isIdle({ value }: Limit, { sign }: End, kind: AlternativeType): boolean {
  if (kind === "number") return false;
  if (kind !== "integer" && sign === 1 && value <= 0) return true;
  return Math.abs(value) >= Number.MAX_SAFE_INTEGER;
}

function isTighter(one: Limit, other: Limit, { sign }: End): boolean {
  if (one.value === other.value) return one.isExclusive && !other.isExclusive;
  return (one.value - other.value) * sign > 0;
}

function compareEnd(
  end: End,
  pair: Pair<TypedAlternative>,
  limitOf: (end: End, one: TypedAlternative) => Limit | undefined,
): readonly SchemaDifference[] {
  const limits = both(pair, (one) => limitOf(end, one));
  const { was, is } = limits;
  const limit = is ?? was;
  if (!limit) return [];
  const narrows = was && is && isTighter(is, was, end);
  if (was && is && !narrows && !isTighter(was, is, end)) return [];
  const keyword = keywordOf(end, limit);
  const words = both(limits, (one) => limitInWords(one, end, keyword));
  return [keywordDifference("limit", keyword, words, narrows ? "narrows" : "widens")];
}

/** Writes a limit as `0`, or, if its keyword is not `keyword`, with its keyword: `exclusiveMinimum 0`. */
function limitInWords(limit: Limit | undefined, end: End, keyword: string): string | undefined {
  if (!limit) return undefined;
  const own = keywordOf(end, limit);
  return own === keyword ? `${limit.value}` : `${own} ${limit.value}`;
}

function keywordOf({ inclusive, exclusive = inclusive }: End, { isExclusive }: Limit): string {
  return isExclusive ? exclusive : inclusive;
}
