import type { JSONSchema } from "../../model/schema";
import type { KeywordDifference } from "./schema-difference";
import type { TypedAlternative, AlternativeType } from "./value-alternatives";

/**
 * Compares how many items of a list must match `contains`: at least one, unless `minContains` is set (JSON Schema
 * Validation 2020-12, 6.4.5). If only one of the two schemas has `contains`, that itself is the difference.
 */
export function compareContainedItems(
  before: TypedAlternative,
  after: TypedAlternative,
): readonly KeywordDifference[] {
  if (![before, after].every(({ schemas }) => schemas.some(hasContains))) return [];
  return containedEnds.flatMap((end) => compareEnd(end, containedAt(end, before), containedAt(end, after)));
}

const containedEnds: readonly End[] = [
  { side: "lower", inclusive: "minContains" },
  { side: "upper", inclusive: "maxContains" },
];

function containedAt(end: End, { schemas }: TypedAlternative): Limit | undefined {
  const limits = schemas.filter(hasContains).flatMap((schema) => {
    const limit = limitsIn(schema, end);
    return end.side === "lower" && limit.length === 0 ? [{ value: 1, isExclusive: false }] : limit;
  });
  return tightestOf(limits, end);
}

function hasContains({ contains }: JSONSchema): boolean {
  return contains !== undefined;
}

/** Compares the lower and upper limits of two alternatives of one family. */
export function compareLimits(
  before: TypedAlternative,
  after: TypedAlternative,
): readonly KeywordDifference[] {
  return endsOf[before.kind].flatMap((end) => compareEnd(end, limitAt(end, before), limitAt(end, after)));
}

/** True if a number, or the length of a text, is within the limits of an alternative. */
export function isWithinLimits(size: number, alternative: TypedAlternative): boolean {
  return endsOf[alternative.kind].every((end) => {
    const limit = limitAt(end, alternative);
    if (!limit || size === limit.value) return !limit?.isExclusive;
    return end.side === "lower" ? size > limit.value : size < limit.value;
  });
}

/** One end of a type's values, and the keywords that limit it. */
interface End {
  readonly side: "lower" | "upper";
  readonly inclusive: string;
  readonly exclusive?: string;
}

const numberEnds: readonly End[] = [
  { side: "lower", inclusive: "minimum", exclusive: "exclusiveMinimum" },
  { side: "upper", inclusive: "maximum", exclusive: "exclusiveMaximum" },
];

const endsOf: Readonly<Record<AlternativeType, readonly End[]>> = {
  string: [
    { side: "lower", inclusive: "minLength" },
    { side: "upper", inclusive: "maxLength" },
  ],
  number: numberEnds,
  integer: numberEnds,
  array: [
    { side: "lower", inclusive: "minItems" },
    { side: "upper", inclusive: "maxItems" },
  ],
  object: [
    { side: "lower", inclusive: "minProperties" },
    { side: "upper", inclusive: "maxProperties" },
  ],
};

/** The limit of a type's values, inclusive or exclusive. */
interface Limit {
  readonly value: number;
  readonly isExclusive: boolean;
}

/** The tightest limit at one end; undefined if none of the alternative's schemas sets one. */
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

function limitsIn(schema: JSONSchema, { inclusive, exclusive }: End): readonly Limit[] {
  const at = (keyword: string, isExclusive: boolean): readonly Limit[] => {
    const value = schema[keyword];
    return typeof value === "number" ? [{ value, isExclusive }] : [];
  };
  return [...at(inclusive, false), ...(exclusive === undefined ? [] : at(exclusive, true))];
}

/** The nearest integer within a limit: 1 for `exclusiveMinimum: 0`, and for `minimum: 0.5`. */
function inIntegers({ value, isExclusive }: Limit, { side }: End): Limit {
  if (!isExclusive) return { value: side === "lower" ? Math.ceil(value) : Math.floor(value), isExclusive };
  return { value: side === "lower" ? Math.floor(value) + 1 : Math.ceil(value) - 1, isExclusive: false };
}

/** True if a limit excludes nothing: no length is below 0, and zod writes JavaScript's own limits for every integer. */
function isIdle({ value }: Limit, { side }: End, kind: AlternativeType): boolean {
  if (kind === "number") return false;
  if (kind !== "integer" && side === "lower" && value <= 0) return true;
  return Math.abs(value) >= Number.MAX_SAFE_INTEGER;
}

function isTighter(one: Limit, other: Limit, { side }: End): boolean {
  if (one.value === other.value) return one.isExclusive && !other.isExclusive;
  return side === "lower" ? one.value > other.value : one.value < other.value;
}

function compareEnd(
  end: End,
  before: Limit | undefined,
  after: Limit | undefined,
): readonly KeywordDifference[] {
  if (!before && !after) return [];
  if (!after) {
    return [{ kind: "limit-removed", text: `no longer has ${limitInWords(end, before)}`, effect: "widens" }];
  }
  if (!before) {
    return [{ kind: "limit-added", text: `now has ${limitInWords(end, after)}`, effect: "narrows" }];
  }
  const narrows = isTighter(after, before, end);
  if (!narrows && !isTighter(before, after, end)) return [];
  const isSameKeyword = before.isExclusive === after.isExclusive;
  const was = isSameKeyword ? String(before.value) : limitInWords(end, before);
  return [
    {
      kind: "limit-changed",
      text: `has ${limitInWords(end, after)} instead of ${was}`,
      effect: narrows ? "narrows" : "widens",
    },
  ];
}

/** `exclusiveMinimum 0`. */
function limitInWords({ inclusive, exclusive = inclusive }: End, limit: Limit | undefined): string {
  return `${limit?.isExclusive ? exclusive : inclusive} ${String(limit?.value)}`;
}
