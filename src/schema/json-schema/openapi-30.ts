import type { JSONSchema } from "../interface/schema";
import { withMovedLimits } from "./drafts";
import { isSchema, mapSchemas } from "./subschema";

/**
 * Rewrites the keywords of OpenAPI 3.0 (3.0.4, 4.7.24) in a schema, at every depth, as OpenAPI 3.1 writes them:
 * `{ type: "string", nullable: true, example: "a" }` becomes `{ type: ["string", "null"], examples: ["a"] }`. Other
 * schemas stay equal.
 */
export function fromOpenAPI30(schema: JSONSchema): JSONSchema {
  return wordsOfOpenAPI30.test(JSON.stringify(schema)) ? rewritten(schema) : schema;
}

export const wordsOfOpenAPI30 = /"(?:nullable|example)":|"exclusiveM(?:in|ax)imum":(?:true|false)/;

function rewritten(schema: JSONSchema): JSONSchema {
  return withListedExample(withNull(withMovedLimits(withinComponents(mapSchemas(schema, rewritten)))));
}

/** A schema of OpenAPI may contain `components.schemas`, which JSON Schema does not have. */
function withinComponents(schema: JSONSchema): JSONSchema {
  return "components" in schema
    ? { ...schema, components: within({ schemas: each(inSchema) })(schema.components) }
    : schema;
}

function withListedExample(schema: JSONSchema): JSONSchema {
  if (!("example" in schema)) return schema;
  const { example, examples, ...others } = schema;
  return { ...others, examples: [...(Array.isArray(examples) ? (examples as unknown[]) : []), example] };
}

/** `nullable` has an effect beside a `type`, and beside keywords that lead to other schemas. */
function withNull(schema: JSONSchema): JSONSchema {
  const { nullable, ...others } = schema;
  if (typeof nullable !== "boolean") return schema;
  return nullable ? orNull(withNullType(others)) : others;
}

function withNullType(schema: JSONSchema): JSONSchema {
  return "type" in schema ? { ...schema, type: [...new Set([schema.type, "null"].flat())] } : schema;
}

/** Moves `{ $ref }` to `{ anyOf: [{ $ref }, { type: "null" }] }`: without this, the referenced schema refuses null. */
function orNull(schema: JSONSchema): JSONSchema {
  const entries = Object.entries(schema);
  const leads = entries.filter(([keyword]) => leading.has(keyword));
  if (leads.every(([keyword]) => keyword === "discriminator")) return schema;
  const { anyOf, ...moved } = Object.fromEntries(leads) as JSONSchema;
  const alternatives =
    Array.isArray(anyOf) && Object.keys(moved).length === 0 ? (anyOf as unknown[]) : undefined;
  return {
    ...Object.fromEntries(entries.filter(([keyword]) => !leading.has(keyword))),
    anyOf: [...(alternatives ?? [Object.fromEntries(leads)]), { type: "null" }],
  };
}

/** A discriminator must remain beside the alternatives that it selects from (OpenAPI 3.1.1, 4.8.25). */
const leading: ReadonlySet<string> = new Set(["$ref", "allOf", "anyOf", "oneOf", "discriminator"]);

export type Rewrite = (value: unknown) => unknown;

/** Rewrites a value at the place of a schema. */
export const inSchema: Rewrite = (value) => (isSchema(value) ? rewritten(value) : value);

/** Rewrites the items of a list, or the values of an object. */
export const each =
  (rewrite: Rewrite): Rewrite =>
  (value) => {
    if (Array.isArray(value)) return value.map(rewrite);
    return isSchema(value)
      ? Object.fromEntries(Object.entries(value).map(([name, member]) => [name, rewrite(member)]))
      : value;
  };

/** Rewrites the members that `members` names, and keeps all others. */
export const within =
  (members: Readonly<Record<string, Rewrite>>): Rewrite =>
  (value) => {
    if (!isSchema(value)) return value;
    const rewriteOf = (name: string): Rewrite | undefined =>
      Object.hasOwn(members, name) ? members[name] : undefined;
    return Object.fromEntries(
      Object.entries(value).map(([name, member]) => [name, rewriteOf(name)?.(member) ?? member]),
    );
  };
