import type { JSONSchema } from "../model/schema";
import { isObject } from "../model/value";
import { isSchema, ownNameOf, schemasAmong, type Subschema } from "./subschema";
import type { Keyword } from "./keywords";
import { referenceTargets, type References } from "./references";
import { mapSchemas } from "./walk";

const known = new WeakMap<JSONSchema, References>();

function referencesIn(root: JSONSchema): References {
  let references = known.get(root);
  if (!references) known.set(root, (references = referenceTargets(root)));
  return references;
}

/** What a reference of `from`, somewhere within `root`, leads to: by pointer, `$anchor` or `$id`. */
export function subschemaIn(root: JSONSchema, from: object, reference: string): Subschema | undefined {
  return referencesIn(root).resolve(from, reference);
}

/** A copy whose references lead to the same wherever a part of it is written: beside parts that have another `$id` around them. */
export function withAbsoluteReferences(root: JSONSchema): JSONSchema {
  const { absolute } = referencesIn(root);
  return copied(root);

  function copied(schema: JSONSchema): JSONSchema {
    const members = Object.entries(mapSchemas(schema, copied));
    return Object.fromEntries(
      members.map(([keyword, value]) => [
        keyword,
        referenceKeywords.has(keyword) && typeof value === "string" ? absolute(schema, value) : value,
      ]),
    );
  }
}

/** The same, where it is no `true` or `false`. */
export function targetIn(root: JSONSchema, from: object, reference: string): JSONSchema | undefined {
  const target = subschemaIn(root, from, reference);
  return isSchema(target) ? target : undefined;
}

const referenceKeywords: ReadonlySet<string> = new Set<Keyword>(["$ref", "$dynamicRef", "$recursiveRef"]);

/** The references that hold beside what a schema says itself. */
export function referencesOf({ $ref, $dynamicRef, $recursiveRef }: JSONSchema): readonly string[] {
  return [$ref, $dynamicRef, $recursiveRef].filter((reference) => typeof reference === "string");
}

/** The words of a schema itself, beside its references. */
export function withoutReferences(schema: JSONSchema): JSONSchema {
  return Object.fromEntries(Object.entries(schema).filter(([keyword]) => !referenceKeywords.has(keyword)));
}

/** The reference that a schema is, or is besides what it says itself; undefined where it is none. */
export function referenceOf(schema: JSONSchema): string | undefined {
  return referencesOf(schema)[0];
}

/** The target of a schema that is a reference, else the schema. */
export function targetOf(schema: JSONSchema, root: JSONSchema = schema): JSONSchema {
  const reference = referenceOf(schema);
  return (reference === undefined ? undefined : targetIn(root, schema, reference)) ?? schema;
}

/** The last step of a reference: a key of `$defs`, an anchor. */
export function lastStepOf(reference: string): string {
  return reference.split(/[/#]/).at(-1) || "Schema";
}

/** Every schema that one refers to: by `$ref`, and by the mapping of a discriminator (OpenAPI 3.1.1, 4.8.25). */
export function targetsOf(root: JSONSchema, schema: JSONSchema): readonly Target[] {
  const reference = referenceOf(schema);
  const found = [
    ...(reference === undefined ? [] : [{ reference, target: targetIn(root, schema, reference) }]),
    ...[...mappingOf(schema).values()].map((value) => ({
      reference: value,
      target: mappedTargetIn(root, schema, value),
    })),
  ];
  return found.flatMap(({ reference, target }) => (target ? { reference, target } : []));
}

/** A reference, and the schema that it leads to. */
interface Target {
  readonly reference: string;
  readonly target: JSONSchema;
}

/**
 * The schema that a value of a mapping leads to: by reference, or as documents write names, `Dog` and
 * `#/components/schemas/Dog`, of an alternative or a definition.
 */
export function mappedTargetIn(root: JSONSchema, union: JSONSchema, value: string): JSONSchema | undefined {
  const target = targetIn(root, union, value);
  if (target) return target;
  const name = /^(?:#\/components\/schemas\/)?([\w.-]+)$/.exec(value)?.[1];
  if (name === undefined) return undefined;
  const alternatives = [...schemasAmong(union.oneOf), ...schemasAmong(union.anyOf)].map((one) =>
    targetOf(one, root),
  );
  return (
    alternatives.find((one) => ownNameOf(one) === name) ??
    targetIn(root, union, `#/$defs/${name}`) ??
    targetIn(root, union, `#/definitions/${name}`)
  );
}

/** The targets of the values of a discriminated union's property: references, or names in `$defs`. */
export function mappingOf({ discriminator }: JSONSchema): ReadonlyMap<string, string> {
  if (!isObject(discriminator) || !("mapping" in discriminator) || !isObject(discriminator.mapping)) {
    return new Map();
  }
  const entries = Object.entries(discriminator.mapping) as [string, unknown][];
  return new Map(entries.filter((entry): entry is [string, string] => typeof entry[1] === "string"));
}
