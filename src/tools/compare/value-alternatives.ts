import type { JSONSchema } from "../../model/schema";
import { isObject, isRecord } from "../../model/value";
import { ruleOf } from "../../json-schema/keywords";
import { ClauseMaker, isPastBound, takesKind, type Conjuncts, type JSONKind } from "../../json-schema/normal";
import type { FollowReference } from "../../json-schema/targets";
import { isSchema, isSubschema, type Subschema } from "../../json-schema/subschema";
import { canonical } from "../../model/json-value";
import { groupedBy } from "../../model/collections";
import { fitsKeywords } from "./compare-keywords";
import { both, type Pair } from "./difference";
import { keywordText } from "./keyword-sets";
import type { Alternative, AlternativeType, Conjunction, TypedAlternative } from "./schema-difference";

/** The forms that a value may have in one document, such as string and null. */
export interface Alternatives {
  /** The forms; undefined if the schema has too many of them to compare. */
  readonly alternatives: readonly Alternative[] | undefined;
  readonly isAnything: boolean;
  readonly schemas: readonly JSONSchema[];
}

/** The schemas of a value in one document, and the function that resolves the references of this document. */
export interface SchemaSide {
  readonly schemas: Conjunction;
  readonly resolve: FollowReference;
}

/** Creates one document's side of a comparison. Without a schema, every value is allowed. */
export function schemaSide(written: unknown, resolve: FollowReference): SchemaSide {
  return { schemas: isSubschema(written) ? [written] : [], resolve };
}

/**
 * Lists the forms of a value in two documents: `type: ["string", "null"]` has two. A union that both documents have is
 * not split, because three unions of ten members, if a value must match all three, have a thousand forms.
 */
export function alternativesOf(sides: Pair<SchemaSide>): Pair<Alternatives> {
  const follow = both(sides, ({ resolve }) => resolve);
  const makers = both(follow, makerBy);
  const [was, is] = [makers.was.conjunctsOf(sides.was.schemas), makers.is.conjunctsOf(sides.is.schemas)];
  const left = [...is.choices];
  const shared = was.choices.filter((choice) => {
    const at = left.findIndex((other) => isSameSchemas({ was: choice, is: other }, follow));
    if (at >= 0) left.splice(at, 1);
    return at >= 0;
  });
  const kinds = shared.reduce((some, choice) => {
    const clauses = choice.flatMap((one) => makers.was.of(one, false));
    return some.filter((kind) => clauses.some((clause) => takesKind(clause, kind)));
  }, everyKind);
  const own = was.choices.filter((choice) => !shared.includes(choice));
  return {
    was: alternativeOn(makers.was, { ...was, choices: own }, kinds),
    is: alternativeOn(makers.is, { ...is, choices: left }, kinds),
  };
}

const everyKind: readonly JSONKind[] = ["string", "number", "boolean", "object", "array", "null"];

const knownMakers = new WeakMap<FollowReference, ClauseMaker>();

function makerBy(resolve: FollowReference): ClauseMaker {
  const maker = knownMakers.get(resolve) ?? new ClauseMaker(resolve, { hasConditions: false });
  knownMakers.set(resolve, maker);
  return maker;
}

function alternativeOn(maker: ClauseMaker, conjuncts: Conjuncts, kinds: readonly JSONKind[]): Alternatives {
  const clauses = maker.ofConjuncts(conjuncts);
  const uses = groupedBy(clauses.flat(), ({ schema }) => [schema]);
  const isAnything =
    kinds.length === everyKind.length &&
    clauses.some((clause) => clause.every(({ schema }) => !isConstraining(schema)));
  if (isPastBound(clauses)) return { alternatives: undefined, isAnything: false, schemas: [...uses.keys()] };
  const alternatives = clauses.flatMap((clause) => {
    const schemas = clause.map(({ schema }) => schema);
    // If a schema is in several alternatives, its component's name cannot distinguish them, and is not used.
    const own = schemas.filter((schema) => uses.get(schema)?.length === 1);
    const name = own.map((schema) => maker.nameOf(schema)).find((one) => one !== undefined);
    return alternativesOfClause(schemas, name, kinds);
  });
  return { alternatives: withoutRepetitions(alternatives), isAnything, schemas: [...uses.keys()] };
}

function withoutRepetitions(alternatives: readonly Alternative[]): readonly Alternative[] {
  const byValue = new Map<unknown, Alternative>();
  for (const one of alternatives) {
    const key = one.kind === "value" ? canonical(one.value) : one;
    if (!byValue.has(key)) byValue.set(key, one);
  }
  return [...byValue.values()];
}

