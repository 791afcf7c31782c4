import { reachedSchemas } from "../../schema/json-schema/normal";
import { canonical } from "../../schema/interface/json-value";
import { isSchema, requiredNames, subschemasAmong, type Subschema } from "../../schema/json-schema/subschema";
import { onceEach } from "../../core/model/collections";
import { namesOfMember } from "./alternative-names";
import { tagsIn } from "./constants";
import { both, type Pair } from "./difference";
import { mostPairs } from "./match-alternatives";
import type { PropertyReader } from "./property-reader";
import { isSameSchemas } from "./same-schemas";
import { differenceOf, type SchemaComparison, type SchemaDifference } from "./schema-difference";
import type { Alternative, Conjunction, SchemaSide, TypedAlternative } from "./alternative";
import { makerBy } from "./clause-maker";
import { fitsKeywords } from "./compare-keywords";
import { objectAlternativeOf, type ObjectAlternative } from "./compare-objects";
import { formsOf, isOfType } from "./value-alternatives";

type Members = readonly Subschema[];

/**
 * Compares what `oneOf` refuses in a request: a value that matches two of its alternatives. Two alternatives that overlap
 * break no client if they only allow what two alternatives of the older `oneOf` allow, because it refuses the value, too.
 */
export function compareOneOfs(
  sides: Pair<SchemaSide>,
  comparison: SchemaComparison,
  reported: readonly SchemaDifference[],
): readonly SchemaDifference[] {
  const { was, is } = both(sides, oneOfsIn);
  const follow = both(sides, ({ resolve }) => resolve);
  const changed = is.filter((one) => !was.some((other) => isSameSchemas({ was: other, is: one }, follow)));
  const overlapping = changed.flatMap((members) => {
    const pairs = was.map((older) => ({ was: older, is: members }));
    const finders = pairs.map((pair) => containingFinder(pair, { follow, reported }, comparison));
    const isOld = ([one, other]: Overlap): boolean =>
      finders.some((containing) => {
        const [own, another] = [containing(one), containing(other)];
        return own !== undefined && another !== undefined && own !== another;
      });
    const added = overlapsIn(members, sides.is.resolve, comparison.readers.is).find(
      (overlap) => !isOld(overlap),
    );
    return added ? [overlapDifference(added, members, sides.is.resolve)] : [];
  });
  return overlapping.length > 0 ? overlapping : compareAround(sides, comparison);
}

/**
 * Compares the alternatives beside a `oneOf` that refuses values. One of them may have allowed these values, so that it
 * cannot be replaced by an alternative of the `oneOf` that seems to allow them.
 */
function compareAround(sides: Pair<SchemaSide>, { readers }: SchemaComparison): readonly SchemaDifference[] {
  const follow = both(sides, ({ resolve }) => resolve);
  const { was, is } = both(sides, nestingUnionsIn);
  const others = was.filter((one) => !is.some((other) => isSameSchemas({ was: one, is: other }, follow)));
  const isKept = (member: Subschema): boolean =>
    is.some((union) => union.some((one) => isSameSchemas({ was: [member], is: [one] }, follow)));
  const isLost = others.some((union) => {
    const isRefusing = (member: Subschema): boolean =>
      hasOverlaps({ schemas: [member], resolve: follow.was }, readers.was);
    const lost = union.filter((member) => !isKept(member));
    return lost.length > 0 && union.some(isRefusing) && lost.some((member) => !isRefusing(member));
  });
  if (!isLost || !hasOverlaps(sides.is, readers.is)) return [];
  const text = "cannot be compared: an alternative has changed beside a oneOf whose alternatives overlap";
  return [differenceOf("cannot-be-compared", text, "breaks")];
}

