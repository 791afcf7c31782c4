import type { JSONSchema } from "../interface/schema";
import { type FindSchema, freeKey, withComponents } from "./component-references";
import { ownSchemasIn, schemasWithForeignIn } from "./shared";
import { isSchema, mapSchemas, schemasIn } from "./subschema";
import { absoluteReference, addressOf, referencesOf, subschemaIn } from "./targets";

/** A schema whose `$defs` contain all schemas that it refers to, and a list of the references that have no target. */
export interface Bundle {
  readonly json: JSONSchema;
  readonly missing: readonly string[];
}

/** Adds the external schemas that `root` refers to, even indirectly, to its `$defs` (2020-12, 9.3.1). */
export function bundleOf(root: JSONSchema, find: FindSchema): Bundle {
  const added = new Map<string, JSONSchema>();
  const missing = new Set<string>();
  gather(root);
  // The loop also visits the schemas that `gather` adds to `added` while it runs.
  for (const schema of added.values()) gather(schema);
  if (added.size === 0) return { json: root, missing: [...missing] };
  const definitions = new Map(Object.entries(isSchema(root.$defs) ? root.$defs : {}));
  for (const [address, schema] of added) {
    definitions.set(freeKey(address, definitions), schema);
  }
  return { json: { ...root, $defs: Object.fromEntries(definitions) }, missing: [...missing] };

  function gather(document: JSONSchema): void {
    for (const one of [...ownSchemasIn(document), ...schemasWithForeignIn(document)]) {
      for (const reference of referencesOf(one)) {
        if (subschemaIn(document, one, reference) !== undefined) continue;
        follow(reference, absoluteReference(document, one, reference));
      }
    }
  }

  function follow(reference: string, address: string): void {
    const resource = withoutFragment(address);
    // The meta-schemas of JSON Schema are not added, because every validator contains them.
    if (added.has(resource) || metaSchema.test(resource)) return;
    if (resource === root.$id) {
      if (subschemaIn(root, root, address) === undefined) missing.add(reference);
      return;
    }
    const found = resource === "" ? undefined : (find(resource) ?? find(withoutFragment(reference)));
    if (found) added.set(resource, { ...withComponents(found, find), $id: resource });
    else missing.add(reference);
  }
}

function withoutFragment(reference: string): string {
  return reference.replace(/#.*/s, "");
}

const metaSchema = /^https?:\/\/json-schema\.org\//;

/**
 * Leaves out the `$id` of each further copy of a schema: TypeBox embeds a named schema wherever it is used, but ajv
 * refuses an `$id` that occurs twice. A copy with references, which its `$id` may be the base of, becomes a reference.
 */
export function withEachIDOnce(root: JSONSchema): JSONSchema {
  const known = new Map<string, string>();
  return once(root);

  function once(schema: JSONSchema): JSONSchema {
    const address = addressOf(root, schema);
    if (address === undefined) return mapSchemas(schema, once);
    const text = JSON.stringify(schema);
    if (known.get(address) !== text) {
      known.set(address, text);
      return mapSchemas(schema, once);
    }
    const isBase = schemasIn(schema).some((one) => referencesOf(one).length > 0);
    return isBase ? { $ref: address } : mapSchemas({ ...schema, $id: undefined }, once);
  }
}
