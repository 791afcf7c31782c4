import type { JSONSchema } from "../interface/schema";
import { ruleOf } from "./keywords";
import { childSchemas } from "./subschema";
import { referencesOf, targetIn } from "./targets";

/** The schemas that apply to a value of `root` or to a part of it, each with those that lead to it directly. */
export type Reached = ReadonlyMap<JSONSchema, ReadonlySet<JSONSchema>>;

/** Follows keywords and references from `root`. A definition that nothing refers to is not reached. */
export function reachedFrom(root: JSONSchema): Reached {
  const reached = new Map<JSONSchema, Set<JSONSchema>>([[root, new Set()]]);
  // The loop also visits the schemas that it adds.
  for (const schema of reached.keys()) {
    for (const next of nextOf(root, schema)) {
      const known = reached.get(next);
      if (known) known.add(schema);
      else reached.set(next, new Set([schema]));
    }
  }
  return reached;
}

/** The given schemas, and all schemas from which one of them is reached. */
export function leadingTo(targets: Iterable<JSONSchema>, reached: Reached): ReadonlySet<JSONSchema> {
  const found = new Set(targets);
  for (const schema of found) {
    for (const before of reached.get(schema) ?? []) found.add(before);
  }
  return found;
}

function nextOf(root: JSONSchema, schema: JSONSchema): readonly JSONSchema[] {
  return [
    ...referencesOf(schema)
      .map((reference) => targetIn(root, schema, reference))
      .filter((target) => target !== undefined),
    ...Object.entries(schema).flatMap(([keyword, value]) =>
      ruleOf(keyword)?.role === "name" ? [] : childSchemas(keyword, value),
    ),
  ];
}
