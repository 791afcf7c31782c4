import { remembered } from "../../core/model/collections";
import type { JSONSchema } from "../interface/schema";
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
function schemasWithForeign(component: JSONSchema): readonly JSONSchema[] {
  return foreign.get(component) ?? schemasIn(component);
}

/** Those schemas of all shared components in the `$defs` of a schema. */
export function schemasWithForeignIn(root: JSONSchema): readonly JSONSchema[] {
  return foreignAmong(sharedIn(root));
}

const foreignAmong = remembered((components: readonly JSONSchema[]) =>
  components.flatMap(schemasWithForeign),
);

/** A schema and all schemas within it, without those in shared components. */
export function ownSchemasIn(root: JSONSchema): readonly JSONSchema[] {
  const { $defs } = root;
  return [root, ...schemasIn(isSchema($defs) ? { ...root, $defs: ownAmong($defs) } : root).slice(1)];
}

const ownAmong = /* @__PURE__ */ remembered(($defs: JSONSchema) =>
  Object.fromEntries(Object.entries($defs).filter(([, one]) => !isShared(one))),
);

/** The shared components in the `$defs` of a schema: the same list for the same `$defs`. */
export function sharedIn({ $defs }: JSONSchema): readonly JSONSchema[] {
  return isSchema($defs) ? sharedAmong($defs) : [];
}

/** Most schemas that lead to the same components have one object as their `$defs`. */
const sharedAmong = remembered(($defs: JSONSchema) => Object.values($defs).filter(isShared));

/** The `$defs` of a schema, if they are shared components all of whose references lead to shared components. */
export function sharedDefinitionsIn(root: JSONSchema): JSONSchema | undefined {
  const { $defs } = root;
  if (!isSchema($defs)) return undefined;
  const shared = sharedAmong($defs);
  const areShared = shared.length > 0 && shared.length === Object.keys($defs).length;
  return areShared && foreignAmong(shared).length === 0 ? $defs : undefined;
}

function isShared(definition: unknown): definition is JSONSchema {
  return isSchema(definition) && isInShared(definition);
}
