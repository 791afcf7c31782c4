import type { JSONSchema, Side } from "../model/schema";
import { freeName } from "../model/free-name";
import { copyOfJSON, isSchema, resolveReference } from "./json";

/** The JSON Schema of one side of a source, and where it was met first. */
export interface Source {
  readonly json: JSONSchema;
  readonly side: Side;
  readonly where: string;
}

/** One shared component as one side of its schemas has it. */
interface Variant {
  /** The document that its references are relative to. */
  readonly root: JSONSchema;
  readonly schema: JSONSchema;
  /** Tells two schemas apart, whatever they leave unsaid about further properties. */
  readonly fingerprint: string;
  readonly where: string;
}

/** The components that the schemas of a Build share. */
export interface Components {
  /** The name of what becomes a component; undefined for what stands where it is used. */
  readonly nameOf: (schema: JSONSchema) => string | undefined;
  readonly variants: ReadonlyMap<string, Partial<Readonly<Record<Side, Variant>>>>;
  /** Names that two different schemas carry. */
  readonly conflicts: readonly { readonly name: string; readonly where: string; readonly other: string }[];
}

/**
 * Finds what becomes a component: a schema that carries a name (`title`, `id`, `$id`, or the name that `$defs`
 * has it under), and whatever is referred to.
 */
export function componentsOf(sources: readonly Source[]): Components {
  const names = new WeakMap<JSONSchema, string>();
  const variants = new Map<string, Partial<Record<Side, Variant>>>();
  const conflicts: Components["conflicts"][number][] = [];
  for (const { json, side, where } of sources) {
    for (const { schema, name, isGenerated } of namedIn(json)) {
      if (names.has(schema)) continue;
      const variant = { root: json, schema, fingerprint: fingerprintOf(json, schema), where };
      const free = isGenerated ? freeName(name, isOther(side, variant)) : name;
      names.set(schema, free);
      const known = variants.get(free)?.[side];
      if (!known) variants.set(free, { ...variants.get(free), [side]: variant });
      else if (known.fingerprint !== variant.fingerprint) {
        conflicts.push({ name: free, where, other: known.where });
      }
    }
  }
  return { nameOf: (schema) => names.get(schema), variants, conflicts };

  /** Whether a name is another schema's. */
  function isOther(side: Side, { fingerprint }: Variant): (name: string) => boolean {
    return (name) => {
      const known = variants.get(name)?.[side];
      return known !== undefined && known.fingerprint !== fingerprint;
    };
  }
}

interface Named {
  readonly schema: JSONSchema;
  readonly name: string;
  /** Whether a library made the name up: then a number keeps two of them apart. */
  readonly isGenerated: boolean;
}

function namedIn(root: JSONSchema): readonly Named[] {
  const named = new Map<JSONSchema, Named>();
  const add = (schema: JSONSchema, name: string, isGenerated: boolean): void => {
    if (!named.has(schema)) named.set(schema, { schema, name: asKey(name), isGenerated });
  };
  for (const schema of schemasIn(root)) {
    const name =
      identifierOf(schema) ?? (schema === root || isObjectSchema(schema) ? titleOf(schema) : undefined);
    if (name !== undefined) add(schema, name, false);
    const target = typeof schema.$ref === "string" ? resolveReference(root, schema.$ref) : undefined;
    if (target && typeof schema.$ref === "string") {
      const key = schema.$ref.split("/").at(-1) ?? "";
      const own = identifierOf(target) ?? (definition.test(schema.$ref) ? undefined : titleOf(target));
      add(
        target,
        own ?? (key === "#" ? "Schema" : key),
        own === undefined && isGeneratedKey(schema.$ref, key),
      );
    }
  }
  return [...named.values()];
}

/** Where schemas keep what they share. */
const definition = /^#\/(?:\$defs|definitions)\/[^/]+$/;

/** Libraries number what has no name, and what is referred to anywhere else has none. */
function isGeneratedKey(reference: string, key: string): boolean {
  return !definition.test(reference) || key.startsWith("_") || /\d$/.test(key);
}

function identifierOf({ id, $id }: JSONSchema): string | undefined {
  return [id, $id].find((name): name is string => typeof name === "string" && name !== "");
}

