import type { JSONSchema } from "../interface/schema";
import { takesKind, type ClauseMaker } from "./normal";
import { leadingTo, type Reached } from "./reach";
import { isSchema, subschemasAmong, type Subschema } from "./subschema";
import { commonTag, leastOf, toldApart, type Recursion, type Telling } from "./told-apart";

/**
 * A union within whose alternatives there are further unions. If each of four alternatives were tried at each level, a
 * value of ten levels would be validated a million times.
 */
export interface NestedUnion {
  readonly schema: JSONSchema;
  readonly keyword: UnionKeyword;
  readonly alternatives: readonly NestedAlternative[];
  /** The member whose constant names the alternative of each object, if there is one. */
  readonly tag: string | undefined;
  /** How the alternatives that contain the union again are told apart: as the two that are most alike. */
  readonly telling: Telling;
}

export interface NestedAlternative {
  readonly schema: Subschema;
  /** True if the alternative contains a union, at any depth. */
  readonly leads: boolean;
}

type UnionKeyword = "anyOf" | "oneOf";

export function nestedUnionsIn(reached: Reached, maker: ClauseMaker): readonly NestedUnion[] {
  const unions = [...reached.keys()]
    .flatMap((schema) => [unionIn(schema, "anyOf"), unionIn(schema, "oneOf")])
    .filter((union) => union !== undefined);
  // Before the kinds of alternatives are found, which takes longer, most schemas are already known to be flat.
  const outer = nestingAmong(unions, reached);
  const branching = unions.filter(({ alternatives }) => outer.length > 0 && isBranching(alternatives, maker));
  return nestingAmong(branching, reached).map((union) => described(union, reached, maker));
}

interface Union extends Pick<NestedUnion, "schema" | "keyword"> {
  readonly alternatives: readonly Subschema[];
}

function unionIn(schema: JSONSchema, keyword: UnionKeyword): Union | undefined {
  const alternatives = subschemasAmong(schema[keyword]);
  return alternatives.length > 1 ? { schema, keyword, alternatives } : undefined;
}

type Nesting = Omit<NestedUnion, "tag" | "telling">;

/** The unions within whose alternatives there is one of the unions. */
function nestingAmong(unions: readonly Union[], reached: Reached): readonly Nesting[] {
  const leading = leadingTo(
    unions.map(({ schema }) => schema),
    reached,
  );
  return unions.flatMap(({ alternatives, ...union }) => {
    const known = alternatives.map((schema) => ({ schema, leads: isSchema(schema) && leading.has(schema) }));
    return known.some(({ leads }) => leads) ? [{ ...union, alternatives: known }] : [];
  });
}

/** True if two alternatives allow lists, or objects. In `anyOf: [{ type: "object" }, { type: "null" }]` one does. */
function isBranching(alternatives: readonly Subschema[], maker: ClauseMaker): boolean {
  return (["object", "array"] as const).some(
    (kind) =>
      alternatives.filter((one) => maker.of(one, false).some((clause) => takesKind(clause, kind))).length > 1,
  );
}

function described(union: Nesting, reached: Reached, maker: ClauseMaker): NestedUnion {
  const ofObjects = union.alternatives
    .map(({ schema }) => maker.of(schema, false).filter((clause) => takesKind(clause, "object")))
    .filter((clauses) => clauses.length > 0);
  const tag = ofObjects.length > 1 ? commonTag(ofObjects, maker) : undefined;
  const leads = leadingTo([union.schema], reached);
  return { ...union, tag, telling: tellingOf(union, { maker, leads, tag }) };
}

/** Compares the alternatives that contain the union again, each with all others. */
function tellingOf({ alternatives }: Nesting, recursion: Recursion): Telling {
  const recursive = alternatives
    .filter(({ schema }) => isSchema(schema) && recursion.leads.has(schema))
    .map(({ schema }) => recursion.maker.of(schema, false));
  return leastOf(
    recursive.flatMap((some, i) =>
      recursive
        .slice(i + 1)
        .flatMap((others) => some.flatMap((one) => others.map((other) => toldApart(one, other, recursion)))),
    ),
  );
}
