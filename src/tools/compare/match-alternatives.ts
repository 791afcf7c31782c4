import { isSchema, isSubschema, requiredNames, subschemasAmong } from "../../json-schema/subschema";
import type { Subschema } from "../../json-schema/subschema";
import type { JSONSchema } from "../../model/schema";
import { compareKeywords } from "./compare-keywords";
import { both, pairsByKey, type Direction, type Effect, type Pair } from "./difference";
import { at, differenceOf, inComponent } from "./schema-difference";
import type { Conjunction, SchemaComparison, SchemaDifference, TypedAlternative } from "./schema-difference";
import { tagsOf } from "./value-alternatives";

export interface AlternativeMatch {
  readonly kept: number;
  readonly lost: readonly TypedAlternative[];
  readonly gained: readonly TypedAlternative[];
  readonly differences: readonly SchemaDifference[];
}

/** Pairs the forms of a value in two documents, such as the members of `oneOf`, and compares each pair. */
export function matchAlternatives(
  { was: before, is: after }: Pair<readonly TypedAlternative[]>,
  comparison: SchemaComparison,
): AlternativeMatch {
  const compared = (one: TypedAlternative, other: TypedAlternative): readonly SchemaDifference[] =>
    compareTyped({ was: one, is: other }, comparison);
  const [[only], [onlyNew]] = [before, after];
  if (before.length === 1 && after.length === 1 && only && onlyNew) {
    return { kept: 1, lost: [], gained: [], differences: compared(only, onlyNew) };
  }
  const differences: SchemaDifference[] = [];
  const open = { before: [...before], after: [...after] };
  const pairWhere = (isPair: (one: TypedAlternative, other: TypedAlternative) => boolean): void => {
    for (const one of [...open.before]) {
      const other = open.after.find((candidate) => isPair(one, candidate));
      if (!other) continue;
      open.before.splice(open.before.indexOf(one), 1);
      open.after.splice(open.after.indexOf(other), 1);
      differences.push(...compared(one, other));
    }
  };
  const allows = (effect: Effect, one: TypedAlternative, other: TypedAlternative): boolean =>
    compared(one, other).every((inner) => [effect, "harmless"].includes(inner.effect));
  const tags = new Map([...before, ...after].map((one) => [one, tagsOf(one)]));
  pairWhere((one, other) => isSameAlternative([one, tags.get(one)], [other, tags.get(other)]));
  const isWeighed = open.before.length * open.after.length <= mostPairs;
  if (isWeighed) {
    pairWhere((one, other) => compared(one, other).length === 0);
    pairWhere((one, other) => allows("widens", one, other) || allows("narrows", one, other));
  }
  // An alternative is lost if none in the other document allows its values. With too many, each unpaired one is lost.
  const lost = open.before.filter(
    (one) => !isWeighed || !after.some((other) => allows("widens", one, other)),
  );
  const gained = open.after.filter(
    (one) => !isWeighed || !before.some((other) => allows("narrows", other, one)),
  );
  // A lost form is compared with a gained one. Otherwise, a changed object would be reported as removed and added.
  const paired = new Set<TypedAlternative>();
  lost.forEach((one, i) => {
    const other = gained[i];
    if (!other || (lost.length !== gained.length && (one.name ?? other.name) !== undefined)) return;
    differences.push(...compared(one, other));
    paired.add(one).add(other);
  });
  const left = lost.filter((one) => !paired.has(one));
  return {
    kept: before.length - left.length,
    lost: left,
    gained: gained.filter((one) => !paired.has(one)),
    differences,
  };
}

/** The maximum number of pairs to compare. With more, forms are paired by name, tag (`kind: "cat"`) or position. */
const mostPairs = 256;

type TaggedAlternative = readonly [alternative: TypedAlternative, tags: string | undefined];

/** True if two forms have equal constants, such as `kind: "cat"`. If neither has constants, compares their names. */
function isSameAlternative([one, tags]: TaggedAlternative, [other, otherTags]: TaggedAlternative): boolean {
  if (tags !== "" || otherTags !== "") return tags === otherTags;
  return one.name !== undefined && one.name === other.name;
}

function compareTyped(
  pair: Pair<TypedAlternative>,
  comparison: SchemaComparison,
): readonly SchemaDifference[] {
  const { kind } = pair.was;
  return comparison.once(
    `${kind} ${pair.is.kind}`,
    both(pair, ({ schemas }) => schemas),
    () =>
      inComponent(comparison.componentOf(pair), [
        ...compareKeywords(pair),
        ...(kind === "array" ? compareItems(pair, comparison) : []),
        ...(kind === "object" ? compareProperties(pair, comparison) : []),
      ]),
  );
}

function compareItems(
  pair: Pair<TypedAlternative>,
  { compare }: SchemaComparison,
): readonly SchemaDifference[] {
  const placed = Math.max(placedItems(pair.was), placedItems(pair.is));
  const compareAt = (i: number): readonly SchemaDifference[] =>
    compare(both(pair, ({ schemas }) => itemSchemas(schemas, i)));
  return [
    ...Array.from({ length: placed }, (_, i) => at(`[${i}]`, compareAt(i))).flat(),
    ...at("[]", compareAt(placed)),
  ];
}

