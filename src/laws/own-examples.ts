import { isSchema, schemasAmong } from "../json-schema/subschema";
import { targetOf } from "../json-schema/targets";
import type { JSONSchema } from "../model/schema";
import { isObject } from "../model/value";

/** The depth at which a recursive schema is no longer followed. */
const deepestExample = 12;

/** The examples in a JSON Schema: those of the whole, otherwise one composed from those of its parts. */
export function ownExamples(root: JSONSchema): readonly unknown[] {
  const given = examplesIn(root, root);
  if (given.length > 0) return given;
  const whole = assembled(root, root, deepestExample);
  return whole === undefined ? [] : [whole.value];
}

/** A value in which every property with an example in its schema has that example. */
export function withOwnExamples(value: unknown, schema: JSONSchema, root: JSONSchema = schema): unknown {
  const target = targetOf(schema, root);
  const [own] = examplesIn(target, root);
  if (own !== undefined) return own;
  if (Array.isArray(value)) {
    const { items } = target;
    return isSchema(items) ? value.map((one: unknown) => withOwnExamples(one, items, root)) : value;
  }
  if (!isObject(value)) return value;
  const properties = propertySchemas(target);
  return Object.fromEntries(
    Object.entries(value).map(([name, member]: [string, unknown]) => {
      const property = properties.get(name);
      return [name, property ? withOwnExamples(member, property, root) : member];
    }),
  );
}

/** A created value; an object, because the value itself may be undefined. */
interface CreatedValue {
  readonly value: unknown;
}

/** A value made of examples, constants and defaults only; undefined if a required part has none. */
function assembled(schema: JSONSchema, root: JSONSchema, depth: number): CreatedValue | undefined {
  if (depth === 0) return undefined;
  const target = targetOf(schema, root);
  const [example] = [...examplesIn(target, root), ...constantsIn(target)];
  if (example !== undefined) return { value: example };
  const [alternative] = [...schemasAmong(target.anyOf), ...schemasAmong(target.oneOf)];
  if (alternative) return assembled(alternative, root, depth - 1);
  if (target.type === "array") {
    const item = isSchema(target.items) ? assembled(target.items, root, depth - 1) : undefined;
    return item && { value: [item.value] };
  }
  return target.type === "object" ? assembledObject(target, root, depth) : undefined;
}

function assembledObject(schema: JSONSchema, root: JSONSchema, depth: number): CreatedValue | undefined {
  const required: readonly unknown[] = Array.isArray(schema.required) ? schema.required : [];
  const members = [...propertySchemas(schema)].map(
    ([name, property]) => [name, assembled(property, root, depth - 1)] as const,
  );
  const made = members.flatMap(([name, member]) => (member ? [[name, member.value] as const] : []));
  const names = new Set(made.map(([name]) => name));
  if (made.length === 0 || required.some((name) => typeof name !== "string" || !names.has(name))) {
    return undefined;
  }
  return { value: Object.fromEntries(made) };
}

function propertySchemas({ properties }: JSONSchema): ReadonlyMap<string, JSONSchema> {
  if (!isSchema(properties)) return new Map();
  const entries: [string, unknown][] = Object.entries(properties);
  return new Map(entries.filter((entry): entry is [string, JSONSchema] => isSchema(entry[1])));
}

function examplesIn(schema: JSONSchema, root: JSONSchema): readonly unknown[] {
  const { examples, example } = targetOf(schema, root);
  return [...(Array.isArray(examples) ? (examples as readonly unknown[]) : []), example].filter(
    (one) => one !== undefined,
  );
}

function constantsIn(schema: JSONSchema): readonly unknown[] {
  const values: readonly unknown[] = Array.isArray(schema.enum) ? schema.enum : [];
  return [schema.const, schema.default, values[0]].filter((one) => one !== undefined);
}
