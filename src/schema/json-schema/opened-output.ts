import type { JSONSchema } from "../interface/schema";
import { isObject } from "../../core/model/value";
import { ruleOf } from "./keywords";
import { clauseMaker, takesKind } from "./normal";
import { isNever, isSchema, isSubschema, mapSchemas, schemasIn } from "./subschema";
import { tagOf } from "./tags";
import { referenceOf, targetOf } from "./targets";

/**
 * Removes `additionalProperties: false` from a documented response schema, so that clients generated from the document
 * accept members that the server adds later. The keyword stays where the input schema has it, too, or where a `oneOf`
 * needs it to tell its objects apart.
 */
export function openedOutput(output: JSONSchema, input: JSONSchema): JSONSchema {
  if (!schemasIn(output).some(isClosed)) return output;
  const opened = objectsToOpen(output, input);
  const copied = (schema: JSONSchema): JSONSchema => {
    const copy: Record<string, unknown> = { ...mapSchemas(schema, copied) };
    if (opened.has(schema)) delete copy.additionalProperties;
    return copy;
  };
  return copied(output);
}

function isClosed({ additionalProperties }: JSONSchema): boolean {
  return isSubschema(additionalProperties) && isNever(additionalProperties);
}

function objectsToOpen(output: JSONSchema, input: JSONSchema): ReadonlySet<JSONSchema> {
  const maker = clauseMaker(output);
  const seen = new Set<JSONSchema>();
  const opened = new Set<JSONSchema>();
  const keptClosed = new Set<JSONSchema>();
  visit(output, input);
  return new Set([...opened].filter((one) => !keptClosed.has(one)));

  function visit(schema: unknown, at: unknown): void {
    if (!isSchema(schema) || seen.has(schema)) return;
    seen.add(schema);
    const taken = isSchema(at) ? at : {};
    if (isClosed(schema) && !isClosed(taken)) opened.add(schema);
    if (schema.oneOf !== undefined) for (const one of alikeAmong(schema.oneOf)) keptClosed.add(one);
    if (referenceOf(schema) !== undefined) visit(targetOf(schema, output), targetOf(taken, input));
    for (const [keyword, value] of Object.entries(schema)) {
      const rule = ruleOf(keyword);
      if (rule?.describes === undefined) continue;
      if (rule.holds === "schema") visit(value, taken[keyword]);
      else if (isObject(value)) visitEach(value, taken[keyword]);
    }
  }

  function visitEach(schemas: object, at: unknown): void {
    const taken = new Map(isObject(at) ? Object.entries(at) : []);
    for (const [key, schema] of Object.entries(schemas)) visit(schema, taken.get(key));
  }

  function alikeAmong(oneOf: unknown): readonly JSONSchema[] {
    const clauses = maker.of({ oneOf }, false).filter((clause) => takesKind(clause, "object"));
    const groups = [...(tagOf(clauses, maker)?.byValue.values() ?? [clauses])];
    return groups.flatMap((group) => (group.length > 1 ? group.flat().map(({ schema }) => schema) : []));
  }
}
