import type { JSONSchema } from "../model/schema";
import { ruleOf } from "./keywords";
import { ownNameOf } from "./subschema";
import { mappedTargetIn, mappingOf, targetIn } from "./targets";
import { mapSchemas } from "./walk";

/**
 * The schema's text, together with that of every schema that it refers to or that has a name within it, independent of
 * the names of references: recursive schemas are equal, whichever of them a library writes first.
 */
export function fingerprintOf(root: JSONSchema, schema: JSONSchema): string {
  // By name if there is one: the fingerprints of the named schemas themselves show if two of them differ.
  const numbers = new Map<JSONSchema | string, number>();
  const open: JSONSchema[] = [];
  numberOf(schema);
  const texts: string[] = [];
  for (let next = open.shift(); next; next = open.shift()) {
    texts.push(JSON.stringify(saidBy(next)));
  }
  return texts.join("\n");

  function saidBy(from: JSONSchema): JSONSchema {
    const said = Object.entries(from)
      .filter(([keyword, value]) => !isUnread(keyword, value))
      .map(([keyword, value]) => [keyword, withNumbers(from, keyword, value)]);
    return mapSchemas(Object.fromEntries(said) as JSONSchema, (child) =>
      ownNameOf(child) === undefined ? saidBy(child) : { $ref: numberOf(child) },
    );
  }

  function withNumbers(from: JSONSchema, keyword: string, value: unknown): unknown {
    if (keyword === "discriminator") {
      const mapped = [...mappingOf(from).values()];
      return [value, mapped.map((to) => numberOfTarget(mappedTargetIn(root, from, to), to))];
    }
    return (keyword === "$ref" || keyword === "$dynamicRef") && typeof value === "string"
      ? numberOfTarget(targetIn(root, from, value), value)
      : value;
  }

  function numberOfTarget(target: JSONSchema | undefined, reference: string): number | string {
    return target ? numberOf(target) : reference;
  }

  function numberOf(target: JSONSchema): number {
    const key = ownNameOf(target) ?? target;
    const known = numbers.get(key);
    if (known !== undefined) return known;
    const number = numbers.size;
    numbers.set(key, number);
    open.push(target);
    return number;
  }
}

/** True if a keyword does not distinguish two schemas. */
function isUnread(keyword: string, value: unknown): boolean {
  // Zod writes `additionalProperties: false` on output only; counting it would split one component in two.
  if (keyword === "additionalProperties") return value === false;
  // A name restricts no values, and definitions are followed through their references.
  return ruleOf(keyword)?.role === "name";
}
