import { remembered } from "../../core/model/collections";
import type { JSONSchema } from "../interface/schema";
import { ruleOf } from "./keywords";
import { isSchema, type Subschema } from "./subschema";

export interface References {
  /** The target of a reference; undefined if the target is not within the schema. */
  readonly resolve: (from: object, reference: string) => Subschema | undefined;
  /** The absolute URL of a reference: `https://a.org/cat#/x` for `#/x`, if the `$id` is `https://a.org/cat`. */
  readonly absolute: (from: object, reference: string) => string;
}

/** The base URL of the references in a schema without `$id`. */
export const nowhere = "schema:///";

/**
 * Resolves references within a schema, relative to the nearest `$id` around them (JSON Schema 2020-12, section 8). Some
 * libraries write pointers relative to the root, or an `$id` that is a name and not a URL: both are accepted.
 */
export function referenceTargets(root: JSONSchema): References {
  const known = new Map<string, Subschema | undefined>();
  const isNaming = hasNames(root);
  const named = new NamedSchemas(root);
  if (isNaming) named.add(root, nowhere);
  return {
    resolve: isNaming ? resolve : resolveOnce,
    absolute: (from, reference) => urlOf(reference, named.baseOf(from)) ?? reference,
  };

  /** Without `$id` and anchors, a reference has the same target wherever it is, so each target is remembered. */
  function resolveOnce(from: object, reference: string): Subschema | undefined {
    const target = known.get(reference) ?? resolve(from, reference);
    known.set(reference, target);
    return target;
  }

  function resolve(from: object, reference: string): Subschema | undefined {
    const url = urlOf(reference, named.baseOf(from));
    if (url === undefined) return named.byID.get(reference);
    const target = named.byURL.get(url);
    if (target) return target;
    const hash = `${url}#`.indexOf("#");
    const [document, pointer] = [url.slice(0, hash), url.slice(hash + 1)];
    const resource = named.byURL.get(document);
    const found =
      (resource && follow(resource, pointer)) ?? follow(root, pointer) ?? named.byID.get(reference);
    // A reference may lead into the value of `default`, for example, where the first search does not look.
    if (isNaming) named.add(found, resource ? document : nowhere);
    return found;
  }
}

/** The schemas within `root` by `$id` or anchor, and for each schema the base URL of its references. */
class NamedSchemas {
  readonly #bases = new WeakMap<object, string>();
  readonly byURL: Map<string, JSONSchema>;
  readonly byID = new Map<string, JSONSchema>();

  constructor(root: JSONSchema) {
    this.byURL = new Map([[nowhere, root]]);
  }

  baseOf(schema: object): string {
    return this.#bases.get(schema) ?? nowhere;
  }

  add(at: unknown, around: string, isMap = false): void {
    if (Array.isArray(at)) for (const one of at) this.add(one, around);
    if (!isSchema(at) || this.#bases.has(at)) return;
    const base = isMap ? around : this.#named(at, around);
    this.#bases.set(at, base);
    for (const [keyword, value] of Object.entries(at)) {
      const rule = isMap ? undefined : ruleOf(keyword);
      // Keywords such as `const` and `enum` contain values, not schemas. An unknown keyword may contain schemas.
      if (rule?.holds !== "value") this.add(value, base, rule?.holds === "map");
    }
  }

  /** Records a schema by its `$id` and anchors, and returns the base URL of its references. */
  #named(schema: JSONSchema, around: string): string {
    const { $id, $anchor, $dynamicAnchor } = schema;
    if (typeof $id === "string" && !this.byID.has($id)) this.byID.set($id, schema);
    const id = typeof $id === "string" ? urlOf($id, around) : undefined;
    if (id !== undefined && !this.byURL.has(id)) this.byURL.set(id, schema);
    // Before draft 2019-09 an anchor was an `$id` that contains `#`.
    const base = id === undefined || id.includes("#") ? around : id;
    for (const anchor of [$anchor, $dynamicAnchor]) {
      if (typeof anchor === "string") this.byURL.set(`${base}#${anchor}`, schema);
    }
    return base;
  }
}

/** Remembers the result of each definition: those of an App are in the `$defs` of every schema that leads to them. */
function hasNames({ $defs, ...schema }: JSONSchema): boolean {
  return hasNamesInText(schema) || (isSchema($defs) && haveNames($defs));
}

const haveNames = remembered(($defs: JSONSchema) =>
  Object.values($defs).some((one) => isSchema(one) && definitionHasNames(one)),
);

/** Hot path: searching the text is the fastest way to see that most schemas have no `$id` and no anchor. */
function hasNamesInText(schema: JSONSchema): boolean {
  return namingKeywords.test(JSON.stringify(schema));
}

const definitionHasNames = remembered(hasNamesInText);

/** Matches JSON text with `$id` or an anchor. A property with such a name also matches, which only costs time. */
const namingKeywords = /"\$(?:id|anchor|dynamicAnchor)":/;

function urlOf(reference: string, base: string): string | undefined {
  // Hot path: most references are fragments, for which creating a `URL` is too slow. A base never contains a fragment.
  if (reference.startsWith("#")) return reference === "#" ? base : base + reference;
  try {
    return new URL(reference, base).href.replace(/#$/, "");
  } catch {
    return undefined;
  }
}

/** The key in one step of a JSON Pointer (RFC 6901, 6); undefined if the step has malformed escapes. */
export function pointerKey(step: string): string | undefined {
  try {
    return decodeURIComponent(step).replaceAll("~1", "/").replaceAll("~0", "~");
  } catch {
    return undefined;
  }
}

function follow(from: JSONSchema, pointer: string): Subschema | undefined {
  if (!pointer.startsWith("/")) return undefined;
  let at: unknown = from;
  for (const step of pointer.slice(1).split("/")) {
    const key = pointerKey(step);
    if (key === undefined || typeof at !== "object" || at === null || !Object.hasOwn(at, key)) {
      return undefined;
    }
    at = (at as Readonly<Record<string, unknown>>)[key];
  }
  return isSchema(at) || typeof at === "boolean" ? at : undefined;
}
