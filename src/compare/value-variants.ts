import type { JSONSchema } from "../model/schema";
import { isObject } from "../model/value";
import { ruleOf } from "../json-schema/keywords";
import { partsOf, type FollowReference, lastStepOf } from "../json-schema/targets";
import { isSchema, type Subschema } from "../json-schema/subschema";
import { canonical } from "../model/json-value";

/** Schemas that must all hold for one value. */
export type Conjunction = readonly Subschema[];

/** The types with more than single values: booleans and null are single values. */
export type VariantType = "string" | "number" | "integer" | "array" | "object";

/** One possible form of a value: `oneOf`, `anyOf` and lists of types have one for each. */
export type Variant =
  | { readonly kind: "value"; readonly value: unknown }
  | {
      readonly kind: VariantType;
      /** Only the own keywords of these schemas are left to compare. */
      readonly schemas: readonly JSONSchema[];
      /** A component's name, or a title. */
      readonly name: string | undefined;
    };

/** A variant that is more than one value. */
export type TypedVariant = Exclude<Variant, { readonly kind: "value" }>;

/**
 * Every possible form of a value of a schema, with references, `allOf`, `anyOf`, `oneOf`, `enum`, `const` and lists of
 * types resolved: so `anyOf: [{ type: "string" }, { type: "null" }]` and `type: ["string", "null"]` are equal.
 */
export function variantsOf(schemas: Conjunction, resolve: FollowReference): readonly Variant[] {
  const variants = waysOf(schemas, resolve).flatMap(variantsOfWay);
  const seen = new Set<string>();
  return variants.filter((variant) => {
    if (variant.kind !== "value") return true;
    const text = canonical(variant.value);
    if (seen.has(text)) return false;
    seen.add(text);
    return true;
  });
}

/** True if schemas have no constraint at all. */
export function allowsAnything(schemas: Conjunction, resolve: FollowReference): boolean {
  return waysOf(schemas, resolve).some(({ schemas: plain }) =>
    plain.every((schema) => !isConstraining(schema)),
  );
}

/** The value of a keyword, such as `default`, in the first schema that has it. */
export function saidFirst(schemas: Conjunction, keyword: string, resolve: FollowReference): unknown {
  const all = waysOf(schemas, resolve).flatMap((way) => way.schemas);
  return all.find((schema) => schema[keyword] !== undefined)?.[keyword];
}

/** The constants among an object's properties, which tell the members of a union apart. */
export function tagsOf({ schemas }: TypedVariant): string {
  const properties = schemas.flatMap((schema) =>
    isSchema(schema.properties) ? Object.entries(schema.properties) : [],
  );
  const tags = properties.flatMap(([name, property]) => {
    const values = isSchema(property) ? literalsOf([property]) : undefined;
    return values?.length === 1 ? [`${name} ${canonical(values[0])}`] : [];
  });
  return tags.sort().join();
}

/** Schemas whose own keywords are compared: their references and combinations have been followed. */
interface FlatConjunction {
  readonly schemas: readonly JSONSchema[];
  readonly name: string | undefined;
}

const nothingSaid: FlatConjunction = { schemas: [], name: undefined };

function waysOf(
  schemas: Conjunction,
  resolve: FollowReference,
  within: readonly JSONSchema[] = [],
): readonly FlatConjunction[] {
  return schemas.reduce<readonly FlatConjunction[]>(
    (ways, schema) => product(ways, waysOfOne(schema, resolve, within)),
    [nothingSaid],
  );
}

function waysOfOne(
  schema: Subschema,
  resolve: FollowReference,
  within: readonly JSONSchema[],
): readonly FlatConjunction[] {
  if (schema === false) return [];
  // A schema that leads to itself before any value is reached adds nothing.
  if (schema === true || within.includes(schema)) return [nothingSaid];
  const inner = [...within, schema];
  const parts = partsOf(schema, resolve).map(({ reference, alternatives }) => {
    const ways = alternatives.flatMap((one) => waysOfOne(one, resolve, inner));
    return reference === undefined ? ways : namedByTag(ways, lastStepOf(reference));
  });
  const own: FlatConjunction = { schemas: [schema], name: undefined };
  return namedByTag(parts.reduce<readonly FlatConjunction[]>(product, [own]), schema.title);
}

/** A name shared by several forms identifies none of them. */
function namedByTag(ways: readonly FlatConjunction[], name: unknown): readonly FlatConjunction[] {
  if (ways.length !== 1 || typeof name !== "string") return ways;
  return ways.map((way) => ({ ...way, name: way.name ?? name }));
}

function product(
  ways: readonly FlatConjunction[],
  others: readonly FlatConjunction[],
): readonly FlatConjunction[] {
  return ways.flatMap((way) =>
    others.map((other) => ({
      schemas: [...new Set([...way.schemas, ...other.schemas])],
      name: way.name ?? other.name,
    })),
  );
}

function variantsOfWay({ schemas: all, name }: FlatConjunction): readonly Variant[] {
  const schemas = all.filter(isConstraining);
  const types = schemas.reduce<readonly string[]>((left, { type }) => intersection(left, type), EVERY_TYPE);
  const values = literalsOf(schemas);
  if (values) {
    return values
      .filter((value) => types.some((type) => isOfType(value, type)))
      .map((value) => ({ kind: "value", value }));
  }
  return types.flatMap((type): readonly Variant[] => {
    switch (type) {
      case "null":
        return [{ kind: "value", value: null }];
      case "boolean":
        return [
          { kind: "value", value: true },
          { kind: "value", value: false },
        ];
      default:
        return [{ kind: type as VariantType, schemas, name }];
    }
  });
}

const EVERY_TYPE = ["string", "number", "boolean", "object", "array", "null"];

function intersection(left: readonly string[], written: unknown): readonly string[] {
  if (written === undefined) return left;
  const types: readonly unknown[] = Array.isArray(written) ? written : [written];
  // "number" holds every integer.
  const both = left.filter(
    (type) => types.includes(type) || (type === "integer" && types.includes("number")),
  );
  return left.includes("number") && !types.includes("number") && types.includes("integer")
    ? [...both, "integer"]
    : both;
}

/** The values that `enum` and `const` allow; undefined if there is neither. */
function literalsOf(schemas: readonly JSONSchema[]): readonly unknown[] | undefined {
  const lists = schemas.flatMap((schema) => [
    ...(Array.isArray(schema.enum) ? [schema.enum as readonly unknown[]] : []),
    ...("const" in schema ? [[schema.const]] : []),
  ]);
  const [first, ...others] = lists;
  return first?.filter((value) =>
    others.every((list) => list.some((other) => canonical(other) === canonical(value))),
  );
}

/** The variants that are one single value each. */
export function valuesIn(variants: readonly Variant[]): readonly unknown[] {
  return variants.flatMap((variant) => (variant.kind === "value" ? [variant.value] : []));
}

/** True if a value has this type of JSON Schema. */
export function isOfType(value: unknown, type: string): boolean {
  switch (type) {
    case "null":
      return value === null;
    case "array":
      return Array.isArray(value);
    case "object":
      return isObject(value) && !Array.isArray(value);
    case "integer":
      return Number.isInteger(value);
    default:
      return typeof value === type;
  }
}

/** True if a schema itself forbids values: its references and combinations have been followed. */
function isConstraining(schema: JSONSchema): boolean {
  return Object.keys(schema).some((keyword) => {
    const rule = ruleOf(keyword);
    return rule ? rule.role === "narrow" : !keyword.startsWith("x-");
  });
}
