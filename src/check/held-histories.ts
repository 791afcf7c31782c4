import { historyKey, type Path } from "../model/histories";
import type { Problem } from "../model/problem";
import type { JSONSchema, Side } from "../model/schema";
import { isObject } from "../model/value";
import { Each, pathText } from "../history/within";
import { ruleOf } from "../json-schema/keywords";
import { childSchemas } from "../json-schema/subschema";
import { referencesOf, targetIn } from "../json-schema/targets";
import { choiceIn } from "../schema/choice";
import { remembered } from "../schema/reader";
import type { Schemas } from "../schema/schemas";
import { standardOf } from "../schema/standard";
import { problem } from "./problems";

/**
 * Reports a history inside another schema, as in `z.object({ cat: history })`. Zod would neither validate nor convert
 * its value.
 */
export function heldHistoriesBy({
  describe,
}: Pick<Schemas, "describe">): (
  schema: object,
  at: { readonly where: string; readonly option: string; readonly side: Side },
) => readonly Problem[] {
  const find = remembered(historiesWithin);
  return (schema, { where, option, side }) => {
    const description = describe(schema, side);
    // No library converts a history to JSON Schema, so that a schema with a description from its library has none.
    const isDescribed = "json" in description && description.gap === undefined;
    const isPlain = !standardOf(schema) || choiceIn(schema) !== undefined;
    const found = isDescribed && !isPlain ? [] : find(schema);
    // Without a path in a schema of another library, a key of its author's own may refer to the history.
    const places = found.filter((path) => path.length > 0 || isPlain || "_zod" in schema);
    const paths = [...new Set(places.map(pathText))];
    if (paths.length === 0) return [];
    return [problem("history-in-schema", where, option, paths.join(" and "), adviceFor(paths))];
  };
}

function adviceFor(paths: readonly string[]): string {
  const [path] = paths;
  if (paths.length === 1) return `history.Within(${String(path)}, (part) => ...), with part in its place`;
  const parts = paths.map((one) => `[history, ${one}]`).join(", ");
  return `Together([${parts}], (...parts) => ...), with the parts in their places`;
}

/** The paths of histories within a schema of zod or valibot, or within plain JSON Schema. */
function historiesWithin(schema: object): readonly Path[] {
  const seen = new Set<unknown>();
  const found: Path[] = [];
  const search = (value: unknown, path: Path, root: object): void => {
    if (!isObject(value)) return;
    if (historyKey in value) {
      found.push(path);
      return;
    }
    if (seen.has(value) || seen.size > most) return;
    seen.add(value);
    const alternatives = choiceIn(value)?.alternatives;
    if (alternatives) for (const one of alternatives) search(one, path, one);
    else for (const [part, steps] of partsOf(value, root)) search(part, [...path, ...steps], root);
  };
  try {
    search(schema, [], schema);
  } catch {
    // A getter threw, or the schema is too deep. The warning `schema-undescribed` reports this.
  }
  return found;
}

/** The search ends after this number of parts, which no real schema reaches. */
const most = 10_000;

/** A part of a schema, and its path in the values that it describes. */
type Part = readonly [part: unknown, steps: Path];

function partsOf(value: object, root: object): readonly Part[] {
  return standardOf(root) ? libraryParts(value) : plainParts(value as JSONSchema, root as JSONSchema);
}

/** The parts of a schema of plain JSON Schema; definitions are found by the references to them. */
function plainParts(schema: JSONSchema, root: JSONSchema): readonly Part[] {
  const children = Object.entries(schema).flatMap(([keyword, value]): readonly Part[] => {
    const rule = ruleOf(keyword);
    if (rule?.role === "name") return [];
    if (keyword === "properties") return membersOf(value);
    const isWhole = rule?.describes === undefined || rule.describes === "value";
    return childSchemas(keyword, value).map((part) => [part, isWhole ? [] : [Each]]);
  });
  const targets = referencesOf(schema).map((reference): Part => [targetIn(root, schema, reference), []]);
  return [...children, ...targets];
}

/** The parts of a schema of a library: for zod those of its definition `_zod.def`, for others its members. */
function libraryParts(value: object): readonly Part[] {
  const own: unknown = "_zod" in value ? value._zod : undefined;
  const definition = isObject(own) && "def" in own && isObject(own.def) ? own.def : value;
  return Object.entries(definition).flatMap(([key, part]): readonly Part[] =>
    membersKeys.has(key) ? membersOf(part) : [[part, itemKeys.has(key) ? [Each] : []]],
  );
}

function membersOf(members: unknown): readonly Part[] {
  return isObject(members) ? Object.entries(members).map(([name, part]): Part => [part, [name]]) : [];
}

/** The keys with the schemas of an object's members in zod and valibot. */
const membersKeys: ReadonlySet<string> = new Set(["shape", "entries", "properties"]);
/** The keys under which libraries keep the schema of list items or record values. */
const itemKeys: ReadonlySet<string> = new Set([
  "element",
  "valueType",
  "item",
  "value",
  "items",
  "additionalProperties",
]);
