import type { JSONSchema } from "../model/schema";
import { isNever, isSchema, isSubschema, type Subschema } from "./subschema";
import { partsOf, type FollowReference, subschemaIn } from "./targets";

/** The own keywords of one schema, without its references and compositions. */
export interface Piece {
  readonly schema: JSONSchema;
  /** True if it may not apply (`then`, `dependentSchemas`): it names members, and closes none out. */
  readonly isOptional: boolean;
  /** Unique among the pieces of one Clauses. */
  readonly id: number;
}

/** Pieces that apply together. */
export type Clause = readonly Piece[];

/**
 * The alternatives of a schema: `{ allOf: [A, { anyOf: [B, C] }] }` is A and B, or A and C.
 *
 * An empty clause is an alternative that allows everything; without clauses nothing is valid.
 */
export type Clauses = readonly Clause[];

/** The clauses of a schema that allows everything. */
const anything: Clauses = [[]];

/** Creates clauses from the schemas of one document. */
export interface ClauseMaker {
  readonly of: (schema: Subschema, isOptional: boolean) => Clauses;
  /** Combines every alternative of one with every alternative of the others. */
  readonly both: (parts: readonly Clauses[]) => Clauses;
  /** The number of schemas analysed so far. */
  readonly pieces: () => number;
}

/** Analyses schemas with their references and compositions; references are resolved within `root`. */
export function clauseMaker(root: JSONSchema): ClauseMaker {
  const follow: FollowReference = (from, reference) => subschemaIn(root, from, reference);
  const pieces = new Map<JSONSchema, Readonly<Record<"optional" | "binding", Piece>>>();
  const known = new Map<JSONSchema, Clauses>();
  return {
    of: (schema, isOptional) => {
      const clauses = typeof schema === "boolean" ? split(schema, new Set()) : remembered(schema);
      return isOptional ? optional(clauses) : clauses;
    },
    both,
    pieces: () => pieces.size,
  };

  function remembered(schema: JSONSchema): Clauses {
    const clauses = known.get(schema) ?? split(schema, new Set());
    known.set(schema, clauses);
    return clauses;
  }

  function split(schema: Subschema, around: ReadonlySet<JSONSchema>): Clauses {
    if (isNever(schema)) return [];
    // A recursive schema adds nothing the second time.
    if (typeof schema === "boolean" || around.has(schema)) return anything;
    const within = new Set(around).add(schema);
    const one = (part: Subschema): Clauses => split(part, within);
    const maybe = (part: Subschema): Clauses => optional(one(part));
    const { if: condition, then: consequence, else: alternative } = schema;
    const parts: Clauses[] = [
      [[pieceOf(schema, false)]],
      ...partsOf(schema, follow).map(({ alternatives }) => alternatives.flatMap(one)),
      ...dependentsOf(schema).map(maybe),
    ];
    if (isSubschema(condition)) {
      const results = [consequence, alternative].filter(isSubschema);
      parts.push(maybe(condition), ...(results.length === 2 ? [results.flatMap(one)] : results.map(maybe)));
    }
    return both(parts);
  }

  function pieceOf(schema: JSONSchema, isOptional: boolean): Piece {
    const id = 2 * pieces.size;
    const pair = pieces.get(schema) ?? {
      binding: { schema, isOptional: false, id },
      optional: { schema, isOptional: true, id: id + 1 },
    };
    pieces.set(schema, pair);
    return isOptional ? pair.optional : pair.binding;
  }

  /** One clause that names everything that any of the clauses names, and closes nothing out. */
  function optional(clauses: Clauses): Clauses {
    return [sortedClause(clauses.flat().map(({ schema }) => pieceOf(schema, true)))];
  }

  function both(parts: readonly Clauses[]): Clauses {
    return parts.reduce((all, next) => {
      // Otherwise a few large unions in one schema would have more alternatives than fit into memory.
      const few = all.length * next.length > mostClauses ? optional(next) : next;
      return all.flatMap((clause) => few.map((other) => sortedClause([...clause, ...other])));
    }, anything);
  }
}

const mostClauses = 64;

/** Each piece once, sorted. */
function sortedClause(pieces: Clause): Clause {
  return [...new Map(pieces.map((piece) => [piece.id, piece])).values()].sort((a, b) => a.id - b.id);
}

/** Schemas that apply if a member exists; older drafts mix them with lists of names. */
function dependentsOf({ dependentSchemas, dependencies }: JSONSchema): readonly Subschema[] {
  return [dependentSchemas, dependencies].flatMap((map) =>
    isSchema(map) ? Object.values(map).filter(isSubschema) : [],
  );
}

/** A kind of value, as in the keyword `type`; integers are numbers. */
export type JSONKind = "object" | "array" | "string" | "number" | "boolean" | "null";

/** True if an alternative allows values of a kind, or of several kinds that may replace each other. */
export function takesKind(clause: Clause, ...kinds: readonly JSONKind[]): boolean {
  return clause.every(({ schema, isOptional }) => isOptional || kinds.some((kind) => allows(schema, kind)));
}

function allows({ type, const: constant, enum: values }: JSONSchema, kind: JSONKind): boolean {
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
