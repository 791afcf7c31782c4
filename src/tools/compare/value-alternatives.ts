import type { JSONSchema } from "../../schema/interface/schema";
import { isRecord } from "../../core/model/value";
import {
  everyKind,
  isPastBound,
  takesKind,
  type ClauseMaker,
  type Conjuncts,
  type JSONKind,
} from "../../schema/json-schema/normal";
import type { FollowReference } from "../../schema/json-schema/targets";
import { isSubschema } from "../../schema/json-schema/subschema";
import { canonical } from "../../schema/interface/json-value";
import { groupedBy } from "../../core/model/collections";
import { unionNames, withLabels } from "./alternative-names";
import { fitsKeywords, hasWholeStep } from "./compare-keywords";
import { literalsOf } from "./constants";
import { both, type Pair } from "./difference";
import { isConstraining } from "./keyword-sets";
import type { DocumentReader } from "./renaming";
import { isSameSchemas } from "./same-schemas";
import type { Alternative, AlternativeType, SchemaSide, TypedAlternative } from "./alternative";
import { makerBy } from "./clause-maker";

/** The forms that a value may have in one document, such as string and null. */
export interface Alternatives {
  /** The forms; undefined if the schema has too many of them to compare. */
  readonly alternatives: readonly Alternative[] | undefined;
  readonly isAnything: boolean;
  /** True if the value has a union or a discriminator, so that more than its forms must be compared. */
  readonly isUnion: boolean;
  readonly schemas: readonly JSONSchema[];
}

/** Creates one document's side of a comparison. Without a schema, every value is allowed. */
export function schemaSide(written: unknown, resolve: DocumentReader): SchemaSide {
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
    was: { ...alternativesOn(follow.was, { ...was, choices: own }, kinds), isUnion: isUnion(was) },
    is: { ...alternativesOn(follow.is, { ...is, choices: left }, kinds), isUnion: isUnion(is) },
  };
}

function isUnion({ own, choices }: Conjuncts): boolean {
  return choices.length > 0 || own.some(({ discriminator }) => discriminator !== undefined);
}

/** Lists the forms of a value in one document; undefined if there are too many. */
export function formsOf({ schemas, resolve }: SchemaSide): readonly Alternative[] | undefined {
  return alternativesOn(resolve, makerBy(resolve).conjunctsOf(schemas), everyKind).alternatives;
}

function alternativesOn(
  follow: FollowReference,
  conjuncts: Conjuncts,
  kinds: readonly JSONKind[],
): Omit<Alternatives, "isUnion"> {
  const maker = makerBy(follow);
  if (conjuncts.choices.length === 0 && conjuncts.own.length < 2) {
    return alternativesOfOne(conjuncts.own, maker, kinds);
  }
  const clauses = maker.ofConjuncts(conjuncts);
  const uses = groupedBy(clauses.flat(), ({ schema }) => [schema]);
  const isAnything =
    kinds.length === everyKind.length &&
    clauses.some((clause) => clause.every(({ schema }) => !isConstraining(schema)));
  if (isPastBound(clauses)) return { alternatives: undefined, isAnything: false, schemas: [...uses.keys()] };
  const names = unionNames(conjuncts, maker, follow);
  const alternatives = clauses.flatMap((clause, number) => {
    const schemas = clause.map(({ schema }) => schema);
    // If a schema is in several alternatives, its component's name cannot distinguish them, and is not used.
    const own = schemas.filter((schema) => uses.get(schema)?.length === 1);
    const name = own.map((schema) => maker.nameOf(schema)).find((one) => one !== undefined);
    // In a recursive union, the names may be those of other members, so they are not used.
    const namesHere = names?.length === clauses.length ? names[number] : undefined;
    return alternativesOfClause({ schemas, name, names: namesHere ?? [], number }, kinds);
  });
  const typed = alternatives.filter((one) => one.kind !== "value");
  const values = alternatives.filter((one) => one.kind === "value");
  return { alternatives: [...withLabels(typed), ...values], isAnything, schemas: [...uses.keys()] };
}

/** Like {@link alternativesOn}, without the clauses that only several schemas can have: most members have one schema. */
function alternativesOfOne(
  schemas: readonly JSONSchema[],
  maker: ClauseMaker,
  kinds: readonly JSONKind[],
): Omit<Alternatives, "isUnion"> {
  const name = schemas.map((schema) => maker.nameOf(schema)).find((one) => one !== undefined);
  return {
    alternatives: alternativesOfClause({ schemas, name, names: [], number: 0 }, kinds),
    isAnything: kinds.length === everyKind.length && !schemas.some(isConstraining),
    schemas,
  };
}

/** Lists the types and values that match all schemas of a clause, which have no references and unions. */
function alternativesOfClause(
  clause: Omit<TypedAlternative, "kind">,
  kinds: readonly JSONKind[],
): readonly Alternative[] {
  const one = { ...clause, schemas: clause.schemas.filter(isConstraining) };
  const types = one.schemas
    .reduce<readonly string[]>((left, { type }) => intersection(left, type), kinds)
    .map((type) => (type === "number" && hasWholeStep(one.schemas) ? "integer" : type));
  // The cast is safe: fitsKeywords has no rules for the types that are listed as values.
  const typed = types.map((type): TypedAlternative => ({ ...one, kind: type as AlternativeType }));
  const listed = literalsOf(one.schemas)?.filter((value) =>
    typed.some((alternative) => isOfType(value, alternative.kind) && fitsKeywords(value, alternative)),
  );
  const valueOf = (value: unknown): Alternative => ({ kind: "value", value, schemas: one.schemas });
  if (listed) return listed.map(valueOf);
  return typed.flatMap((alternative): readonly Alternative[] => {
    const type: string = alternative.kind;
    return type === "null"
      ? [valueOf(null)]
      : type === "boolean"
        ? [true, false].map(valueOf)
        : [alternative];
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

export function valuesIn(alternatives: readonly Alternative[]): readonly unknown[] {
  const values = alternatives.flatMap((one) => (one.kind === "value" ? [one.value] : []));
  return [...new Map(values.map((value) => [canonical(value), value])).values()];
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
