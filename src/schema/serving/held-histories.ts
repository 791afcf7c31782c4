import { remembered } from "../../core/model/collections";
import { historyKey, type Path } from "../interface/histories";
import type { JSONSchema, Side } from "../interface/schema";
import type { Problem } from "../../core/model/problem";
import { isObject } from "../../core/model/value";
import { Each, pathText } from "../interface/paths";
import { ruleOf } from "../json-schema/keywords";
import { childSchemas } from "../json-schema/subschema";
import { referencesOf, targetIn } from "../json-schema/targets";
import { choiceIn } from "../choice";
import type { Schemas } from "../schemas";
import { standardOf } from "../standard";
import { zodPartsOf } from "../zod";
import { problem } from "./problems";

/** Finds the histories that a schema contains, where nothing reads them. The schema then has no other problems. */
export type FindHeld = (
  schema: object,
  at: { readonly where: string; readonly option: string; readonly side: Side },
) => readonly Problem[];

/** Reports `Versioned(...)` inside of a schema, as in `z.object({ cat: Versioned(...) })`: it is not converted. */
export function heldHistoriesBy({ describe }: Pick<Schemas, "describe">): FindHeld {
  const find = remembered(historiesWithin);
  const heldIn = (schema: object, side: Side): readonly Path[] => {
    const choice = choiceIn(schema);
    if (choice) return choice.alternatives.flatMap((one) => heldIn(one, side));
    if (!standardOf(schema)) return find(schema);
    const description = describe(schema, side);
    // A history cannot be described as JSON Schema. So if the JSON Schema is complete, there is no history.
    if ("json" in description && description.gap === undefined) return [];
    // An empty path means a schema around a history: `z.optional(history)`. It is ignored outside zod, as uncertain.
    return find(schema).filter((path) => path.length > 0 || zodPartsOf(schema));
  };
  return (schema, { where, option, side }) => {
    const paths = [...new Set(heldIn(schema, side).map(pathText))];
    if (paths.length === 0) return [];
    return [problem("history-in-schema", where, option, paths.join(" and "), adviceFor(paths))];
  };
}

function adviceFor(paths: readonly string[]): string {
  const [path] = paths;
  if (paths.length === 1) {
    return `history.Within(${String(path)}, (part) => ...) instead, and return the schema with part in this place`;
  }
  const parts = paths.map((one) => `[history, ${one}]`).join(", ");
  return `Together([${parts}], (...parts) => ...) instead, and return the schema with the parts in these places`;
}

function historiesWithin(schema: object): readonly Path[] {
  const seen = new Set<unknown>();
  const found: Path[] = [];
  const partsOf = standardOf(schema) ? libraryParts : plainPartsOf(schema as JSONSchema);
  const search = (value: unknown, path: Path): void => {
    if (!isObject(value)) return;
    if (historyKey in value) {
      found.push(path);
      return;
    }
    if (seen.has(value) || seen.size > most) return;
    seen.add(value);
    for (const [part, steps] of partsOf(value)) search(part, [...path, ...steps]);
  };
  try {
    search(schema, []);
  } catch {
    // A getter may throw, or the schema may be too deep. The warning `schema-undescribed` reports this.
  }
  return found;
}

/** The maximum number of parts that are searched. No real schema has so many. */
const most = 10_000;

/** A part of a schema, and the path to the value that it describes: `["name"]` for the schema of a member `name`. */
type Part = readonly [part: unknown, steps: Path];

function plainPartsOf(root: JSONSchema): (schema: object) => readonly Part[] {
  return (schema) => {
    const children = Object.entries(schema).flatMap(([keyword, value]): readonly Part[] => {
      const rule = ruleOf(keyword);
      if (rule?.role === "name") return [];
      if (keyword === "properties") return membersOf(value);
      // `ruleOf` does not count `contains` as a description of items, because it does not describe all of them.
      const isOfItem =
        keyword === "contains" || (rule?.describes !== undefined && rule.describes !== "value");
      return childSchemas(keyword, value).map((part) => [part, isOfItem ? [Each] : []]);
    });
    const targets = referencesOf(schema as JSONSchema).map((reference): Part => [
      targetIn(root, schema as JSONSchema, reference),
      [],
    ]);
    return [...children, ...targets];
  };
}

/** Lists the parts of a schema. A zod schema has its parts in its definition, and other schemas in their own members. */
function libraryParts(value: object): readonly Part[] {
  return Object.entries(zodPartsOf(value)?.definition ?? value).flatMap(([key, part]): readonly Part[] =>
    membersKeys.has(key) ? membersOf(part) : [[part, itemKeys.has(key) ? [Each] : []]],
  );
}

function membersOf(members: unknown): readonly Part[] {
  return isObject(members) ? Object.entries(members).map(([name, part]): Part => [part, [name]]) : [];
}

/** The keys for the schemas of members: `shape` in zod, `entries` in valibot, `properties` in JSON Schema. */
const membersKeys: ReadonlySet<string> = new Set(["shape", "entries", "properties"]);
/** The keys under which libraries have the schema of list items or record values. */
const itemKeys: ReadonlySet<string> = new Set([
  "element",
  "valueType",
  "item",
  "value",
  "items",
  "additionalProperties",
]);
