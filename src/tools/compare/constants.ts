import { isSchema } from "../../schema/json-schema/subschema";
import { canonical } from "../../schema/interface/json-value";
import type { JSONSchema } from "../../schema/interface/schema";

/** Lists the properties that have only one value, such as `["kind", "cat"]`: they distinguish members of a union. */
export function constantsIn(
  schemas: readonly JSONSchema[],
): readonly (readonly [property: string, value: unknown])[] {
  const properties = schemas.flatMap((schema) =>
    isSchema(schema.properties) ? Object.entries(schema.properties) : [],
  );
  return properties.flatMap(([name, property]) => {
    const values = isSchema(property) ? literalsOf([property]) : undefined;
    return values?.length === 1 ? [[name, values[0]] as const] : [];
  });
}

/** The values that all the `enum`s and `const`s of schemas allow; undefined if the schemas have none of these. */
export function literalsOf(schemas: readonly JSONSchema[]): readonly unknown[] | undefined {
  const lists = schemas.flatMap((schema) => [
    ...(Array.isArray(schema.enum) ? [schema.enum as readonly unknown[]] : []),
    ...("const" in schema ? [[schema.const]] : []),
  ]);
  const [first, ...others] = lists;
  const sets = others.map((list) => new Set(list.map(canonical)));
  return first?.filter((value) => sets.every((set) => set.has(canonical(value))));
}

/** Writes all constants of schemas as one tag, such as `kind "cat"`; no tag if there are none. */
export function tagsIn(schemas: readonly JSONSchema[]): readonly string[] {
  const tags = constantsIn(schemas).map(([name, value]) => `${name} ${canonical(value)}`);
  return tags.length === 0 ? [] : [tags.sort().join()];
}
