import type { ErrorObject } from "ajv";
import type { JSONSchema } from "../interface/schema";
import { ruleOf } from "../json-schema/keywords";
import { isSchema, childSchemas, schemasIn } from "../json-schema/subschema";
import { referencesOf, targetIn, targetsOf } from "../json-schema/targets";
import { withoutChoices, type ErrorOfAjv, type ReadErrors } from "./ajv-issues";
import type { GuardedUnion } from "./guarded-unions";
import type { LinkedSchema } from "./linked-components";
import { nearestOf } from "../union-issues";

interface ErrorNode {
  readonly error: ErrorObject;
  readonly alternatives: readonly (readonly ErrorNode[])[];
}

type UnionRoot = Pick<LinkedSchema, "schema" | "components">;

/**
 * If no alternative of an `anyOf` or `oneOf` matches, ajv reports the errors of all alternatives. The returned function
 * keeps only those of the alternative with the fewest errors. It needs ajv's option `verbose`.
 */
export function unionReader(
  linked: UnionRoot,
  guarded: ReadonlyMap<unknown, GuardedUnion> = new Map(),
): ReadErrors {
  const known = new WeakMap<readonly unknown[], AlternativesOf>();
  return (errors) => {
    if (guarded.size === 0 && !errors.some(isUnion)) return withoutChoices(errors);
    const nodes: ErrorNode[] = [];
    const budget = { left: mostCompared };
    for (const error of errors) {
      if (guarded.size > 0 && isUnnamedMark(error)) continue;
      const guards = guarded.get(error.parentSchema?.[error.keyword]);
      const listed = isUnion(error) ? alternativesList(error) : undefined;
      if (guards) nodes.push({ error, alternatives: takeGuarded(nodes, guards, isUnion(error)) });
      else if (!listed) nodes.push({ error, alternatives: [] });
      else {
        const of = known.get(listed) ?? alternativesByPlace(linked, error);
        known.set(listed, of);
        nodes.push({ error, alternatives: takeAlternatives(nodes, error, of, budget) });
      }
    }
    return nearestErrors(nodes, []);
  };
}

/** Limits the characters that `isAtOrBelow` compares: for many errors with long paths, comparing could take seconds. */
const mostCompared = 4_000_000;

/** True if no alternative of a union matches. If several of a `oneOf` match, ajv sets `passingSchemas` to a list. */
function isUnion({ keyword, params }: ErrorObject): boolean {
  return keyword === "anyOf" || (keyword === "oneOf" && !Array.isArray(params.passingSchemas));
}

/** Without `verbose`, the errors that mark a guarded union's alternatives are known only by their place in the schema. */
function isUnnamedMark({ parentSchema, schemaPath }: ErrorObject): boolean {
  return !parentSchema && /\/(?:anyOf|oneOf)\/\d+\/(?:if|not)$/.test(schemaPath);
}

function alternativesList({ keyword, parentSchema }: ErrorObject): readonly unknown[] | undefined {
  const list: unknown = parentSchema?.[keyword];
  return Array.isArray(list) ? list : undefined;
}

type Depth = "own value" | "below";

interface AlternativesOf {
  readonly count: number;
  readonly placesOf: (schema: object, depth: Depth) => readonly number[];
}

function alternativesByPlace(linked: UnionRoot, error: ErrorObject): AlternativesOf {
  const places = { "own value": new Map<object, number[]>(), below: new Map<object, number[]>() };
  const listed = alternativesList(error) ?? [];
  const root = rootOf(linked, error.parentSchema);
  listed.forEach((alternative, i) => {
    for (const { schema, depth } of isSchema(alternative) ? reachedFrom(linked, alternative, root) : []) {
      const known = places[depth].get(schema);
      if (known) known.push(i);
      else places[depth].set(schema, [i]);
    }
  });
  return { count: listed.length, placesOf: (schema, depth) => places[depth].get(schema) ?? [] };
}

/** The schema to which the references within a union are relative: a component, or the whole schema. */
function rootOf({ schema, components }: UnionRoot, union: object | undefined): JSONSchema {
  return [...components.values()].find((one) => schemasIn(one).some((within) => within === union)) ?? schema;
}

interface ReachedSchema {
  readonly schema: JSONSchema;
  /** The schema to which its references are relative. */
  readonly root: JSONSchema;
  readonly depth: Depth;
}

