import type { JSONSchema } from "../interface/schema";
import { isNever, isSchema, isSubschema, type Subschema } from "./subschema";
import { lastStepOf, partsOf, type FollowReference, subschemaIn } from "./targets";

/** A schema whose `$ref`, `allOf` and `anyOf` are already replaced by other pieces. Only its other keywords count. */
export interface Piece {
  readonly schema: JSONSchema;
  /** True for a schema that a value may match or not, such as `then`: its members are known, but it forbids none. */
  readonly isOptional: boolean;
  /** Identifies the piece, for sorting a {@link Clause} and for removing duplicates. */
  readonly id: number;
}

/** One alternative of a schema, as a list of pieces. A value must match all pieces that are not optional. */
export type Clause = readonly Piece[];

/**
 * The alternatives of a schema: `[A, B]` and `[A, C]` for `{ allOf: [A, { anyOf: [B, C] }] }`. The alternative `[]`
 * allows every value; an empty list of alternatives allows no value.
 */
export type Clauses = readonly Clause[];

const anything: Clauses = [[]];

/** For `{ allOf: [A, { anyOf: [B, C] }] }`, a value must match A (in `own`), and also B or C (in `choices`). */
export interface Conjuncts {
  /** The schemas whose keywords, except `$ref`, `allOf` and `anyOf`, a value must match, in the order of the search. */
  readonly own: readonly JSONSchema[];
  /** Lists of schemas. A value must match one schema of each list, so no value matches an empty list. */
  readonly choices: readonly (readonly Subschema[])[];
}

/** The maximum number of combinations: an `allOf` of two `anyOf` with 8 schemas each has 64. */
const mostCombined = 64;

/** The maximum number of alternatives of one `anyOf` or `oneOf`. */
const mostListed = 256;

/** The maximum number of schemas to read for one result. Nested references can double the number at each level. */
const mostRead = 4_096;

/** Adds a cache to `resultOf`. If a recursive schema reaches itself, its result there is `again`, so recursion ends. */
export function overConjuncts<Result>(
  maker: ClauseMaker,
  again: Result,
  resultOf: (conjuncts: Conjuncts, inner: (schema: JSONSchema) => Result) => Result,
): (schema: JSONSchema) => Result {
  const known = new Map<JSONSchema, Result>();
  return function inner(schema) {
    const found = known.get(schema);
    if (found !== undefined) return found;
    known.set(schema, again);
    const result = resultOf(maker.conjunctsOf([schema]), inner);
    known.set(schema, result);
    return result;
  };
}

/** The given schemas, the targets of their references, and the schemas in their `allOf`, `anyOf` and `oneOf`. */
export function reachedSchemas(maker: ClauseMaker, schemas: readonly JSONSchema[]): readonly JSONSchema[] {
  const found = new Set<JSONSchema>();
  const add = (schema: JSONSchema): void => {
    if (found.has(schema)) return;
    const { own, choices } = maker.conjunctsOf([schema]);
    for (const one of own) found.add(one);
    choices.flat().filter(isSchema).forEach(add);
  };
  schemas.forEach(add);
  return [...found];
}

export function clauseMaker(root: JSONSchema): ClauseMaker {
  return new ClauseMaker((from, reference) => subschemaIn(root, from, reference), { hasConditions: true });
}

/**
 * Finds the {@link Clauses} (alternatives) of a schema. With `hasConditions`, they include the schemas in `if`, `then`,
 * `else` and `dependentSchemas`.
 */
export class ClauseMaker {
  readonly #pieces = new Map<JSONSchema, Readonly<Record<"optional" | "binding", Piece>>>();
  readonly #known = new Map<JSONSchema, Clauses>();
  readonly #names = new Map<JSONSchema, string>();

  constructor(
    private readonly follow: FollowReference,
    private readonly options: { readonly hasConditions: boolean },
  ) {}

  of(schema: Subschema, isOptional: boolean): Clauses {
    const known = typeof schema === "boolean" ? undefined : this.#known.get(schema);
    const clauses = known ?? this.ofConjuncts(this.conjunctsOf([schema]));
    if (typeof schema !== "boolean") this.#known.set(schema, clauses);
    return isOptional ? this.#optional(clauses) : clauses;
  }

  /** Collects the schemas that a value must match. Skips the enclosing schemas in `around`, so that recursion ends. */
  conjunctsOf(schemas: readonly Subschema[], around: ReadonlySet<JSONSchema> = new Set()): Conjuncts {
    const own = new Set<JSONSchema>();
    const choices: (readonly Subschema[])[] = [];
    const add = (schema: Subschema): void => {
      if (isNever(schema)) choices.push([]);
      // A recursive schema adds nothing when it occurs again.
      if (isNever(schema) || typeof schema === "boolean" || around.has(schema) || own.has(schema)) return;
      own.add(schema);
      for (const { reference, alternatives } of partsOf(schema, this.follow)) {
        const [first, ...others] = alternatives;
        if (reference !== undefined && isSchema(first)) this.#names.set(first, lastStepOf(reference));
        if (first !== undefined && others.length === 0) add(first);
        else choices.push(alternatives);
      }
    };
    for (const schema of schemas) add(schema);
    return { own: [...own], choices };
  }

