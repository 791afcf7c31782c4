import type { JSONSchema } from "../interface/schema";
import { isSchema, mapSchemas, schemasAmong, schemasIn } from "./subschema";
import { referencesOf, targetIn } from "./targets";

/** The values at a place of a form that a document describes as binary: files, and values of some types of JSON. */
export interface BinaryPlace {
  /** The types of JSON, such as `["null"]`. */
  readonly types: readonly string[];
  readonly least: number | undefined;
  readonly most: number | undefined;
}

/**
 * Rewrites the texts of a schema that are binary in a form, so that `{ type: "string", format: "binary" }`, which JSON
 * Schema takes for a text, is what `written` makes of its place. Undefined if the schema has no such text.
 */
export function withBinaryPlaces(
  root: JSONSchema,
  written: (place: BinaryPlace) => JSONSchema,
): JSONSchema | undefined {
  const kinds = kindsIn(root);
  if (kinds.size === 0) return undefined;
  return rewritten(root);

  function rewritten(schema: JSONSchema): JSONSchema {
    const copy = mapSchemas(schema, rewritten);
    const kind = kinds.get(schema);
    const types = [schema.type ?? []].flat().filter((type) => typeof type === "string");
    if (!kind || !types.includes("string")) return copy;
    const kept = kind === "file" ? types.filter((type) => type !== "string") : types;
    const others = Object.entries(copy).filter(
      ([keyword, value]) => keyword !== "type" && (keyword !== "format" || value !== "binary"),
    );
    return {
      ...Object.fromEntries(others),
      ...written({ types: kept, least: sizeIn(schema.minLength), most: sizeIn(schema.maxLength) }),
    };
  }
}

/** True if a form with this schema may have files. */
export function hasBinaryPlaces(root: JSONSchema): boolean {
  return kindsIn(root).size > 0;
}

function sizeIn(limit: unknown): number | undefined {
  return typeof limit === "number" ? limit : undefined;
}

/** A field with a media type, but without an encoding, may be a text, such as JSON. */
type BinaryKind = "file" | "file or text";

function ownKindOf({ format, contentEncoding, contentMediaType }: JSONSchema): BinaryKind | undefined {
  if (format === "binary" || contentEncoding === "binary") return "file";
  return contentMediaType !== undefined && contentEncoding === undefined ? "file or text" : undefined;
}

/** The schemas that are binary, also those that are so by their `allOf` or `$ref`, and the members of such an `allOf`. */
function kindsIn(root: JSONSchema): ReadonlyMap<JSONSchema, BinaryKind> {
  const kinds = new Map<JSONSchema, BinaryKind>();
  for (const schema of schemasIn(root)) {
    const found = conjunctsOf(root, schema).map(ownKindOf);
    const kind = found.find((one) => one === "file") ?? found.find((one) => one !== undefined);
    if (kind) mark(schema, kind);
  }
  return kinds;

  function mark(schema: JSONSchema, kind: BinaryKind): void {
    if (kinds.get(schema) !== "file") kinds.set(schema, kind);
    for (const one of schemasAmong(schema.allOf)) mark(one, kind);
  }
}

/** A schema, and those that its value has to fit as well, by `allOf` and by references. */
function conjunctsOf(root: JSONSchema, schema: JSONSchema): readonly JSONSchema[] {
  const all = new Set([schema]);
  // The loop also visits the schemas that it adds.
  for (const one of all) {
    const targets = referencesOf(one).map((reference) => targetIn(root, one, reference));
    for (const next of [...schemasAmong(one.allOf), ...targets.filter(isSchema)]) all.add(next);
  }
  return [...all];
}
