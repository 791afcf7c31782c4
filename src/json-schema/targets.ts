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

/** The target of a reference from `from`, somewhere within `root`: by pointer, `$anchor` or `$id`. */
export function subschemaIn(root: JSONSchema, from: object, reference: string): Subschema | undefined {
  return referencesIn(root).resolve(from, reference);
}

/**
 * A copy whose references keep their targets wherever a part of it is written, even next to parts with another `$id`
 * around them.
 */
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

/** The same, unless it is `true` or `false`. */
export function targetIn(root: JSONSchema, from: object, reference: string): JSONSchema | undefined {
  const target = subschemaIn(root, from, reference);
  return isSchema(target) ? target : undefined;
}

const referenceKeywords: ReadonlySet<string> = new Set<Keyword>(["$ref", "$dynamicRef", "$recursiveRef"]);

/** The references that apply in addition to a schema's own keywords. */
export function referencesOf({ $ref, $dynamicRef, $recursiveRef }: JSONSchema): readonly string[] {
  return [$ref, $dynamicRef, $recursiveRef].filter((reference) => typeof reference === "string");
}

/** A schema's own keywords, without its references. */
export function withoutReferences(schema: JSONSchema): JSONSchema {
  return Object.fromEntries(Object.entries(schema).filter(([keyword]) => !referenceKeywords.has(keyword)));
}

/** The reference of a schema, with or without other keywords; undefined if it has none. */
export function referenceOf(schema: JSONSchema): string | undefined {
  return referencesOf(schema)[0];
}

/** The target of a schema's reference, otherwise the schema itself. */
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

/** A reference, and its target. */
interface Target {
  readonly reference: string;
  readonly target: JSONSchema;
}

/**
 * The schema for a value of a mapping: by reference, or by the name of an alternative or definition, as documents write
 * it (`Dog`, `#/components/schemas/Dog`).
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

/** The targets of a discriminator's values: references, or names in `$defs`. */
export function mappingOf({ discriminator }: JSONSchema): ReadonlyMap<string, string> {
  if (!isObject(discriminator) || !("mapping" in discriminator) || !isObject(discriminator.mapping)) {
    return new Map();
  }
  const entries = Object.entries(discriminator.mapping) as [string, unknown][];
  return new Map(entries.filter((entry): entry is [string, string] => typeof entry[1] === "string"));
}
