import type { JSONSchema } from "../model/schema";
import { ruleOf } from "./keywords";
import { isSchema, type Subschema } from "./subschema";

/** The references of one schema. */
export interface References {
  /** The schema that a reference leads to; undefined for one that leads nowhere in it. */
  readonly resolve: (from: object, reference: string) => Subschema | undefined;
  /** The reference as it is written anywhere else in the schema: `#/$defs/Owner` is `https://example.com/cat#/$defs/Owner`. */
  readonly absolute: (from: object, reference: string) => string;
}

/** Where relative references of a schema without `$id` start. */
const nowhere = "schema:///";

/**
 * Resolves references within a schema (JSON Schema 2020-12, section 8): pointers, `$anchor` and `$id`, each relative to
 * the nearest `$id` around it: `resolve(cat, "#/$defs/Owner")`.
 *
 * A pointer that its own `$id` does not hold is tried from the root, and an `$id` that no base makes a URL of is found
 * by its text: libraries write them so.
 */
export function referenceTargets(root: JSONSchema): References {
  const bases = new WeakMap<object, string>();
  const targets = new Map<string, JSONSchema>([[nowhere, root]]);
  const byID = new Map<string, JSONSchema>();
  const known = new Map<string, Subschema | undefined>();
  // Most schemas name nothing, which their text tells sooner than a walk: then all references start at the root.
  const isNaming = namingKeywords.test(JSON.stringify(root));
  if (isNaming) index(root, nowhere, false);
  return {
    resolve: isNaming ? resolve : resolveOnce,
    absolute: (from, reference) => urlOf(reference, bases.get(from) ?? nowhere) ?? reference,
  };

  /** Where nothing is named, a reference leads to the same from everywhere. */
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
      // In const, enum and their like nothing is a schema; words that are not JSON Schema's may hold some.
      if (rule?.holds !== "value") index(value, base, rule?.holds === "map");
    }
  }

  /** The base of the references within a schema. */
  function baseOf(schema: JSONSchema, around: string): string {
    const { $id, $anchor, $dynamicAnchor } = schema;
    if (typeof $id === "string" && !byID.has($id)) byID.set($id, schema);
    const id = typeof $id === "string" ? urlOf($id, around) : undefined;
    if (id !== undefined && !targets.has(id)) targets.set(id, schema);
    // Before draft 2019-09, an anchor was an $id.
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
    // A pointer may lead to where no keyword holds a schema.
    if (isNaming && isSchema(target) && !bases.has(target)) {
      index(target, resource ? document : nowhere, false);
    }
    return target;
  }
}

/** Keywords, or members of such a name: then the schema is only walked in vain. */
const namingKeywords = /"\$(?:id|anchor|dynamicAnchor)":/;

function urlOf(reference: string, base: string): string | undefined {
  // Most references are fragments, and to make a URL takes longer than all else here. No base has a fragment.
  if (reference.startsWith("#")) return reference === "#" ? base : base + reference;
  try {
    return new URL(reference, base).href.replace(/#$/, "");
  } catch {
    return undefined;
  }
}

/** A key as a step of a pointer in a URI fragment has it (RFC 6901, 6); undefined where its escapes are malformed. */
function pointerKey(step: string): string | undefined {
  try {
    return decodeURIComponent(step).replaceAll("~1", "/").replaceAll("~0", "~");
  } catch {
    return undefined;
  }
}

/** The schema that a JSON pointer in a fragment (RFC 6901, section 6) leads to. */
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
