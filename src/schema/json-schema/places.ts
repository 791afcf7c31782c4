import type { JSONSchema } from "../interface/schema";
import { isBare, ruleOf } from "./keywords";
import { childSchemas, isSchema, subschemasAmong, type Subschema } from "./subschema";
import { referencesOf, targetIn } from "./targets";

/** The names that lead to a value inside of another. `*` is any item of a list, or any value of a record. */
export type Place = readonly string[];

export function placeFrom(text: string): Place {
  return text.split(".");
}

/** The place to which a path leads. A symbol, such as `Each`, means all items of a list, or all values of a record. */
export function placeAlong(path: readonly (string | symbol)[]): Place {
  return path.map((step) => (typeof step === "string" ? step : "*"));
}

/**
 * Finds the place of a value: `["lines", "*", "colour"]` for the path `["lines", "0", "colour"]`. Undefined if the
 * schema has no such place. Where the schema does not name its members or items, it has every place.
 */
export function placeIn(root: JSONSchema, path: Place): Place | undefined {
  let schemas: readonly Subschema[] = [root];
  const place: string[] = [];
  for (const step of path) {
    const found = schemas.flatMap((schema) => allOf(root, schema)).flatMap((one) => below(one, step));
    if (found.length === 0) return undefined;
    place.push(found.some((one) => one.step === step) ? step : "*");
    schemas = found.map(({ schema }) => schema);
  }
  return place;
}

/** A schema with all schemas that its references and unions lead to, for the same value. */
function allOf(root: JSONSchema, start: Subschema): readonly Subschema[] {
  const found = new Set<Subschema>();
  const add = (schema: Subschema): void => {
    if (found.has(schema)) return;
    found.add(schema);
    if (typeof schema === "boolean") return;
    for (const reference of referencesOf(schema)) add(targetIn(root, schema, reference) ?? true);
    for (const [keyword, value] of Object.entries(schema)) {
      if (ruleOf(keyword)?.describes === "value") childSchemas(keyword, value).forEach(add);
    }
  };
  add(start);
  return [...found];
}

interface Below {
  readonly step: string;
  readonly schema: Subschema;
}

function below(schema: Subschema, step: string): readonly Below[] {
  if (typeof schema === "boolean") return schema ? [{ step, schema }] : [];
  if (isBare(schema)) return [{ step, schema: true }];
  return [...membersBelow(schema, step), ...itemsBelow(schema, step)];
}

function membersBelow(schema: JSONSchema, step: string): readonly Below[] {
  const { properties, patternProperties, additionalProperties } = schema;
  if (isSchema(properties) && Object.hasOwn(properties, step)) {
    const member = subschemaOf(properties[step]);
    return member === false ? [] : [{ step, schema: member }];
  }
  const ofPatterns = isSchema(patternProperties) ? Object.values(patternProperties) : [];
  const isUnnamed = typeBeside(schema, "object", "properties", "patternProperties");
  const others = additionalProperties ?? isUnnamed;
  return [...ofPatterns, others]
    .map(subschemaOf)
    .flatMap((one) => (one === false ? [] : { step: "*", schema: one }));
}

function itemsBelow(schema: JSONSchema, step: string): readonly Below[] {
  if (step !== "*" && !/^\d+$/.test(step)) return [];
  const first = subschemasAmong(schema.prefixItems).flatMap((one, i) =>
    step === "*" || step === String(i) ? { step, schema: one } : [],
  );
  if (first.length > 0) return first;
  const items = subschemaOf(schema.items ?? typeBeside(schema, "array", "prefixItems"));
  return items === false ? [] : [{ step: "*", schema: items }];
}

/** True if a schema has a type, and none of the keywords that describe the parts of its values. */
function typeBeside(schema: JSONSchema, type: string, ...keywords: readonly string[]): boolean {
  const isOfType = [schema.type].flat().includes(type);
  return isOfType && keywords.every((keyword) => schema[keyword] === undefined);
}

function subschemaOf(value: unknown): Subschema {
  return isSchema(value) || value === true ? value : false;
}
