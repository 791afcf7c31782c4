import type { JSONSchema } from "../model/schema";
import { isObject } from "../model/value";
import { isSchema, ownNameOf, schemasAmong } from "./json";
import { referenceTargets, type Resolve } from "./reference-targets";

const resolvers = new WeakMap<JSONSchema, Resolve>();

/** The schema that a reference of `from`, somewhere within `root`, leads to: by pointer, `$anchor` or `$id`. */
export function targetIn(root: JSONSchema, from: JSONSchema, reference: string): JSONSchema | undefined {
  let resolve = resolvers.get(root);
  if (!resolve) resolvers.set(root, (resolve = referenceTargets(root)));
  const target = resolve(from, reference);
  return isSchema(target) ? target : undefined;
}

/** The reference that a schema is, or is besides what it says itself; undefined where it is none. */
export function referenceOf({ $ref, $dynamicRef }: JSONSchema): string | undefined {
  return [$ref, $dynamicRef].find((reference): reference is string => typeof reference === "string");
}

/** The target of a schema that is a reference, else the schema. */
export function targetOf(schema: JSONSchema, root: JSONSchema = schema): JSONSchema {
  const reference = referenceOf(schema);
  return (reference === undefined ? undefined : targetIn(root, schema, reference)) ?? schema;
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
