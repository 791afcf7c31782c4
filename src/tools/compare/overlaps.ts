import { requiredNames } from "../../schema/json-schema/subschema";
import { canonical } from "../../core/model/json-value";
import { onceEach } from "../../core/model/collections";
import { fitsKeywords } from "./compare-keywords";
import { objectAlternativeOf, type ObjectAlternative } from "./compare-objects";
import type { PropertyReader } from "./property-reader";
import { formsOf, isOfType } from "./value-alternatives";
import type { Alternative, Conjunction, SchemaSide, TypedAlternative } from "./alternative";

/** Inner objects are looked into so far for a constant or a type that tells two schemas apart. */
const deepest = 3;

/**
 * Makes a test for schemas of one document: true if no value matches both of two schemas, as a constant, a type, or a
 * required property that the other one refuses shows. Limits and patterns show nothing.
 */
export function apartIn(
  resolve: SchemaSide["resolve"],
  reader: PropertyReader,
): (one: Conjunction, other: Conjunction) => boolean {
  const formsIn = onceEach((schemas: Conjunction) => formsOf({ schemas, resolve }));
  const objectOf = onceEach((form: TypedAlternative) => objectAlternativeOf(form.schemas, reader));
  return (one, other) => areApart(one, other, 0);

  function areApart(one: Conjunction, other: Conjunction, depth: number): boolean {
    const [forms, others] = [formsIn(one), formsIn(other)];
    if (!forms || !others || depth > deepest) return false;
    return forms.every((form) => others.every((another) => areFormsApart(form, another, depth)));
  }

  function areFormsApart(one: Alternative, other: Alternative, depth: number): boolean {
    if (one.kind === "value") return !isAccepted(one.value, other);
    if (other.kind === "value") return !isAccepted(other.value, one);
    const kinds = new Set([one.kind, other.kind]);
    if (kinds.size > 1) return !(kinds.has("integer") && kinds.has("number"));
    return one.kind === "object" && areObjectsApart(one, other, depth);
  }

  function areObjectsApart(one: TypedAlternative, other: TypedAlternative, depth: number): boolean {
    const [object, another] = [objectOf(one), objectOf(other)];
    const required = new Set([...one.schemas, ...other.schemas].flatMap(requiredNames));
    return [...required].some((name) => {
      const [own, others] = [object.properties.get(name), another.properties.get(name)];
      if (own && others) return areApart(own, others, depth + 1);
      return own ? isClosed(other, another) : isClosed(one, object);
    });
  }
}

/** True if an object refuses every property that it does not name. */
function isClosed({ schemas }: TypedAlternative, { others }: ObjectAlternative): boolean {
  return others.includes(false) && schemas.every(({ patternProperties }) => patternProperties === undefined);
}

function isAccepted(value: unknown, form: Alternative): boolean {
  return form.kind === "value"
    ? canonical(form.value) === canonical(value)
    : isOfType(value, form.kind) && fitsKeywords(value, form);
}
