import type { JSONSchema } from "../../core/model/schema";
import { isSchema, schemasIn } from "./subschema";

/*
 * Components of the App are in the `$defs` of every schema that leads to them, often all of them in each. Functions
 * remember what they find out about such a component: the time of Build must not grow by components times schemas.
 */

/** The schemas within shared components. They mean the same in every schema that has them in its `$defs`. */
const inShared = new WeakSet<JSONSchema>();

export function markShared(schema: JSONSchema): JSONSchema {
  for (const one of schemasIn(schema)) inShared.add(one);
  return schema;
}

/** True for a schema within a shared component, which means the same in every schema that has it in its `$defs`. */
export function isInShared(schema: JSONSchema): boolean {
  return inShared.has(schema);
}

const foreign = new WeakMap<JSONSchema, readonly JSONSchema[]>();

/** Notes which schemas of a shared component have references that lead to no shared component. */
export function noteForeign(component: JSONSchema, schemas: readonly JSONSchema[]): void {
  foreign.set(component, schemas);
}

/** The schemas within a shared component whose references another schema of the document may not have. */
export function schemasWithForeign(component: JSONSchema): readonly JSONSchema[] {
  return foreign.get(component) ?? schemasIn(component);
}

/** A schema and all schemas within it, without those in shared components. */
export function ownSchemasIn(root: JSONSchema): readonly JSONSchema[] {
  return [root, ...schemasIn(withoutShared(root)).slice(1)];
}

/** The shared components in the `$defs` of a schema. */
export function sharedIn({ $defs }: JSONSchema): readonly JSONSchema[] {
  return isSchema($defs) ? Object.values($defs).filter(isShared) : [];
}

function isShared(definition: unknown): definition is JSONSchema {
  return isSchema(definition) && isInShared(definition);
}

/** Copies a schema without the shared components in its `$defs`. */
function withoutShared(root: JSONSchema): JSONSchema {
  const { $defs } = root;
  if (!isSchema($defs)) return root;
  const own = Object.entries($defs).filter(([, one]) => !isShared(one));
  return { ...root, $defs: Object.fromEntries(own) };
}
