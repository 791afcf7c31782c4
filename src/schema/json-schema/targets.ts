import type { JSONSchema } from "../interface/schema";
import { isObject } from "../../core/model/value";
import { isSchema, ownNameOf, schemasAmong, type Subschema, subschemasAmong, mapSchemas } from "./subschema";
import type { Keyword } from "./keywords";
import { nowhere, referenceTargets, type References } from "./references";

/** A schema, and the root in which its references are resolved. */
export interface RootedSchema {
  readonly root: JSONSchema;
  readonly schema: JSONSchema;
}

const known = new WeakMap<JSONSchema, References>();

function referencesIn(root: JSONSchema): References {
  let references = known.get(root);
  if (!references) known.set(root, (references = referenceTargets(root)));
  return references;
}

/** Resolves a pointer, `$anchor` or `$id` within `root`. `from` is the schema with the reference. */
export function subschemaIn(root: JSONSchema, from: object, reference: string): Subschema | undefined {
  return referencesIn(root).resolve(from, reference);
}

/** The absolute URL of a reference, or the reference itself if no schema around it has an `$id`. */
export function absoluteReference(root: JSONSchema, from: object, reference: string): string {
  const address = referencesIn(root).absolute(from, reference);
  return address.startsWith(nowhere) ? reference : address;
}

/** The address of a schema with an `$id`, which is its own base. In draft-07, an `$id` such as `#cat` is an anchor. */
export function addressOf(root: JSONSchema, schema: JSONSchema): string | undefined {
  const { $id } = schema;
  if (typeof $id !== "string") return undefined;
  const address = absoluteReference(root, schema, $id.startsWith("#") ? $id : "#");
  return address === "#" ? $id : address;
}

/** Copies a schema and makes its references absolute, so that a schema with another `$id` can contain the copy. */
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

/** The target of a reference; undefined if there is no target, or if the target is `true` or `false`. */
export function targetIn(root: JSONSchema, from: object, reference: string): JSONSchema | undefined {
  const target = subschemaIn(root, from, reference);
  return isSchema(target) ? target : undefined;
}

const referenceKeywords: ReadonlySet<string> = new Set<Keyword>(["$ref", "$dynamicRef", "$recursiveRef"]);

/** The references of a schema. Their targets apply in addition to the schema's own keywords. */
export function referencesOf({ $ref, $dynamicRef, $recursiveRef }: JSONSchema): readonly string[] {
  return [$ref, $dynamicRef, $recursiveRef].filter((reference) => typeof reference === "string");
}

export function referenceOf(schema: JSONSchema): string | undefined {
  return referencesOf(schema)[0];
}

/** The target of a schema's reference; the schema itself if it has no reference, or no target. */
export function targetOf(schema: JSONSchema, root: JSONSchema = schema): JSONSchema {
  const reference = referenceOf(schema);
  return (reference === undefined ? undefined : targetIn(root, schema, reference)) ?? schema;
}

export interface SchemaPart {
  readonly reference: string | undefined;
  readonly alternatives: readonly Subschema[];
}

export type FollowReference = (from: object, reference: string) => Subschema | undefined;

/** The schemas to which `$ref`, `allOf`, `anyOf` and `oneOf` lead. A reference without a target leads to `true`. */
export function partsOf(schema: JSONSchema, follow: FollowReference): readonly SchemaPart[] {
  const { allOf, anyOf, oneOf } = schema;
  const parts: SchemaPart[] = [];
  for (const reference of referencesOf(schema)) {
    parts.push({ reference, alternatives: [follow(schema, reference) ?? true] });
  }
  for (const one of subschemasAmong(allOf)) parts.push({ reference: undefined, alternatives: [one] });
  for (const choice of [anyOf, oneOf]) {
    const alternatives = subschemasAmong(choice);
    if (alternatives.length > 0) parts.push({ reference: undefined, alternatives });
  }
  return parts;
}

/** The last step of a reference: `Cat` for `#/$defs/Cat`. */
export function lastStepOf(reference: string): string {
  return reference.split(/[/#]/).at(-1) || "Schema";
}

/** The targets of a schema's reference, and of the `mapping` of its discriminator (OpenAPI 3.1.1, 4.8.25). */
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

interface Target {
  readonly reference: string;
  readonly target: JSONSchema;
}

/** Finds the schema for a value in a discriminator's mapping: `#/components/schemas/Dog`, or the name `Dog`. */
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

/** The `mapping` of a discriminator. It maps `dog` to a reference such as `#/$defs/Dog`, or to a name such as `Dog`. */
export function mappingOf({ discriminator }: JSONSchema): ReadonlyMap<string, string> {
  if (!isObject(discriminator) || !("mapping" in discriminator) || !isObject(discriminator.mapping)) {
    return new Map();
  }
  const entries = Object.entries(discriminator.mapping) as [string, unknown][];
  return new Map(entries.filter((entry): entry is [string, string] => typeof entry[1] === "string"));
}

/** Rewrites references of a schema that moves to `place`: in `/oneOf/0`, `#/$defs/Cat` is `#/oneOf/0/$defs/Cat`. */
export function movedTo(place: string, schema: JSONSchema): JSONSchema {
  if (typeof schema.$id === "string") return schema;
  const moved = (reference: unknown): unknown =>
    typeof reference === "string" && isPointer.test(reference) ? `#${place}${reference.slice(1)}` : reference;
  return withReferences(
    mapSchemas(schema, (inner) => movedTo(place, inner)),
    moved,
  );
}

/** Copies a schema, and replaces its `$ref` and the references in its discriminator's mapping. */
export function withReferences(schema: JSONSchema, change: (reference: unknown) => unknown): JSONSchema {
  const { discriminator } = schema;
  return {
    ...schema,
    ...("$ref" in schema ? { $ref: change(schema.$ref) } : {}),
    ...(isSchema(discriminator) && isSchema(discriminator.mapping)
      ? { discriminator: { ...discriminator, mapping: mappedValues(discriminator.mapping, change) } }
      : {}),
  };
}

const isPointer = /^#(?:\/|$)/;

function mappedValues(mapping: JSONSchema, change: (reference: unknown) => unknown): JSONSchema {
  return Object.fromEntries(Object.entries(mapping).map(([value, reference]) => [value, change(reference)]));
}