/** Yields the schemas that apply to the value itself (`"own value"`), and to its members and items (`"below"`). */
function* reachedFrom(
  linked: UnionRoot,
  alternative: JSONSchema,
  start: JSONSchema,
): Iterable<ReachedSchema> {
  const seen = { "own value": new Set<JSONSchema>(), below: new Set<JSONSchema>() };
  const open: ReachedSchema[] = [{ schema: alternative, root: start, depth: "own value" }];
  for (let next = open.pop(); next; next = open.pop()) {
    const { schema, root, depth } = next;
    if (seen[depth].has(schema)) continue;
    seen[depth].add(schema);
    yield next;
    for (const target of targetsIn(linked, next)) open.push({ ...target, depth });
    for (const [keyword, value] of Object.entries(schema)) {
      const within = isOfOwnValue(keyword) ? depth : "below";
      for (const child of childSchemas(keyword, value)) open.push({ schema: child, root, depth: within });
    }
  }
}

function targetsIn(
  { components }: UnionRoot,
  { schema, root }: ReachedSchema,
): readonly Omit<ReachedSchema, "depth">[] {
  const within = targetsOf(root, schema).map(({ target }) => ({ schema: target, root }));
  const outside = referencesOf(schema).flatMap((reference) => {
    const [address = "", pointer = ""] = reference.split("#");
    const component = components.get(address);
    const target = component && targetIn(component, component, `#${pointer}`);
    return target ? [{ schema: target, root: component }] : [];
  });
  return [...within, ...outside];
}

function isOfOwnValue(keyword: string): boolean {
  const describes = ruleOf(keyword)?.describes;
  return describes !== "members" && describes !== "items" && keyword !== "contains";
}

/** Takes the errors of a union's alternatives from `nodes`. ajv has reported them just before the union's own error. */
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
    // ajv reports errors in the order of the alternatives. This loop goes backwards, so `place`, an index, never rises.
    const depth = last.error.instancePath.length === instancePath.length ? "own value" : "below";
    const found = parentSchema && placesOf(parentSchema, depth).findLast((one) => one <= place);
    if (found === undefined) break;
    place = found;
    taken[found]?.push(last);
    nodes.pop();
  }
  return taken.map((errors) => errors.toReversed());
}

/**
 * Takes the errors of a guarded union's alternatives from `nodes`, back to the error of its `start`. If several
 * alternatives match, which `oneOf` forbids, the errors of the others explain nothing.
 */
function takeGuarded(
  nodes: ErrorNode[],
  { start, ends, isTagged }: GuardedUnion,
  isUnmatched: boolean,
): ErrorNode["alternatives"] {
  const found = Array.from(ends, ([, { leads }]) => ({ leads, isTried: false, errors: [] as ErrorNode[] }));
  let current: (typeof found)[number] | undefined;
  for (let last = nodes.pop(); last && last.error.parentSchema !== start; last = nodes.pop()) {
    const end = last.error.keyword === "if" ? ends.get(last.error.parentSchema) : undefined;
    if (!end) current?.errors.push(last);
    else {
      current = found[end.index];
      if (current) current.isTried = last.error.params.failingKeyword === "else";
    }
  }
  if (!isUnmatched) return [];
  const isAnyTried = found.some(({ isTried }) => isTried);
  // Of an alternative that was not tried, the errors below its members are unknown, so it cannot be compared.
  return found.map(({ errors, isTried, leads }) =>
    isAnyTried && !isTried && (isTagged || leads) ? [] : errors.toReversed(),
  );
}

function isAtOrBelow(path: string, other: string): boolean {
  return other === path || (other.startsWith(path) && other[path.length] === "/");
}

function* nearestErrors(nodes: readonly ErrorNode[], choices: ErrorOfAjv["choices"]): Iterable<ErrorOfAjv> {
  for (const node of nodes) {
    const nearest = nearestOf(withoutNull(node)) ?? nearestOf(node.alternatives);
    if (nearest) yield* nearestErrors(nearest.issues, [...choices, nearest]);
    else yield { error: node.error, choices };
  }
}

/** Empties the list of an alternative that only accepts null: no other value is near to it, despite its single error. */
function withoutNull({ error: { instancePath }, alternatives }: ErrorNode): ErrorNode["alternatives"] {
  const isOfNull = ({ error }: ErrorNode): boolean =>
    error.keyword === "type" && error.params.type === "null" && error.instancePath === instancePath;
  return alternatives.map((errors) => (errors.length === 1 && errors.every(isOfNull) ? [] : errors));
}
