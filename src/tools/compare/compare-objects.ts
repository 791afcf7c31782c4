import { isSchema, isSubschema, requiredNames, type Subschema } from "../../json-schema/subschema";
import type { JSONSchema } from "../../model/schema";
import { both, pairsByKey, type Direction, type Pair } from "./difference";
import { at, differenceOf, inComponent } from "./schema-difference";
import type { Conjunction, SchemaComparison, SchemaDifference, TypedAlternative } from "./schema-difference";

export function compareProperties(
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
