import type { JSONSchema } from "../model/schema";
import { isSchema } from "../json-schema/subschema";

/** Two schemas that hold at once, as one: near enough for examples. */
export function merged(a: JSONSchema, b: JSONSchema): JSONSchema {
  const both: Record<string, unknown> = { ...a, ...b };
  if (isSchema(a.properties) && isSchema(b.properties)) {
    both.properties = joinedProperties(a.properties, b.properties);
  }
  if (Array.isArray(a.required) && Array.isArray(b.required)) {
    both.required = [...new Set<unknown>([...(a.required as unknown[]), ...(b.required as unknown[])])];
  }
  if (Array.isArray(a.allOf) && Array.isArray(b.allOf)) {
    both.allOf = [...(a.allOf as unknown[]), ...(b.allOf as unknown[])];
  }
  return both;
}

function joinedProperties(a: JSONSchema, b: JSONSchema): JSONSchema {
  const twice = Object.keys(a).filter((name) => Object.hasOwn(b, name));
  const together = twice.map((name) => {
    const [one, other] = [a[name], b[name]];
    return [name, isSchema(one) && isSchema(other) ? merged(one, other) : other] as const;
  });
  return { ...a, ...b, ...Object.fromEntries(together) };
}
