import type { JSONSchema } from "../model/schema";
import { isSchema, isSubschema, type Subschema } from "./subschema";
import { partsOf, type FollowReference } from "./parts";
import { subschemaIn } from "./targets";

/** The own keywords of one schema, without those that it refers to or is composed of. */
export interface Piece {
  readonly schema: JSONSchema;
  /** Whether it may not apply (`then`, `dependentSchemas`): it names members, and closes none out. */
  readonly isOptional: boolean;
  /** Tells it from every other piece of the same Clauses. */
  readonly id: number;
}

/** Pieces that hold together. */
export type Clause = readonly Piece[];

/**
 * The alternatives that a schema leaves: `{ allOf: [A, { anyOf: [B, C] }] }` is A and B, or A and C.
 *
 * An empty clause is an alternative that says nothing; without clauses nothing fits.
 */
export type Clauses = readonly Clause[];

/** The clauses of a schema that says nothing. */
const anything: Clauses = [[]];

/** Makes clauses of the schemas of one document. */
export interface ClauseMaker {
  readonly of: (schema: Subschema, isOptional: boolean) => Clauses;
  /** Every alternative of one together with every alternative of the others. */
  readonly both: (parts: readonly Clauses[]) => Clauses;
  /** The number of schemas that were taken apart so far. */
  readonly pieces: () => number;
}

/** Takes schemas apart, with what they refer to and are composed of; references are resolved within `root`. */
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
    if (schema === false) return [];
    // A schema that contains itself says nothing more the second time.
    if (schema === true || around.has(schema)) return anything;
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

  /** One clause that names all that any of the clauses names, and closes nothing out. */
  function optional(clauses: Clauses): Clauses {
    return [joined(clauses.flat().map(({ schema }) => pieceOf(schema, true)))];
  }

  function both(parts: readonly Clauses[]): Clauses {
    return parts.reduce((all, next) => {
      // Else a few unions of many, one beside the other, would have more alternatives than memory has room for.
      const few = all.length * next.length > mostClauses ? optional(next) : next;
      return all.flatMap((clause) => few.map((other) => joined([...clause, ...other])));
    }, anything);
  }
}

const mostClauses = 64;

/** Each piece once, in one order. */
function joined(pieces: Clause): Clause {
  return [...new Map(pieces.map((piece) => [piece.id, piece])).values()].sort((a, b) => a.id - b.id);
}

/** Schemas that apply where a member is there; in older drafts among lists of names. */
function dependentsOf({ dependentSchemas, dependencies }: JSONSchema): readonly Subschema[] {
  return [dependentSchemas, dependencies].flatMap((map) =>
    isSchema(map) ? Object.values(map).filter(isSubschema) : [],
  );
}

/** A kind of value, as the keyword `type` names it; integers are numbers. */
export type JSONKind = "object" | "array" | "string" | "number" | "boolean" | "null";

/** Whether an alternative takes values of a kind, or of several that may stand for each other. */
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
