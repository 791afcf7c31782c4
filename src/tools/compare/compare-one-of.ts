import { reachedSchemas } from "../../json-schema/normal";
import { isSchema, subschemasAmong, type Subschema } from "../../json-schema/subschema";
import { onceEach } from "../../model/collections";
import { namesOfMember } from "./alternative-names";
import { tagsIn } from "./constants";
import { both, type Pair } from "./difference";
import { mostPairs } from "./match-alternatives";
import { apartIn } from "./overlaps";
import { isSameSchemas } from "./same-schemas";
import { differenceOf, type SchemaComparison, type SchemaDifference } from "./schema-difference";
import type { SchemaSide } from "./alternative";
import { makerBy } from "./clause-maker";

type Members = readonly Subschema[];

/**
 * Compares what `oneOf` refuses in a request: a value that matches two of its alternatives. Two alternatives that overlap
 * break no client if they only allow what two alternatives of the older `oneOf` allow, because it refuses the value, too.
 */
export function compareOneOfs(
  sides: Pair<SchemaSide>,
  comparison: SchemaComparison,
): readonly SchemaDifference[] {
  const { was, is } = both(sides, oneOfsIn);
  const follow = both(sides, ({ resolve }) => resolve);
  const changed = is.filter((one) => !was.some((other) => isSameSchemas({ was: other, is: one }, follow)));
  return changed.flatMap((members) => {
    const finders = was.map((older) => containingFinder({ was: older, is: members }, follow, comparison));
    const isOld = ([one, other]: Overlap): boolean =>
      finders.some((containing) => {
        const [own, another] = [containing(one), containing(other)];
        return own !== undefined && another !== undefined && own !== another;
      });
    const added = overlapsIn(members, sides.is.resolve, comparison).find((overlap) => !isOld(overlap));
    return added ? [overlapDifference(added, members, sides.is.resolve)] : [];
  });
}

function overlapDifference(
  overlap: Overlap,
  members: Members,
  resolve: SchemaSide["resolve"],
): SchemaDifference {
  const [one, other] = overlap.map((position) => {
    const [name] = namesIn(members[position] ?? true, resolve);
    return name ?? position;
  });
  const text = `cannot be compared: its oneOf refuses a value that matches both ${one} and ${other}`;
  return differenceOf("cannot-be-compared", text, "breaks");
}

/** The lists of all `oneOf`s that a value must match. */
function oneOfsIn({ schemas, resolve }: SchemaSide): readonly Members[] {
  return reachedSchemas(makerBy(resolve), schemas.filter(isSchema))
    .map(({ oneOf }) => subschemasAmong(oneOf))
    .filter((members) => members.length > 1);
}

/** The positions of two alternatives that may have a value in common. */
type Overlap = readonly [one: number, other: number];

function overlapsIn(
  members: Members,
  resolve: SchemaSide["resolve"],
  { readers }: SchemaComparison,
): readonly Overlap[] {
  const areApart = apartIn(resolve, readers.is);
  const conjunctions = members.map((member) => [member]);
  return conjunctions.flatMap((one, i) =>
    conjunctions.flatMap((other, j): readonly Overlap[] => (j > i && !areApart(one, other) ? [[i, j]] : [])),
  );
}

/** The names of an alternative, and its constants, such as `kind "cat"`. */
function namesIn(member: Subschema, resolve: SchemaSide["resolve"]): readonly string[] {
  const { own } = makerBy(resolve).conjunctsOf([member]);
  return [...namesOfMember(member, resolve), ...tagsIn(own)];
}

/** Makes a function that finds the alternative of an older `oneOf` that allows all values of a newer alternative. */
function containingFinder(
  { was, is }: Pair<Members>,
  follow: Pair<SchemaSide["resolve"]>,
  { compare }: SchemaComparison,
): (position: number) => number | undefined {
  const differences = (older: number, position: number): readonly SchemaDifference[] =>
    compare({ was: was.slice(older, older + 1), is: is.slice(position, position + 1) });
  const names = {
    was: was.map((member) => namesIn(member, follow.was)),
    is: is.map((member) => namesIn(member, follow.is)),
  };
  const isNamesake = (older: number, position: number): boolean =>
    names.was[older]?.some((name) => names.is[position]?.includes(name)) === true;
  return onceEach((position) => {
    const namesakes = [...was.keys()].filter((older) => isNamesake(older, position));
    const partners = [...namesakes, ...(was.length === is.length ? [position] : [])];
    const others = was.length * is.length > mostPairs ? [] : was.keys();
    const containing = [...partners, ...others].find((older) =>
      differences(older, position).every((one) => one.effect !== "breaks" && !allowsMore(one)),
    );
    // Other breaking differences from the partner are reported for themselves.
    return containing ?? partners.find((older) => !differences(older, position).some(allowsMore));
  });
}

function allowsMore({ effect, isWider }: SchemaDifference): boolean {
  return effect === "widens" || isWider === true;
}