function placedItems({ schemas }: TypedAlternative): number {
  return Math.max(0, ...schemas.map(({ prefixItems }) => subschemasAmong(prefixItems).length));
}

function itemSchemas(schemas: readonly JSONSchema[], i: number): Conjunction {
  return schemas.flatMap(({ prefixItems, items }) => {
    const item = subschemasAmong(prefixItems)[i] ?? items;
    return isSubschema(item) ? [item] : [];
  });
}

function compareProperties(
  pair: Pair<TypedAlternative>,
  comparison: SchemaComparison,
): readonly SchemaDifference[] {
  const objects = both(pair, ({ schemas }) => objectAlternativeOf(schemas, comparison.direction));
  const names = pairsByKey(both(objects, ({ properties }) => properties));
  return [
    ...names.flatMap(({ key: name }) =>
      inComponent(comparison.componentOf(pair, name), at(name, compareProperty(name, objects, comparison))),
    ),
    ...compareOthers(objects, comparison),
  ];
}

interface ObjectAlternative {
  readonly properties: ReadonlyMap<string, Conjunction>;
  readonly required: ReadonlySet<string>;
  /** The schemas of the members that `properties` does not name. */
  readonly others: Conjunction;
}

function objectAlternativeOf(schemas: readonly JSONSchema[], direction: Direction): ObjectAlternative {
  const required = new Set(schemas.flatMap(requiredNames));
  const named = new Set([...schemas.flatMap((schema) => Object.keys(propertiesIn(schema))), ...required]);
  const properties = [...named]
    .map((name) => [name, propertyOf(schemas, name)] as const)
    .filter(([, property]) => !property.some((schema) => isForOtherSide(schema, direction)));
  const others = schemas.flatMap(({ additionalProperties }) =>
    isSubschema(additionalProperties) && additionalProperties !== true ? [additionalProperties] : [],
  );
  return { properties: new Map(properties), required, others };
}

/** Returns a property's schemas: from `properties`, or else from `additionalProperties` if this is not `false`. */
function propertyOf(schemas: readonly JSONSchema[], name: string): Conjunction {
  return schemas.flatMap((schema): Conjunction => {
    const properties = propertiesIn(schema);
    const isNamed = Object.hasOwn(properties, name);
    const property = isNamed ? properties[name] : schema.additionalProperties;
    return isSubschema(property) && (isNamed || property !== false) ? [property] : [];
  });
}

function propertiesIn({ properties }: JSONSchema): JSONSchema {
  return isSchema(properties) ? properties : {};
}

/** True if a property is `readOnly` in a request, or `writeOnly` in a response (OpenAPI 3.1.1, 4.8.24.5). */
function isForOtherSide(schema: Subschema, direction: Direction): boolean {
  if (typeof schema === "boolean") return false;
  return (direction === "request" ? schema.readOnly : schema.writeOnly) === true;
}

function compareProperty(
  name: string,
  { was, is }: Pair<ObjectAlternative>,
  { compare }: SchemaComparison,
): readonly SchemaDifference[] {
  const [before, after] = [was.properties.get(name), is.properties.get(name)];
  const [wasRequired, isRequired] = [was.required.has(name), is.required.has(name)];
  const lists = { keyword: "required", old: [...was.required], new: [...is.required] } as const;
  // A removed property breaks clients: they miss it in a response, and the API ignores it in a request.
  if (!after) return [differenceOf("property-removed", "was removed", "breaks")];
  if (!before) {
    return [
      isRequired
        ? differenceOf("required-property-added", "was added, and is required", "narrows", lists)
        : differenceOf("property-added", "was added", "harmless"),
    ];
  }
  const differences = compare({ was: before, is: after });
  if (wasRequired === isRequired) return differences;
  const change = isRequired
    ? differenceOf("property-became-required", "became required", "narrows", lists)
    : differenceOf("property-became-optional", "became optional", "widens", lists);
  return [change, ...differences];
}

/** Compares `additionalProperties`. Allowing more is harmless, also in responses: clients ignore unknown properties. */
function compareOthers(
  objects: Pair<ObjectAlternative>,
  { compare }: SchemaComparison,
): readonly SchemaDifference[] {
  const pair = both(objects, ({ others }) => others);
  const { was: wasClosed, is: isClosed } = both(pair, (others) => others.includes(false));
  if (wasClosed && isClosed) return [];
  if (wasClosed) {
    return [differenceOf("other-properties-allowed", "may now have other properties", "harmless")];
  }
  if (!isClosed) return at("*", compare(pair));
  const effect = pair.was.length === 0 ? "narrows" : "breaks";
  return [differenceOf("other-properties-refused", "may no longer have other properties", effect)];
}
