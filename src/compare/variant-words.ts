import { isOfType, valuesIn, type Variant, type TypedVariant } from "./value-variants";
import { canonical } from "./canonical";
import { either } from "./difference";

/** Variants in words: `a string or null`. */
export function wordsFor(variants: readonly Variant[]): string {
  return either([
    ...variants.flatMap((variant) => (variant.kind === "value" ? [] : [variantName(variant)])),
    ...wordsForValues(valuesIn(variants)),
  ]);
}

/** A lost or new variant in words; values of its type that the other side still allows are excepted. */
export function wordFor(variant: TypedVariant, others: readonly Variant[]): string {
  const values = valuesIn(others).filter((value) => isOfType(value, variant.kind));
  const word = variantName(variant);
  return values.length === 0 ? word : `${word} other than ${either(wordsForValues(values))}`;
}

/** Values in words; `true` and `false` together are "a boolean". */
export function wordsForValues(values: readonly unknown[]): readonly string[] {
  const isBoolean = values.includes(true) && values.includes(false);
  return [
    ...(isBoolean ? ["a boolean"] : []),
    ...values.filter((value) => !isBoolean || typeof value !== "boolean").map(canonical),
  ];
}

/** Objects are told apart by their names. */
function variantName({ kind, name }: TypedVariant): string {
  return kind === "object" && name !== undefined ? `${kindWords[kind]} (${name})` : kindWords[kind];
}

const kindWords: Readonly<Record<TypedVariant["kind"], string>> = {
  string: "a string",
  number: "a number",
  integer: "an integer",
  array: "a list",
  object: "an object",
};
