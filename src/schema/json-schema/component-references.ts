import { onceEach } from "../../core/model/collections";
import type { JSONSchema } from "../../core/model/schema";
import { pointerKey } from "./references";
import { markShared, noteForeign } from "./shared";
import { childSchemas, isSchema, mapSchemas, pointerStep, schemasIn } from "./subschema";
import { referencesOf, subschemaIn } from "./targets";

/** Finds a schema outside of a JSON Schema by a reference: a key or `$id` in ajv, or `#/components/schemas/Tag`. */
export type FindSchema = (reference: string) => JSONSchema | undefined;

/** Returns the address by which ajv knows a component. `isFilled` is true if ajv fills in defaults at the reference. */
export type AddressOfComponent = (name: string, isFilled: boolean) => string | undefined;

/** A component in a form that many schemas can have in their `$defs`, because its references lead to `$defs`, too. */
export interface SharedComponent {
  readonly component: JSONSchema;
  /** The reference to it, as schemas write it. */
  readonly reference: string;
  readonly schema: JSONSchema;
  /** The names of the components to which it refers, even indirectly, and its own. */
  readonly reached: ReadonlySet<string>;
}

/**
 * Moves the components to which a schema refers as `#/components/schemas/Tag` to its `$defs`, each with its name as the
 * keyword `id`. The schema's own `components.schemas` come first, then those that `find` finds, then the shared ones.
 */
export function withComponents(
  root: JSONSchema,
  find: FindSchema = () => undefined,
  shared: (name: string) => SharedComponent | undefined = () => undefined,
): JSONSchema {
  return refersToComponents(root) ? new ComponentMove(root, { find, shared, isNamed: true }).written() : root;
}

/** Prepares components, so that many schemas can have them in their `$defs`. Callers remember each result. */
export function sharedComponents(
  components: ReadonlyMap<string, JSONSchema>,
): (name: string) => SharedComponent | undefined {
  const reachedFrom = reachedAmong(components);
  const addressOf = (name: string): string | undefined =>
    components.has(name) ? definitionAt(name) : undefined;
  return (name) => {
    const component = components.get(name);
    if (!component) return undefined;
    const schema = { ...linkedComponents(component, () => undefined, addressOf), id: name };
    const reached = reachedFrom(name);
    const leadsToReached = (to: string): boolean => leadsTo(reached, components, to);
    noteForeign(
      markShared(schema),
      schemasIn(schema).filter((one) => !referencesOf(one).every(leadsToReached)),
    );
    return { component, reference: componentReference(name), schema, reached };
  };
}

/** True if a reference leads to a component of the given names, or to a place within one. */
function leadsTo(
  names: ReadonlySet<string>,
  components: ReadonlyMap<string, JSONSchema>,
  reference: string,
): boolean {
  const [, step, within] = /^#\/\$defs\/([^/]*)(.*)$/s.exec(reference) ?? [];
  const name = step === undefined ? undefined : pointerKey(step);
  const component = name !== undefined && names.has(name) ? components.get(name) : undefined;
  if (!component || within === undefined) return false;
  return within === "" || subschemaIn(component, component, `#${within}`) !== undefined;
}

/** Makes a function that lists the names of the components to which a component refers, even indirectly, and its own. */
export function reachedAmong(
  components: ReadonlyMap<string, JSONSchema>,
): (name: string) => ReadonlySet<string> {
  const nextTo = onceEach((name: string) =>
    schemasIn(components.get(name) ?? {}).flatMap(({ $ref }) => {
      const next = componentNameIn($ref);
      return next !== undefined && components.has(next) ? [next] : [];
    }),
  );
  return (name) => {
    const reached = new Set([name]);
    // The loop also visits the names that are added while it runs.
    for (const one of reached) for (const next of nextTo(one)) reached.add(next);
    return reached;
  };
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
  readonly shared?: (name: string) => SharedComponent | undefined;
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
    if (this.definitions.size === 0) return written;
    const $defs = Object.fromEntries([...this.definitions.values()].map(({ key, schema }) => [key, schema]));
    return { ...written, $defs: { ...(isSchema(written.$defs) ? written.$defs : {}), ...$defs } };
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
    if (componentNameIn(this.root.$id) === name) return "#";
    const own = this.components.get(name) ?? this.options.find(address);
    const shared = own ? undefined : this.options.shared?.(name);
    if (shared && this.addShared(shared)) return definitionAt(name);
    const schema = own ?? shared?.component;
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
  private addShared({ reached }: SharedComponent): boolean {
    const { $defs } = this.root;
    const ownName = componentNameIn(this.root.$id);
    const all = [...reached].flatMap((name) => {
      const one = this.options.shared?.(name);
      return one ? [{ ...one, name }] : [];
    });
    const isOther = ({ name, reference }: (typeof all)[number]): boolean =>
      (isSchema($defs) && Object.hasOwn($defs, name)) ||
      ownName === name ||
      (this.components.get(name) ?? this.options.find(reference)) !== undefined;
    if (all.some(isOther)) return false;
    for (const { name, schema } of all) this.definitions.set(name, { key: name, schema });
    return true;
  }
}

function definitionAt(key: string): string {
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