function titleOf({ title }: JSONSchema): string | undefined {
  return typeof title === "string" && title !== "" ? title : undefined;
}

function isObjectSchema({ type, properties }: JSONSchema): boolean {
  return type === "object" || isSchema(properties);
}

/** As OpenAPI 3.1.1, 4.8.7 has the keys of components. */
function asKey(name: string): string {
  return name.replaceAll(/[^A-Za-z0-9._-]/g, "_");
}

/** A schema and all schemas within it, those that it defines for reference among them. */
export function* schemasIn(schema: JSONSchema, { definitions = true } = {}): Generator<JSONSchema> {
  yield schema;
  for (const [keyword, value] of Object.entries(schema)) {
    if (!definitions && (keyword === "$defs" || keyword === "definitions")) continue;
    for (const child of childrenOf(keyword, value)) yield* schemasIn(child, { definitions });
  }
}

/** The schemas that a keyword holds (JSON Schema 2020-12, 10 and 11); what else it holds are values. */
function childrenOf(keyword: string, value: unknown): readonly JSONSchema[] {
  switch (holds.get(keyword)) {
    case "schema":
      return isSchema(value) ? [value] : [];
    case "list":
      return Array.isArray(value) ? value.filter(isSchema) : [];
    case "map":
      return isSchema(value) ? Object.values(value).filter(isSchema) : [];
    case undefined:
      return [];
  }
}

type Holds = "schema" | "list" | "map";

const holds = new Map<string, Holds>([
  ...["properties", "patternProperties", "dependentSchemas", "$defs", "definitions"].map(
    (keyword) => [keyword, "map"] as const,
  ),
  ...["allOf", "anyOf", "oneOf", "prefixItems"].map((keyword) => [keyword, "list"] as const),
  ...[
    "items",
    "contains",
    "additionalProperties",
    "propertyNames",
    "unevaluatedItems",
    "unevaluatedProperties",
    "not",
    "if",
    "then",
    "else",
  ].map((keyword) => [keyword, "schema"] as const),
]);

/** A copy of a schema, its lists and values too, in which `replace` gives every schema within it. */
export function mapSchemas(schema: JSONSchema, replace: (child: JSONSchema) => JSONSchema): JSONSchema {
  const one = (value: unknown): unknown => (isSchema(value) ? replace(value) : copyOfJSON(value));
  return Object.fromEntries(
    Object.entries(schema).map(([keyword, value]) => {
      switch (holds.get(keyword)) {
        case "schema":
          return [keyword, one(value)];
        case "list":
          return [keyword, Array.isArray(value) ? value.map(one) : copyOfJSON(value)];
        case "map":
          return [
            keyword,
            isSchema(value)
              ? Object.fromEntries(Object.entries(value).map(([name, child]) => [name, one(child)]))
              : copyOfJSON(value),
          ];
        case undefined:
          return [keyword, copyOfJSON(value)];
      }
    }),
  );
}

/** The schema's text, and that of everything it refers to, whatever the references are called. */
function fingerprintOf(root: JSONSchema, schema: JSONSchema): string {
  const numbers = new Map([[schema, 0]]);
  const open = [schema];
  const texts: string[] = [];
  for (let next = open.shift(); next; next = open.shift()) {
    texts.push(JSON.stringify(next, (key, value: unknown) => fingerprinted(key, value)));
  }
  return texts.join("\n");

  function fingerprinted(key: string, value: unknown): unknown {
    // Where definitions stand makes no difference, and they are followed where they are referred to.
    if (key === "$defs" || key === "definitions") return undefined;
    if (typeof value === "string" && ["$schema", "$id", "id"].includes(key)) return undefined;
    // Some libraries close what they put out and leave open what they take: that alone makes no second schema.
    if (key === "additionalProperties" && value === false) return undefined;
    return key === "$ref" && typeof value === "string" ? numberOf(value) : value;
  }

  function numberOf(reference: string): number | string {
    const target = resolveReference(root, reference);
    if (!target) return reference;
    const known = numbers.get(target);
    if (known !== undefined) return known;
    const number = numbers.size;
    numbers.set(target, number);
    open.push(target);
    return number;
  }
}
