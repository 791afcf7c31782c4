import type { ErrorObject } from "ajv";
import type { JSONSchema } from "../model/schema";
import { ruleOf } from "../json-schema/keywords";
import { isSchema } from "../json-schema/subschema";
import { targetsOf } from "../json-schema/targets";
import { childSchemas } from "../json-schema/walk";
import { messageWithin, nearestOf } from "./union-issues";

/** An error of ajv's, or a union that nothing fits with the errors of its alternatives. */
interface ErrorNode {
  readonly error: ErrorObject;
  readonly alternatives: readonly (readonly ErrorNode[])[];
}

type Choices = Parameters<typeof messageWithin>[0];

/**
 * Reads the errors of one schema: in the place of a union that nothing fits stand those of its nearest alternative.
 *
 * ajv tells the errors of all alternatives, one after the other, before that of the union. Which alternative an error is
 * of, its schema says, where ajv has been asked for it (`verbose`); where it does not, the union stands for itself.
 */
export function unionReader(root: JSONSchema): (errors: readonly ErrorObject[]) => Iterable<ErrorObject> {
  const known = new WeakMap<readonly unknown[], AlternativesOf>();
  return (errors) => {
    if (!errors.some(isUnion)) return errors;
    const nodes: ErrorNode[] = [];
    const budget = { left: mostCompared };
    for (const error of errors) {
      const listed = isUnion(error) ? listOf(error) : undefined;
      if (!listed) nodes.push({ error, alternatives: [] });
      else {
        const of = known.get(listed) ?? alternativesOf(root, listed);
        known.set(listed, of);
        nodes.push({ error, alternatives: takeAlternatives(nodes, error, of, budget) });
      }
    }
    return nearestErrors(nodes, []);
  };
}

/** In characters: to compare pointers of a megabyte with each other a thousand times would take seconds. */
const mostCompared = 4_000_000;

/** A union that several alternatives fit has no errors of theirs. */
function isUnion({ keyword, params }: ErrorObject): boolean {
  return keyword === "anyOf" || (keyword === "oneOf" && !Array.isArray(params.passingSchemas));
}

function listOf({ keyword, parentSchema }: ErrorObject): readonly unknown[] | undefined {
  const list: unknown = parentSchema?.[keyword];
  return Array.isArray(list) ? list : undefined;
}

/** The place of a schema in a union's alternative: it judges the union's own value, or a member or item of that. */
type Depth = "own value" | "below";

/** The alternatives of a union that a schema is part of, by their places; none for one that is within no alternative. */
interface AlternativesOf {
  readonly count: number;
  readonly placesOf: (schema: object, depth: Depth) => readonly number[];
}

function alternativesOf(root: JSONSchema, listed: readonly unknown[]): AlternativesOf {
  const places = { "own value": new Map<object, number[]>(), below: new Map<object, number[]>() };
  listed.forEach((alternative, i) => {
    for (const [schema, depth] of isSchema(alternative) ? reachedFrom(root, alternative) : []) {
      const known = places[depth].get(schema);
      if (known) known.push(i);
      else places[depth].set(schema, [i]);
    }
  });
  return { count: listed.length, placesOf: (schema, depth) => places[depth].get(schema) ?? [] };
}

/** Every schema within one, by references too; one that contains itself stands at both depths. */
function* reachedFrom(root: JSONSchema, alternative: JSONSchema): Iterable<readonly [JSONSchema, Depth]> {
  const seen = { "own value": new Set<JSONSchema>(), below: new Set<JSONSchema>() };
  const open: (readonly [JSONSchema, Depth])[] = [[alternative, "own value"]];
  for (let next = open.pop(); next; next = open.pop()) {
    const [schema, depth] = next;
    if (seen[depth].has(schema)) continue;
    seen[depth].add(schema);
    yield next;
    for (const { target } of targetsOf(root, schema)) open.push([target, depth]);
    for (const [keyword, value] of Object.entries(schema)) {
      const within = isOfOwnValue(keyword) ? depth : "below";
      for (const child of childSchemas(keyword, value)) open.push([child, within]);
    }
  }
}

function isOfOwnValue(keyword: string): boolean {
  const describes = ruleOf(keyword)?.describes;
  return describes !== "members" && describes !== "items" && keyword !== "contains";
}

/** Takes the errors of a union's alternatives off the end of those that came before it. */
function takeAlternatives(
  nodes: ErrorNode[],
  { instancePath }: ErrorObject,
  { count, placesOf }: AlternativesOf,
  budget: { left: number },
): ErrorNode["alternatives"] {
  const taken: ErrorNode[][] = Array.from({ length: count }, () => []);
  let place = count - 1;
  for (let last = nodes.at(-1); last; last = nodes.at(-1)) {
    budget.left -= last.error.instancePath.length;
    if (budget.left < 0 || !isAtOrBelow(instancePath, last.error.instancePath)) break;
    const { parentSchema } = last.error;
    // Alternatives are asked in their order, so that from the end their places never rise.
    const depth = last.error.instancePath.length === instancePath.length ? "own value" : "below";
    const found = parentSchema && placesOf(parentSchema, depth).findLast((one) => one <= place);
    if (found === undefined) break;
    place = found;
    taken[found]?.push(last);
    nodes.pop();
  }
  return taken.map((errors) => errors.toReversed());
}

function isAtOrBelow(path: string, other: string): boolean {
  return other === path || (other.startsWith(path) && other[path.length] === "/");
}

function* nearestErrors(nodes: readonly ErrorNode[], choices: Choices): Iterable<ErrorObject> {
  for (const { error, alternatives } of nodes) {
    const nearest = nearestOf(alternatives);
    if (nearest) yield* nearestErrors(nearest.issues, [...choices, nearest]);
    else if (choices.length === 0) yield error;
    else yield { ...error, message: messageWithin(choices, error.message ?? "does not fit") };
  }
}
