import type { JSONSchema } from "../interface/schema";
import { pointerStep } from "../../core/model/value";
import { pointerKey } from "./references";
import { childSchemas, isSchema, mapSchemas, schemasIn } from "./subschema";

/** Finds a schema outside of a JSON Schema by a reference: a key or `$id` in ajv, or `#/components/schemas/Tag`. */
export type FindSchema = (reference: string) => JSONSchema | undefined;

/** Returns the address by which ajv knows a component. `isFilled` is true if ajv fills in defaults at the reference. */
export type AddressOfComponent = (name: string, isFilled: boolean) => string | undefined;

/** The components of an App, in a form that many schemas can have in their `$defs`. */
export interface SharedComponents {
  readonly component: (name: string) => JSONSchema | undefined;
  /** The names of components and of all to which they lead. */
  readonly reachedFrom: (names: Iterable<string>) => ReadonlySet<string>;
  /** True if one of the names means another schema in the application's ajv. */
  readonly isElsewhere: (names: ReadonlySet<string>) => boolean;
  /** The `$defs` with the components of these names: one object for each Set. */
  readonly definitions: (names: ReadonlySet<string>) => JSONSchema;
}

/**
 * Moves the components to which a schema refers as `#/components/schemas/Tag` to its `$defs`, each with its name as the
 * keyword `id`. The schema's own `components.schemas` come first, then those that `find` finds, then the shared ones.
 */
export function withComponents(
  root: JSONSchema,
  find: FindSchema = () => undefined,
  shared?: SharedComponents,
): JSONSchema {
  return refersToComponents(root) ? new ComponentMove(root, { find, shared, isNamed: true }).written() : root;
}

/** Like {@link withComponents}, for a validator that already has some components: these are not moved. */
export function linkedComponents(
  root: JSONSchema,
  find: FindSchema,
  addressOf: AddressOfComponent,
): JSONSchema {
  return refersToComponents(root)
    ? new ComponentMove(root, { find, addressOf, isNamed: false }).written()
    : root;
}

/** The components within a schema, by name. Of two components with the same name, the first counts. */
export function componentsWithin(root: JSONSchema): ReadonlyMap<string, JSONSchema> {
  const found = new Map<string, JSONSchema>();
  collect(root);
  return found;

  function collect(schema: JSONSchema): void {
    for (const one of schemasIn(schema)) {
      for (const [name, inner] of Object.entries(componentsIn(one) ?? {})) {
        if (found.has(name) || !isSchema(inner)) continue;
        found.set(name, inner);
        collect(inner);
      }
    }
  }
}

/** The reference to a component: `#/components/schemas/Tag`. */
export function componentReference(name: string): string {
  return componentPrefix + encodeURIComponent(pointerStep(name));
}

export function isComponentReference(reference: string): boolean {
  return reference.startsWith(componentPrefix);
}

/** The name in `#/components/schemas/Tag`, also if the reference leads to a place within the component. */
export function componentNameIn(reference: unknown): string | undefined {
  return componentOf(reference)?.name;
}

interface MoveOptions {
  readonly find: FindSchema;
  readonly addressOf?: AddressOfComponent;
  readonly shared?: SharedComponents | undefined;
  /** True if each component gets the keyword `id`, which names it in documents, but which a strict ajv refuses. */
  readonly isNamed: boolean;
}

interface Definition {
  readonly key: string;
  schema: JSONSchema;
}

class ComponentMove {
  private readonly components: Map<string, JSONSchema>;
  private readonly definitions = new Map<string, Definition>();
  /** The definitions whose schemas are not rewritten yet. */
  private readonly open: { readonly definition: Definition; readonly name: string }[] = [];
  /** The shared components that the schema refers to. */
  private readonly entries: string[] = [];
  /** Those components, and all to which they lead. */
  private shared: ReadonlySet<string> = new Set();

  constructor(
    private readonly root: JSONSchema,
    private readonly options: MoveOptions,
  ) {
    this.components = new Map(componentsWithin(root));
  }

  written(): JSONSchema {
    const written = this.rewritten(this.root, true);
    for (const name of this.components.keys()) this.define({ name, address: componentReference(name) });
    // The loop also visits the definitions that it adds. Recursion would overflow the stack for a chain of hundreds.
    for (const { definition, name } of this.open) {
      const rewritten = this.rewritten(definition.schema, true);
      definition.schema = { ...rewritten, ...(this.options.isNamed && { id: name }) };
    }
    const own = [...this.definitions.values()].map(({ key, schema }) => [key, schema] as const);
    if (own.length + this.shared.size === 0) return written;
    const shared = this.options.shared?.definitions(this.shared);
    // Most schemas have no other definitions, and then one object is the `$defs` of many schemas.
    if (own.length === 0 && written.$defs === undefined) return { ...written, $defs: shared };
    const $defs = isSchema(written.$defs) ? written.$defs : {};
    return { ...written, $defs: { ...$defs, ...shared, ...Object.fromEntries(own) } };
  }

  private rewritten(schema: JSONSchema, isFilled: boolean): JSONSchema {
    return Object.fromEntries(
      Object.entries(schema).flatMap(([keyword, value]) => {
        const within = isFilled && !leavesComponentDefaults(schema, keyword);
        const inner = mapSchemas({ [keyword]: value }, (one) => this.rewritten(one, within))[keyword];
        return this.rewrittenKeyword(schema, [keyword, inner], isFilled);
      }),
    );
  }

