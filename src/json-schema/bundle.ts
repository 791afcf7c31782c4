import type { JSONSchema } from "../model/schema";
import { isSchema, mapSchemas, schemasIn } from "./subschema";
import { absoluteReference, addressOf, referencesOf, subschemaIn } from "./targets";

/** Finds a schema that the application registered with `ajv.addSchema(schema, key)`, by its key or `$id`. */
export type FindSchema = (reference: string) => JSONSchema | undefined;

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
    for (const one of schemasIn(document)) {
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

/** Moves the components to which a schema refers as `#/components/schemas/Tag` to its `$defs`. */
export function withComponents(root: JSONSchema, find: FindSchema = () => undefined): JSONSchema {
  return namesComponents.test(JSON.stringify(root)) ? new ComponentMove(root, find).written() : root;
}

class ComponentMove {
  private readonly components = new Map<string, JSONSchema>();
  private readonly definitions = new Map<string, { readonly key: string; schema: JSONSchema }>();

  constructor(
    private readonly root: JSONSchema,
    private readonly find: FindSchema,
  ) {
    this.collect(root);
  }

  written(): JSONSchema {
    const written = this.rewritten(this.root);
    for (const name of this.components.keys()) this.define(name);
    if (this.definitions.size === 0) return written;
    const $defs = Object.fromEntries([...this.definitions.values()].map(({ key, schema }) => [key, schema]));
    return { ...written, $defs: { ...(isSchema(written.$defs) ? written.$defs : {}), ...$defs } };
  }

  private collect(schema: JSONSchema): void {
    for (const one of schemasIn(schema)) {
      for (const [name, inner] of Object.entries(componentsIn(one) ?? {})) {
        if (this.components.has(name) || !isSchema(inner)) continue;
        this.components.set(name, inner);
        this.collect(inner);
      }
    }
  }

  private rewritten(schema: JSONSchema): JSONSchema {
    const inner = mapSchemas(schema, (one) => this.rewritten(one));
    return Object.fromEntries(
      Object.entries(inner).flatMap(([keyword, value]) => this.rewrittenKeyword(schema, keyword, value)),
    );
  }

  private rewrittenKeyword(
    schema: JSONSchema,
    keyword: string,
    value: unknown,
  ): readonly (readonly [string, unknown])[] {
    switch (keyword) {
      case "components":
        return componentsIn(schema) ? [] : [[keyword, value]];
      case "$id":
        return [idOf(value)];
      case "$ref":
        return [[keyword, this.referenceTo(value)]];
      default:
        return [[keyword, value]];
    }
  }

  private referenceTo(value: unknown): unknown {
    const component = componentOf(value);
    if (!component) return value;
    const definition = this.define(component.name);
    return definition === undefined ? value : definition + component.within;
  }

  private define(name: string): string | undefined {
    const known = this.definitions.get(name);
    if (known) return pointerTo(known.key);
    if (this.root.$id === componentPrefix + name) return "#";
    const schema = this.components.get(name) ?? this.find(componentPrefix + name);
    if (!schema) return undefined;
    const taken = new Map(Object.entries(isSchema(this.root.$defs) ? this.root.$defs : {}));
    const definition = { key: freeKey(name, taken), schema };
    // The definition is stored before its schema is rewritten, because the schema may refer to itself.
    this.definitions.set(name, definition);
    if (!this.components.has(name)) this.collect(schema);
    definition.schema = this.rewritten(schema);
    return pointerTo(definition.key);
  }
}

const namesComponents = /"components":|"#\/components\/schemas\//;

const componentPrefix = "#/components/schemas/";

/** `#/components/schemas/Tag/properties/name` has the name `Tag`; `within` is `/properties/name`. */
interface ComponentReference {
  readonly name: string;
  readonly within: string;
}

function componentOf(reference: unknown): ComponentReference | undefined {
  const found = /^#\/components\/schemas\/(?<name>[^/]+)(?<within>.*)$/s.exec(String(reference));
  // The cast is safe, because every match has both groups.
  return found?.groups as ComponentReference | undefined;
}

/** `$id: "#/components/schemas/Tag"` is invalid JSON Schema (2020-12, 8.2.1), so the component's name moves to `id`. */
function idOf($id: unknown): readonly [string, unknown] {
  const component = componentOf($id);
  return component?.within === "" ? ["id", component.name] : ["$id", $id];
}

function freeKey(name: string, taken: ReadonlyMap<string, unknown>): string {
  return taken.has(name) ? freeKey(`${name}_`, taken) : name;
}

function componentsIn({ components }: JSONSchema): JSONSchema | undefined {
  return isSchema(components) && isSchema(components.schemas) ? components.schemas : undefined;
}

function pointerTo(key: string): string {
  return `#/$defs/${encodeURIComponent(key.replaceAll("~", "~0").replaceAll("/", "~1"))}`;
}
