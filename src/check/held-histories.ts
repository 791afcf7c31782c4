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
 * Reports a history within another schema, as in `z.object({ cat: history })`, which zod would neither validate nor
 * convert.
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
    // A history cannot be converted to JSON Schema, so that a schema with a JSON Schema contains none.
    const isDescribed = "json" in description && description.gap === undefined;
    const found = isDescribed && standardOf(schema) ? [] : find(schema);
    // Without a path, a key of the author's own refers to the history, unless the schema is zod's.
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

/** The paths of histories within a schema of zod, valibot, or plain JSON Schema. */
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
    // A getter threw, or the schema is too deep: the warning `schema-undescribed` says so.
  }
  return found;
}

/** The search ends after so many parts; real schemas have far fewer. */
const most = 10_000;

/** The object that refers to a schema's parts: `_zod.def` of zod, otherwise the schema itself. */
function partsOf(value: object): object {
  const choice = choiceIn(value);
  if (choice) return choice.alternatives;
  const own: unknown = "_zod" in value ? value._zod : undefined;
  return isObject(own) && "def" in own && isObject(own.def) ? own.def : value;
}

/** The keys under which zod, valibot and JSON Schema keep an object's members. */
const membersKeys: ReadonlySet<string> = new Set(["shape", "entries", "properties"]);
/** The keys with the schema of list items or record values. */
const itemKeys: ReadonlySet<string> = new Set([
  "element",
  "valueType",
  "item",
  "value",
  "items",
  "additionalProperties",
]);
