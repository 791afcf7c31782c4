import type { JSONSchema } from "../interface/schema";
import { isRecord, pointerStep } from "../../core/model/value";
import { ruleOf } from "./keywords";

/** A JSON Schema. `true` allows every value, `false` allows no value. */
export type Subschema = JSONSchema | boolean;

export function copyOfJSON(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(copyOfJSON);
  if (!isSchema(value)) return value;
  return Object.fromEntries(Object.entries(value).map(([name, member]) => [name, copyOfJSON(member)]));
}

export function isSchema(value: unknown): value is JSONSchema {
  return isRecord(value);
}

export function isSubschema(value: unknown): value is Subschema {
  return typeof value === "boolean" || isSchema(value);
}

/** True if a schema allows no value: `false`, or `{ not: {} }`, which some libraries write for `false`. */
export function isNever(schema: Subschema): boolean {
  if (typeof schema === "boolean") return !schema;
  const { not } = schema;
  return not === true || (isSchema(not) && Object.keys(not).length === 0);
}

/** The schemas in a list, including `true` and `false`; empty if the argument is not a list. */
export function subschemasAmong(list: unknown): readonly Subschema[] {
  return Array.isArray(list) ? list.filter(isSubschema) : [];
}

/** The schemas in a list such as `allOf`, without `true` and `false`; empty if the argument is not a list. */
export function schemasAmong(list: unknown): readonly JSONSchema[] {
  return Array.isArray(list) ? list.filter(isSchema) : [];
}

/** The name that a schema itself contains: its `id`, `$id` or `title`. */
export function ownNameOf({ id, $id, title }: JSONSchema): string | undefined {
  return [id, $id, title].find((name): name is string => typeof name === "string" && name !== "");
}

/** The names in `required`; empty if `required` is malformed. */
export function requiredNames({ required }: JSONSchema): readonly string[] {
  return Array.isArray(required) ? required.filter((name) => typeof name === "string") : [];
}

/** A schema and all schemas within it. Definitions are included by default. */
export function schemasIn(schema: JSONSchema, { definitions = true } = {}): readonly JSONSchema[] {
  const all: JSONSchema[] = [];
  const add = (one: JSONSchema): void => {
    all.push(one);
    for (const [keyword, value] of Object.entries(one)) {
      if (!definitions && (keyword === "$defs" || keyword === "definitions")) continue;
      for (const child of childSchemas(keyword, value)) add(child);
    }
  };
  add(schema);
  return all;
}

/** The schemas in the value of a keyword such as `properties` (JSON Schema 2020-12, 10 and 11). */
export function childSchemas(keyword: string, value: unknown): readonly JSONSchema[] {
  switch (ruleOf(keyword)?.holds) {
    case "schema":
      // Before draft 2020-12, `items` could be a list.
      return isSchema(value) ? [value] : schemasAmong(value);
    case "list":
      return schemasAmong(value);
    case "map":
      return isSchema(value) ? Object.values(value).filter(isSchema) : [];
    default:
      return [];
  }
}

/** The schemas directly within a schema, each with its place in it: `/properties/owner`. Definitions come first. */
export function placedChildren(schema: JSONSchema): readonly (readonly [place: string, child: JSONSchema])[] {
  const keywords = Object.keys(schema).filter((keyword) => ruleOf(keyword) !== undefined);
  const isDefining = (keyword: string): boolean => ruleOf(keyword)?.role === "name";
  return [...keywords.filter(isDefining), ...keywords.filter((keyword) => !isDefining(keyword))].flatMap(
    (keyword) => placedIn(keyword, schema[keyword]),
  );
}

/** The place of the first schema that a function accepts: `/properties/owner`; empty for the schema itself. */
export function placeOf(schema: JSONSchema, isSought: (one: JSONSchema) => boolean): string | undefined {
  if (isSought(schema)) return "";
  for (const [place, child] of placedChildren(schema)) {
    const within = placeOf(child, isSought);
    if (within !== undefined) return place + within;
  }
  return undefined;
}

function placedIn(keyword: string, value: unknown): readonly (readonly [place: string, child: JSONSchema])[] {
  const children = new Set(childSchemas(keyword, value));
  if (isSchema(value) && children.has(value)) return [[`/${keyword}`, value]];
  const steps: readonly (readonly [string, unknown])[] = Object.entries(value ?? {});
  return steps.flatMap(([step, child]) =>
    isSchema(child) && children.has(child) ? [[`/${keyword}/${pointerStep(step)}`, child] as const] : [],
  );
}

/** Copies a schema, and replaces each subschema in its keywords by the result of `replace`. */
export function mapSchemas(schema: JSONSchema, replace: (child: JSONSchema) => JSONSchema): JSONSchema {
  const entries = Object.entries(schema);
  return Object.fromEntries(
    entries.map(([keyword, value]) => [keyword, mappedKeyword(keyword, value, replace)]),
  );
}

function mappedKeyword(keyword: string, value: unknown, replace: (child: JSONSchema) => JSONSchema): unknown {
  const one = (part: unknown): unknown => (isSchema(part) ? replace(part) : copyOfJSON(part));
  switch (ruleOf(keyword)?.holds) {
    case "schema":
      return Array.isArray(value) ? value.map(one) : one(value);
    case "list":
      return Array.isArray(value) ? value.map(one) : copyOfJSON(value);
    case "map":
      return isSchema(value)
        ? Object.fromEntries(Object.entries(value).map(([name, child]) => [name, one(child)]))
        : copyOfJSON(value);
    default:
      return copyOfJSON(value);
  }
}

/** Copies a schema without some keywords, at every depth. */
export function withoutKeywords(schema: JSONSchema, keywords: ReadonlySet<string>): JSONSchema {
  const kept = Object.entries(schema).filter(([keyword]) => !keywords.has(keyword));
  return mapSchemas(Object.fromEntries(kept), (inner) => withoutKeywords(inner, keywords));
}