/** True if two lists of schemas, and everything to which they refer, differ at most in the names of components. */
function isSameSchemas(lists: Pair<readonly Subschema[]>, follow: Pair<FollowReference>): boolean {
  const open: Pair<unknown>[] = [lists];
  const seen = new Map<unknown, Set<unknown>>();
  for (let pair = open.pop(); pair; pair = open.pop()) {
    const { was, is } = pair;
    if (!isObject(was) || !isObject(is)) {
      if (was !== is) return false;
      continue;
    }
    if (Array.isArray(was) && Array.isArray(is)) {
      if (was.length !== is.length) return false;
      was.forEach((item: unknown, i) => open.push({ was: item, is: is[i] }));
      continue;
    }
    if (Array.isArray(was) || Array.isArray(is)) return false;
    const known = seen.get(was) ?? new Set();
    if (known.has(is)) continue;
    seen.set(was, known.add(is));
    // The cast is safe: neither value is a list, so both are objects.
    const pairs = keywordPairs(was as JSONSchema, is as JSONSchema, follow);
    if (!pairs) return false;
    for (const inner of pairs) open.push(inner);
  }
  return true;
}

/** Pairs the inner schemas of two schemas, such as their `items`; undefined if others, such as `type`, differ. */
function keywordPairs(
  was: JSONSchema,
  is: JSONSchema,
  follow: Pair<FollowReference>,
): readonly Pair<unknown>[] | undefined {
  const pairs: Pair<unknown>[] = [];
  for (const keyword of new Set([...Object.keys(was), ...Object.keys(is)])) {
    const rule = ruleOf(keyword);
    if (rule?.role === "name" || rule?.role === "words") continue;
    const [own, other] = [was[keyword], is[keyword]];
    if (rule?.role === "lead" && typeof own === "string" && typeof other === "string") {
      pairs.push({ was: follow.was(was, own), is: follow.is(is, other) });
    } else if (rule?.holds === "map" && isSchema(own) && isSchema(other)) {
      for (const name of new Set([...Object.keys(own), ...Object.keys(other)])) {
        if (!Object.hasOwn(own, name) || !Object.hasOwn(other, name)) return undefined;
        pairs.push({ was: own[name], is: other[name] });
      }
    } else if (isObject(own) && isObject(other) && (rule?.holds === "schema" || rule?.holds === "list")) {
      pairs.push({ was: own, is: other });
    } else if (keywordText(keyword, own) !== keywordText(keyword, other)) {
      return undefined;
    }
  }
  return pairs;
}

/** Writes properties that have only one value, such as `kind "cat"`: they distinguish the members of a union. */
export function tagsOf({ schemas }: TypedAlternative): string {
  const properties = schemas.flatMap((schema) =>
    isSchema(schema.properties) ? Object.entries(schema.properties) : [],
  );
  const tags = properties.flatMap(([name, property]) => {
    const values = isSchema(property) ? literalsOf([property]) : undefined;
    return values?.length === 1 ? [`${name} ${canonical(values[0])}`] : [];
  });
  return tags.sort().join();
}

/** Lists the types and values that match all given schemas, which have no references and unions. */
function alternativesOfClause(
  all: readonly JSONSchema[],
  name: string | undefined,
  kinds: readonly JSONKind[],
): readonly Alternative[] {
  const schemas = all.filter(isConstraining);
  const types = schemas.reduce<readonly string[]>((left, { type }) => intersection(left, type), kinds);
  const listed = literalsOf(schemas)?.filter((value) =>
    types.some(
      (type) =>
        isOfType(value, type) && fitsKeywords(value, { kind: type as AlternativeType, schemas, name }),
    ),
  );
  if (listed) return listed.map((value) => ({ kind: "value", value }));
  return types.flatMap((type): readonly Alternative[] => {
    const values = type === "null" ? [null] : type === "boolean" ? [true, false] : undefined;
    return (
      values?.map((value) => ({ kind: "value", value })) ?? [{ kind: type as AlternativeType, schemas, name }]
    );
  });
}

function intersection(left: readonly string[], written: unknown): readonly string[] {
  if (written === undefined) return left;
  const types: readonly unknown[] = Array.isArray(written) ? written : [written];
  // The common type of `number` and `integer` is `integer`.
  const both = left.filter(
    (type) => types.includes(type) || (type === "integer" && types.includes("number")),
  );
  return left.includes("number") && !types.includes("number") && types.includes("integer")
    ? [...both, "integer"]
    : both;
}

function literalsOf(schemas: readonly JSONSchema[]): readonly unknown[] | undefined {
  const lists = schemas.flatMap((schema) => [
    ...(Array.isArray(schema.enum) ? [schema.enum as readonly unknown[]] : []),
    ...("const" in schema ? [[schema.const]] : []),
  ]);
  const [first, ...others] = lists;
  return first?.filter((value) =>
    others.every((list) => list.some((other) => canonical(other) === canonical(value))),
  );
}

export function valuesIn(alternatives: readonly Alternative[]): readonly unknown[] {
  return alternatives.flatMap((alternative) => (alternative.kind === "value" ? [alternative.value] : []));
}

export function isOfType(value: unknown, type: string): boolean {
  switch (type) {
    case "null":
      return value === null;
    case "array":
      return Array.isArray(value);
    case "object":
      return isRecord(value);
    case "integer":
      return Number.isInteger(value);
    default:
      return typeof value === type;
  }
}

function isConstraining(schema: JSONSchema): boolean {
  return Object.keys(schema).some((keyword) => {
    const rule = ruleOf(keyword);
    return rule ? rule.role === "narrow" : !keyword.startsWith("x-");
  });
}
