import type { JSONSchema } from "../model/schema";
import { clauseMaker, takesKind, type ClauseMaker, type Clauses } from "./normal";
import { leadingTo, reachedFrom, type Reached } from "./reach";
import { isSchema, subschemasAmong, type Subschema } from "./subschema";
import { haveTag, leastOf, toldApart, type Telling } from "./told-apart";

/**
 * A union within whose alternatives there are further unions. If each of four alternatives were tried at each level, a
 * value of ten levels would be validated a million times.
 */
export interface NestedUnion {
  readonly schema: JSONSchema;
  readonly keyword: UnionKeyword;
  readonly alternatives: readonly NestedAlternative[];
  /** True if the constant of one member names the alternative of each object. */
  readonly isTagged: boolean;
  /** How the alternatives that contain the union again are told apart: as the two that are most alike. */
  readonly telling: Telling;
}

export interface NestedAlternative {
  readonly schema: Subschema;
  /** True if the alternative contains a union, at any depth. */
  readonly leads: boolean;
}

export type UnionKeyword = "anyOf" | "oneOf";

export function nestedUnionsIn(root: JSONSchema): readonly NestedUnion[] {
  const reached = reachedFrom(root);
  const maker = clauseMaker(root);
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

type Nesting = Omit<NestedUnion, "isTagged" | "telling">;

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
  const clausesOf = ({ schema }: NestedAlternative): Clauses => maker.of(schema, false);
  const ofObjects = union.alternatives
    .map((one) => clausesOf(one).filter((clause) => takesKind(clause, "object")))
    .filter((clauses) => clauses.length > 0);
  return {
    ...union,
    isTagged: ofObjects.length > 1 && haveTag(ofObjects, maker),
    telling: tellingOf(union, reached, maker),
  };
}

function tellingOf({ schema, alternatives }: Nesting, reached: Reached, maker: ClauseMaker): Telling {
  const leads = leadingTo([schema], reached);
  const recursive = alternatives.filter((one) => isSchema(one.schema) && leads.has(one.schema));
  const clauses = recursive.map((one) => maker.of(one.schema, false));
  return leastOf(
    clauses.flatMap((some, i) =>
      clauses
        .slice(i + 1)
        .flatMap((others) =>
          some.flatMap((one) => others.map((other) => toldApart(one, other, { maker, leads }))),
        ),
    ),
  );
}
