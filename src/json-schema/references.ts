import type { JSONSchema } from "../model/schema";
import { ruleOf } from "./keywords";
import { isSchema, type Subschema } from "./subschema";

/** The references of one schema. */
export interface References {
  /** The target of a reference; undefined if it has none within the schema. */
  readonly resolve: (from: object, reference: string) => Subschema | undefined;
  /**
   * The reference in the form that works anywhere in the schema: `#/$defs/Owner` is
   * `https://example.com/cat#/$defs/Owner`.
   */
  readonly absolute: (from: object, reference: string) => string;
}

/** The base of relative references in a schema without `$id`. */
export const nowhere = "schema:///";

/**
 * Resolves references within a schema (JSON Schema 2020-12, section 8): pointers, `$anchor` and `$id`, each relative to
 * the nearest `$id` around it: `resolve(cat, "#/$defs/Owner")`.
 *
 * A pointer that its own `$id` does not contain is tried from the root, and an `$id` that is not a URL under any base
 * is compared as text, because libraries write such references.
 */
export function referenceTargets(root: JSONSchema): References {
  const bases = new WeakMap<object, string>();
  const targets = new Map<string, JSONSchema>([[nowhere, root]]);
  const byID = new Map<string, JSONSchema>();
  const known = new Map<string, Subschema | undefined>();
  // Most schemas name nothing, which a search in their text shows faster than a walk: then all references start at the
  // root.
  const isNaming = namingKeywords.test(JSON.stringify(root));
  if (isNaming) index(root, nowhere, false);
  return {
    resolve: isNaming ? resolve : resolveOnce,
    absolute: (from, reference) => urlOf(reference, bases.get(from) ?? nowhere) ?? reference,
  };

  /** If nothing is named, a reference has the same target everywhere. */
  function resolveOnce(from: object, reference: string): Subschema | undefined {
    const target = known.get(reference) ?? resolve(from, reference);
    known.set(reference, target);
    return target;
  }

  function index(at: unknown, around: string, isMap: boolean): void {
    if (Array.isArray(at)) for (const one of at) index(one, around, false);
    if (!isSchema(at) || bases.has(at)) return;
    const base = isMap ? around : baseOf(at, around);
    bases.set(at, base);
    for (const [keyword, value] of Object.entries(at)) {
      const rule = isMap ? undefined : ruleOf(keyword);
      // Values of const, enum and similar keywords are not schemas; unknown keywords may contain some.
      if (rule?.holds !== "value") index(value, base, rule?.holds === "map");
    }
  }

  /** The base of the references within a schema. */
  function baseOf(schema: JSONSchema, around: string): string {
    const { $id, $anchor, $dynamicAnchor } = schema;
    if (typeof $id === "string" && !byID.has($id)) byID.set($id, schema);
    const id = typeof $id === "string" ? urlOf($id, around) : undefined;
    if (id !== undefined && !targets.has(id)) targets.set(id, schema);
    // Before draft 2019-09, an anchor was written as an $id.
    const base = id === undefined || id.includes("#") ? around : id;
    for (const anchor of [$anchor, $dynamicAnchor]) {
      if (typeof anchor === "string") targets.set(`${base}#${anchor}`, schema);
    }
    return base;
  }

  function resolve(from: object, reference: string): Subschema | undefined {
    const base = bases.get(from) ?? nowhere;
    const url = urlOf(reference, base);
    if (url === undefined) return byID.get(reference);
    const named = targets.get(url);
    if (named) return named;
    const hash = `${url}#`.indexOf("#");
    const [document, pointer] = [url.slice(0, hash), url.slice(hash + 1)];
    const resource = targets.get(document);
    const target = (resource && follow(resource, pointer)) ?? follow(root, pointer) ?? byID.get(reference);
    // A pointer may lead to a place where no keyword has a schema.
    if (isNaming && isSchema(target) && !bases.has(target)) {
      index(target, resource ? document : nowhere, false);
    }
    return target;
  }
}

/** A property may have such a name: then the schema is only walked in vain. */
const namingKeywords = /"\$(?:id|anchor|dynamicAnchor)":/;

function urlOf(reference: string, base: string): string | undefined {
  // Most references are fragments, and creating a URL takes longer than everything else here. A base has no fragment.
  if (reference.startsWith("#")) return reference === "#" ? base : base + reference;
  try {
    return new URL(reference, base).href.replace(/#$/, "");
  } catch {
    return undefined;
  }
}

/** A key as a step of a pointer in a URI fragment (RFC 6901, 6); undefined if its escapes are malformed. */
function pointerKey(step: string): string | undefined {
  try {
    return decodeURIComponent(step).replaceAll("~1", "/").replaceAll("~0", "~");
  } catch {
    return undefined;
  }
}

/** The target of a JSON pointer in a fragment (RFC 6901, section 6). */
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