  private rewrittenKeyword(
    schema: JSONSchema,
    [keyword, value]: readonly [string, unknown],
    isFilled: boolean,
  ): readonly (readonly [string, unknown])[] {
    switch (keyword) {
      case "components":
        return componentsIn(schema) ? [] : [[keyword, value]];
      case "$id":
        return this.idOf(value);
      case "$ref":
        return [[keyword, this.referenceTo(value, isFilled)]];
      default:
        return [[keyword, value]];
    }
  }

  /** `$id: "#/components/schemas/Tag"` is invalid JSON Schema (2020-12, 8.2.1), so the component's name moves to `id`. */
  private idOf($id: unknown): readonly (readonly [string, unknown])[] {
    const component = componentOf($id);
    if (component?.within !== "") return [["$id", $id]];
    return this.options.isNamed ? [["id", component.name]] : [];
  }

  private referenceTo(value: unknown, isFilled: boolean): unknown {
    const component = componentOf(value);
    if (!component) return value;
    const { name, within } = component;
    const definition = this.define(component);
    if (definition !== undefined) return definition + within;
    const address = this.options.addressOf?.(name, isFilled);
    if (address === undefined) return value;
    return within === "" ? address : `${address}#${within}`;
  }

  private define({ name, address }: Pick<ComponentReference, "name" | "address">): string | undefined {
    const known = this.definitions.get(name);
    if (known) return definitionAt(known.key);
    if (this.shared.has(name)) return definitionAt(name);
    if (componentNameIn(this.root.$id) === name) return "#";
    const own = this.components.get(name) ?? this.options.find(address);
    if (!own && this.addShared(name)) return definitionAt(name);
    const schema = own ?? this.options.shared?.component(name);
    if (!schema) return undefined;
    const taken = new Map(Object.entries(isSchema(this.root.$defs) ? this.root.$defs : {}));
    const definition = { key: freeKey(name, taken), schema };
    this.definitions.set(name, definition);
    this.open.push({ definition, name });
    for (const [inner, one] of componentsWithin(schema)) {
      if (!this.components.has(inner)) this.components.set(inner, one);
    }
    return definitionAt(definition.key);
  }

  /** Adds a shared component, and those that it reaches, unless their keys mean other schemas here. */
  private addShared(name: string): boolean {
    const { shared } = this.options;
    if (!shared?.component(name)) return false;
    const reached = shared.reachedFrom([name]);
    if (shared.isElsewhere(reached) || this.hasOwnAmong(reached)) return false;
    this.entries.push(name);
    this.shared = shared.reachedFrom(this.entries);
    return true;
  }

  private hasOwnAmong(names: ReadonlySet<string>): boolean {
    const { $defs, $id } = this.root;
    const own = [
      componentNameIn($id),
      ...Object.keys(isSchema($defs) ? $defs : {}),
      ...this.components.keys(),
    ];
    return own.some((name) => name !== undefined && names.has(name));
  }
}

export function definitionAt(key: string): string {
  return `#/$defs/${encodeURIComponent(pointerStep(key))}`;
}

/** True for keywords under which ajv fills in no defaults, because the value may match another alternative. */
export function leavesDefaults(keyword: string): boolean {
  return withoutDefaults.has(keyword);
}

/**
 * True for keywords under which ajv fills in no defaults of components. Beside the alternative `{ type: "null" }`, which
 * takes no members, it fills them in.
 */
export function leavesComponentDefaults(schema: JSONSchema, keyword: string): boolean {
  return leavesDefaults(keyword) && !(keyword === "anyOf" && isNullable(schema.anyOf));
}

const withoutDefaults: ReadonlySet<string> = new Set([
  "anyOf",
  "oneOf",
  "not",
  "if",
  "contains",
  "propertyNames",
]);

function isNullable(anyOf: unknown): boolean {
  if (!Array.isArray(anyOf) || anyOf.length !== 2) return false;
  return childSchemas("anyOf", anyOf).some(({ type }) => type === "null");
}

/** True if a schema refers to components, or contains some. */
export function refersToComponents(schema: object): boolean {
  return /"components":|"#\/components\/schemas\//.test(JSON.stringify(schema));
}

const componentPrefix = "#/components/schemas/";

/** `#/components/schemas/Tag/properties/name` has the name `Tag`; `within` is `/properties/name`. */
interface ComponentReference {
  readonly name: string;
  /** The reference to the whole component, with the escapes as they are written. */
  readonly address: string;
  readonly within: string;
}

function componentOf(reference: unknown): ComponentReference | undefined {
  const [, step, within] = /^#\/components\/schemas\/([^/]+)(.*)$/s.exec(String(reference)) ?? [];
  const name = step === undefined ? undefined : pointerKey(step);
  if (step === undefined || name === undefined || within === undefined) return undefined;
  return { name, address: componentPrefix + step, within };
}

function componentsIn({ components }: JSONSchema): JSONSchema | undefined {
  return isSchema(components) && isSchema(components.schemas) ? components.schemas : undefined;
}

/** The first free key for a definition: `Tag_` if `Tag` is taken. */
export function freeKey(name: string, taken: ReadonlyMap<string, unknown>): string {
  return taken.has(name) ? freeKey(`${name}_`, taken) : name;
}
