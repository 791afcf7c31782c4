import type { JSONSchema } from "../../model/schema";
import { isRecord } from "../../model/value";
import { ruleOf } from "../../json-schema/keywords";
import { ClauseMaker, isPastBound, takesKind, type Conjuncts, type JSONKind } from "../../json-schema/normal";
import type { FollowReference } from "../../json-schema/targets";
import { isSchema, isSubschema } from "../../json-schema/subschema";
import { canonical } from "../../model/json-value";
import { groupedBy } from "../../model/collections";
import { fitsKeywords } from "./compare-keywords";
import { both, type Pair } from "./difference";
import { isSameSchemas } from "./same-schemas";
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
