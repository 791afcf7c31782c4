import type { JSONSchema } from "../model/schema";
import type { Effect } from "./difference";
import type { VariantType, TypedVariant } from "./value-variants";
import { canonical } from "./canonical";

/** A difference in what a schema says of a value itself. */
export interface KeywordDifference {
  readonly text: string;
  readonly effect: Effect;
}

/** Everything that two variants of one type say in numbers, patterns and the like. */
export function compareKeywords(before: TypedVariant, after: TypedVariant): readonly KeywordDifference[] {
  return [
    ...compareIntegers(before.kind, after.kind),
    ...limitsOf[before.kind].flatMap((limit) =>
      compareLimits(limit, limitOf(before, limit), limitOf(after, limit)),
    ),
    ...(before.kind === "number" || before.kind === "integer" ? compareSteps(before, after) : []),
    ...setsOf[before.kind].flatMap((keyword) =>
      compareSets(keyword, setOf(before, keyword), setOf(after, keyword)),
    ),
  ];
}

/** Whether a variant's own keywords allow a text or number. */
export function fitsKeywords(value: unknown, variant: TypedVariant): boolean {
  const size = typeof value === "string" ? Array.from(value).length : Number(value);
  return (
    limitsOf[variant.kind].every((limit) => {
      const bound = limitOf(variant, limit);
      return bound === undefined || (limit.side === "lower" ? size >= bound : size <= bound);
    }) &&
    (typeof value !== "string" || setOf(variant, "pattern").every((pattern) => matches(value, pattern)))
  );
}

function matches(value: string, pattern: string): boolean {
  try {
    return new RegExp(JSON.parse(pattern) as string, "u").test(value);
  } catch {
    return false;
  }
}

function compareIntegers(before: VariantType, after: VariantType): readonly KeywordDifference[] {
  if (before === after) return [];
  return before === "integer"
    ? [{ text: "may now be a number that is no integer", effect: "widens" }]
    : [{ text: "may no longer be a number that is no integer", effect: "narrows" }];
}

interface Limit {
  readonly keyword: string;
  readonly side: "lower" | "upper";
}

const number: readonly Limit[] = [
  { keyword: "minimum", side: "lower" },
  { keyword: "exclusiveMinimum", side: "lower" },
  { keyword: "maximum", side: "upper" },
  { keyword: "exclusiveMaximum", side: "upper" },
];

const limitsOf: Readonly<Record<VariantType, readonly Limit[]>> = {
  string: [
    { keyword: "minLength", side: "lower" },
    { keyword: "maxLength", side: "upper" },
  ],
  number,
  // An exclusive limit is read as the next integer.
  integer: number.filter(({ keyword }) => !keyword.startsWith("exclusive")),
  array: [
    { keyword: "minItems", side: "lower" },
    { keyword: "maxItems", side: "upper" },
  ],
  object: [
    { keyword: "minProperties", side: "lower" },
    { keyword: "maxProperties", side: "upper" },
  ],
};

/** The narrowest limit that the variant's schemas set. */
function limitOf({ kind, schemas }: TypedVariant, { keyword, side }: Limit): number | undefined {
  const found = schemas.flatMap((schema) => numbersIn(schema, keyword, kind));
  if (found.length === 0) return undefined;
  const limit = side === "lower" ? Math.max(...found) : Math.min(...found);
  if (side === "lower" && keyword.startsWith("min") && keyword !== "minimum" && limit <= 0) return undefined;
  // Zod says so of every integer: JavaScript counts no further.
  return Math.abs(limit) >= Number.MAX_SAFE_INTEGER ? undefined : limit;
}

function numbersIn(schema: JSONSchema, keyword: string, kind: VariantType): readonly number[] {
  const found = [schema[keyword]];
  if (kind === "integer" && keyword === "minimum") found.push(next(schema.exclusiveMinimum, 1));
  if (kind === "integer" && keyword === "maximum") found.push(next(schema.exclusiveMaximum, -1));
  return found.filter((limit) => typeof limit === "number");
}

function next(limit: unknown, step: 1 | -1): number | undefined {
  if (typeof limit !== "number") return undefined;
  return (step === 1 ? Math.floor(limit) : Math.ceil(limit)) + step;
}

function compareLimits(
  { keyword, side }: Limit,
  before: number | undefined,
  after: number | undefined,
): readonly KeywordDifference[] {
  if (before === after) return [];
  if (after === undefined) return [{ text: `no longer has ${keyword} ${String(before)}`, effect: "widens" }];
  if (before === undefined) return [{ text: `now has ${keyword} ${after}`, effect: "narrows" }];
  const isNarrower = side === "lower" ? after > before : after < before;
  return [
    { text: `has ${keyword} ${after} instead of ${before}`, effect: isNarrower ? "narrows" : "widens" },
  ];
}

/** `multipleOf`: every multiple of 4 is one of 2. */
function compareSteps(before: TypedVariant, after: TypedVariant): readonly KeywordDifference[] {
  const [was, is] = [before, after].map(({ schemas }) =>
    schemas.map(({ multipleOf }) => multipleOf).find((step) => typeof step === "number"),
  );
  if (was === is) return [];
  if (is === undefined) return [{ text: `no longer has multipleOf ${String(was)}`, effect: "widens" }];
  if (was === undefined) return [{ text: `now has multipleOf ${is}`, effect: "narrows" }];
  const effect = is % was === 0 ? "narrows" : was % is === 0 ? "widens" : "breaks";
  return [{ text: `has multipleOf ${is} instead of ${was}`, effect }];
}

/** Keywords that narrow, whatever they say: of two that differ, nothing tells which allows more. */
const rules = ["not", "if", "then", "else"];
const setsOf: Readonly<Record<VariantType, readonly string[]>> = {
  string: ["pattern", "format", "contentEncoding", "contentMediaType", "contentSchema", ...rules],
  number: ["format", ...rules],
  integer: ["format", ...rules],
  array: ["uniqueItems", "contains", "minContains", "maxContains", "unevaluatedItems", ...rules],
  object: [
    ...["propertyNames", "patternProperties", "dependentRequired", "dependentSchemas"],
    ...["unevaluatedProperties", ...rules],
  ],
};

/** The values of a keyword in the variant's schemas, each once; one that allows everything is left out. */
function setOf({ schemas }: TypedVariant, keyword: string): readonly string[] {
  const found = schemas
    .map((schema) => schema[keyword])
    .filter(
      (said) =>
        said !== undefined &&
        !(keyword === "uniqueItems" ? said === false : said === true && keyword.startsWith("unevaluated")),
    );
  return [...new Set(found.map(canonical))].sort();
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
    return [{ text: `has ${keyword} ${is} instead of ${was}`, effect: "breaks" }];
  }
  return [
    ...lost.map((said) => ({ text: `no longer has ${keyword} ${said}`, effect: "widens" as const })),
    ...gained.map((said) => ({ text: `now has ${keyword} ${said}`, effect: "narrows" as const })),
  ];
}
