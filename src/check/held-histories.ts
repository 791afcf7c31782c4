import { historyKey, type Path } from "../model/histories";
import type { Problem } from "../model/problem";
import type { Side } from "../model/schema";
import { isObject } from "../model/value";
import { Each, pathText } from "../history/within";
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
    // A history cannot be converted to JSON Schema, so a schema that could be converted contains no history.
    const isDescribed = "json" in description && description.gap === undefined;
    const found = isDescribed && standardOf(schema) ? [] : find(schema);
    // An empty path means that a key which the author added refers to the history, unless the schema is zod's.
    const paths = found.filter((path) => path.length > 0 || "_zod" in schema).map(pathText);
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
  const search = (value: unknown, path: Path): void => {
    if (!isObject(value)) return;
    if (historyKey in value) {
      found.push(path);
      return;
    }
    if (seen.has(value) || seen.size > most) return;
    seen.add(value);
    for (const [key, part] of Object.entries(partsOf(value))) {
      if (membersKeys.has(key) && isObject(part)) {
        for (const name of Object.keys(part)) search(Reflect.get(part, name), [...path, name]);
      } else search(part, itemKeys.has(key) ? [...path, Each] : path);
    }
  };
  try {
    search(schema, []);
  } catch {
    // A getter threw, or the schema is too deep. The warning `schema-undescribed` reports this.
  }
  return found;
}

/** The search ends after this number of parts, which no real schema reaches. */
const most = 10_000;

/** Returns the object whose members are a schema's parts: `_zod.def` for zod, otherwise the schema itself. */
function partsOf(value: object): object {
  const choice = choiceIn(value);
  if (choice) return choice.alternatives;
  const own: unknown = "_zod" in value ? value._zod : undefined;
  return isObject(own) && "def" in own && isObject(own.def) ? own.def : value;
}

/** The keys under which zod, valibot and JSON Schema keep the schemas of an object's members. */
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