  ofConjuncts(conjuncts: Conjuncts): Clauses {
    return this.#combined(conjuncts, new Set(), { left: mostRead });
  }

  both(parts: readonly Clauses[]): Clauses {
    return parts.reduce((all, next) => {
      const isProduct = all.length > 1 && next.length > 1;
      // The number of combinations grows exponentially, so beyond a limit, `next` becomes a single alternative.
      const isPast = all.length * next.length > (isProduct ? mostCombined : mostListed);
      const few = isPast ? this.#optional(next) : next;
      return all.flatMap((clause) => few.map((other) => sortedClause([...clause, ...other])));
    }, anything);
  }

  pieces(): number {
    return this.#pieces.size;
  }

  /** The title of a schema, or the last step of a reference to it: `Cat` for `#/$defs/Cat`. */
  nameOf(schema: JSONSchema): string | undefined {
    return typeof schema.title === "string" ? schema.title : this.#names.get(schema);
  }

  #combined({ own, choices }: Conjuncts, around: ReadonlySet<JSONSchema>, budget: { left: number }): Clauses {
    const within = new Set([...around, ...own]);
    budget.left -= own.length + 1;
    if (budget.left < 0) return [own.map((schema) => this.#pieceOf(schema, true))];
    const one = (part: Subschema): Clauses =>
      this.#combined(this.conjunctsOf([part], within), within, budget);
    return this.both([
      [sortedClause(own.map((schema) => this.#pieceOf(schema, false)))],
      ...choices.map((alternatives) => alternatives.flatMap(one)),
      ...(this.options.hasConditions ? own.flatMap((schema) => this.#conditionsOf(schema, one)) : []),
    ]);
  }

  #conditionsOf(schema: JSONSchema, one: (part: Subschema) => Clauses): readonly Clauses[] {
    const maybe = (part: Subschema): Clauses => this.#optional(one(part));
    const { if: condition, then: consequence, else: alternative } = schema;
    const dependents = dependentsOf(schema).map(maybe);
    if (!isSubschema(condition)) return dependents;
    const results = [consequence, alternative].filter(isSubschema);
    return [
      ...dependents,
      maybe(condition),
      ...(results.length === 2 ? [results.flatMap(one)] : results.map(maybe)),
    ];
  }

  #pieceOf(schema: JSONSchema, isOptional: boolean): Piece {
    const id = 2 * this.#pieces.size;
    const pair = this.#pieces.get(schema) ?? {
      binding: { schema, isOptional: false, id },
      optional: { schema, isOptional: true, id: id + 1 },
    };
    this.#pieces.set(schema, pair);
    return isOptional ? pair.optional : pair.binding;
  }

  /** Merges all alternatives into one of optional schemas: it describes the members, but values need not match it. */
  #optional(clauses: Clauses): Clauses {
    return [sortedClause(clauses.flat().map(({ schema }) => this.#pieceOf(schema, true)))];
  }
}

/** True if alternatives were merged because a limit was exceeded. Only for a `ClauseMaker` without `hasConditions`. */
export function isPastBound(clauses: Clauses): boolean {
  return clauses.some((clause) => clause.some(({ isOptional }) => isOptional));
}

function sortedClause(pieces: Clause): Clause {
  return [...new Map(pieces.map((piece) => [piece.id, piece])).values()].sort((a, b) => a.id - b.id);
}

/** The schemas that apply if a member exists. In the older keyword `dependencies`, lists of names are skipped. */
function dependentsOf({ dependentSchemas, dependencies }: JSONSchema): readonly Subschema[] {
  return [dependentSchemas, dependencies].flatMap((map) =>
    isSchema(map) ? Object.values(map).filter(isSubschema) : [],
  );
}

/** A kind of value, as in `type`. An integer is a `"number"`. */
export type JSONKind = "string" | "number" | "boolean" | "object" | "array" | "null";

export const everyKind: readonly JSONKind[] = ["string", "number", "boolean", "object", "array", "null"];

export function takesKind(clause: Clause, ...kinds: readonly JSONKind[]): boolean {
  return clause.every(
    ({ schema, isOptional }) => isOptional || kinds.some((kind) => allowsKind(schema, kind)),
  );
}

/** True if the keywords `type`, `const` and `enum` of a schema allow a kind of values. */
export function allowsKind({ type, const: constant, enum: values }: JSONSchema, kind: JSONKind): boolean {
  const types = [type].flat();
  if (type !== undefined && !types.includes(kind) && !(kind === "number" && types.includes("integer"))) {
    return false;
  }
  const listed = constant === undefined ? values : [constant];
  return !Array.isArray(listed) || listed.some((value) => kindOf(value) === kind);
}

function kindOf(value: unknown): string {
  return Array.isArray(value) ? "array" : value === null ? "null" : typeof value;
}
