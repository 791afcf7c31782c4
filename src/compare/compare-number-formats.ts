import type { KeywordDifference } from "./schema-difference";
import type { TypedVariant } from "./value-variants";

/** Compares the formats of two number variants: every `int32` is an `int64`. */
export function compareNumberFormats(
  before: TypedVariant,
  after: TypedVariant,
): readonly KeywordDifference[] {
  const [was, is] = [formatsOf(before), formatsOf(after)];
  const [widens, narrows] = [areAmong(was, is), areAmong(is, was)];
  if (widens && narrows) return [];
  const effect = widens ? "widens" : narrows ? "narrows" : "breaks";
  if (was.length === 0) return [{ text: `now has format ${formatsInWords(is)}`, effect }];
  if (is.length === 0) return [{ text: `no longer has format ${formatsInWords(was)}`, effect }];
  return [{ text: `has format ${formatsInWords(is)} instead of ${formatsInWords(was)}`, effect }];
}

function formatsOf({ schemas }: TypedVariant): readonly string[] {
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