/** The lists of all unions that a value may have to match, and that have a `oneOf` in one of their members. */
function nestingUnionsIn({ schemas, resolve }: SchemaSide): readonly Members[] {
  return reachedSchemas(makerBy(resolve), schemas.filter(isSchema))
    .flatMap(({ anyOf, oneOf }) => [subschemasAmong(anyOf), subschemasAmong(oneOf)])
    .filter(
      (members) =>
        members.length > 1 && members.some((one) => oneOfsIn({ schemas: [one], resolve }).length > 0),
    );
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
  reader: PropertyReader,
): readonly Overlap[] {
  const areApart = apartIn(resolve, reader);
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
  { follow, reported }: KnownSides,
  comparison: SchemaComparison,
): (position: number) => number | undefined {
  const { compare } = comparison;
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
    const whole = [...partners, ...others].filter((older) => !refusesSome(older, position));
    const containing = whole.find((older) =>
      differences(older, position).every((one) => one.effect !== "breaks" && !allowsMore(one)),
    );
    const isTold = ({ kind, text }: SchemaDifference): boolean =>
      reported.some((one) => one.kind === kind && one.text === text);
    // Other breaking differences from the partner are reported for themselves.
    const isLess = (one: SchemaDifference): boolean =>
      !allowsMore(one) && (one.effect !== "breaks" || isTold(one));
    return (
      containing ??
      whole.find((older) => partners.includes(older) && differences(older, position).every(isLess))
    );
  });

  /** True if an older alternative is itself a union whose `oneOf` refuses values, so that it allows less than it seems. */
  function refusesSome(older: number, position: number): boolean {
    const [one, other] = [was.slice(older, older + 1), is.slice(position, position + 1)];
    return (
      !isSameSchemas({ was: one, is: other }, follow) &&
      hasOverlaps({ schemas: one, resolve: follow.was }, comparison.readers.was)
    );
  }
}

interface KnownSides {
  readonly follow: Pair<SchemaSide["resolve"]>;
  /** The differences that are reported in any case. */
  readonly reported: readonly SchemaDifference[];
}

/** True if a `oneOf` that a value may have to match refuses values, because two of its alternatives overlap. */
function hasOverlaps(side: SchemaSide, reader: PropertyReader): boolean {
  return oneOfsIn(side).some((members) => overlapsIn(members, side.resolve, reader).length > 0);
}

function allowsMore({ effect, isWider }: SchemaDifference): boolean {
  return effect === "widens" || isWider === true;
}

/** Inner objects are looked into so far for a constant or a type that tells two schemas apart. */
const deepest = 3;

/**
 * Makes a test for schemas of one document: true if no value matches both of two schemas, as a constant, a type, or a
 * required property that the other one refuses shows. Limits and patterns show nothing.
 */
function apartIn(
  resolve: SchemaSide["resolve"],
  reader: PropertyReader,
): (one: Conjunction, other: Conjunction) => boolean {
  const formsIn = onceEach((schemas: Conjunction) => formsOf({ schemas, resolve }));
  const objectOf = onceEach((form: TypedAlternative) => objectAlternativeOf(form.schemas, reader));
  return (one, other) => areApart(one, other, 0);

  function areApart(one: Conjunction, other: Conjunction, depth: number): boolean {
    const [forms, others] = [formsIn(one), formsIn(other)];
    if (!forms || !others || depth > deepest) return false;
    return forms.every((form) => others.every((another) => areFormsApart(form, another, depth)));
  }

  function areFormsApart(one: Alternative, other: Alternative, depth: number): boolean {
    if (one.kind === "value") return !isAccepted(one.value, other);
    if (other.kind === "value") return !isAccepted(other.value, one);
    const kinds = new Set([one.kind, other.kind]);
    if (kinds.size > 1) return !(kinds.has("integer") && kinds.has("number"));
    return one.kind === "object" && areObjectsApart(one, other, depth);
  }

  function areObjectsApart(one: TypedAlternative, other: TypedAlternative, depth: number): boolean {
    const [object, another] = [objectOf(one), objectOf(other)];
    const required = new Set([...one.schemas, ...other.schemas].flatMap(requiredNames));
    return [...required].some((name) => {
      const [own, others] = [object.properties.get(name), another.properties.get(name)];
      if (own && others) return areApart(own, others, depth + 1);
      return own ? isClosed(other, another) : isClosed(one, object);
    });
  }
}

/** True if an object refuses every property that it does not name. */
function isClosed({ schemas }: TypedAlternative, { others }: ObjectAlternative): boolean {
  return others.includes(false) && schemas.every(({ patternProperties }) => patternProperties === undefined);
}

function isAccepted(value: unknown, form: Alternative): boolean {
  return form.kind === "value"
    ? canonical(form.value) === canonical(value)
    : isOfType(value, form.kind) && fitsKeywords(value, form);
}
