import type { JSONSchema } from "../model/schema";
import { ruleOf } from "./keywords";
import { ownNameOf } from "./subschema";
import { mappedTargetIn, mappingOf, targetIn } from "./targets";
import { mapSchemas } from "./walk";

/**
 * The schema's text, and that of every schema that it refers to or that carries a name within it, whatever the references
 * are called: schemas that contain each other are the same, whichever of them a library writes out first.
 */
export function fingerprintOf(root: JSONSchema, schema: JSONSchema): string {
  // By name where there is one: whether two schemas of a name are alike is what their own fingerprints tell.
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

/** Whether a keyword makes no second schema of one that has it, and of one that has not. */
function isUnread(keyword: string, value: unknown): boolean {
  // Some libraries close what they put out and leave open what they take.
  if (keyword === "additionalProperties") return value === false;
  // A name says nothing of the values that fit, and definitions are followed where they are referred to.
  return ruleOf(keyword)?.role === "name";
}
