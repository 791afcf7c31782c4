import { isSchema, isSubschema, requiredNames } from "../../schema/json-schema/subschema";
import type { JSONSchema } from "../../schema/interface/schema";
import { groupedBy } from "../../core/model/collections";
import { both, pairsByKey, type DifferenceLists, type Pair } from "./difference";
import { unevaluatedAsAdditional } from "./keyword-sets";
import type { PropertyReader } from "./property-reader";
import { renamedTo } from "./renaming";
import { at, differenceOf, inComponent } from "./schema-difference";
import type { SchemaComparison, SchemaDifference } from "./schema-difference";
import type { Conjunction, TypedAlternative } from "./alternative";

/** Compares the properties of two objects: those with a name, and all others. */
export function compareProperties(
  pair: Pair<TypedAlternative>,
  comparison: SchemaComparison,
): readonly SchemaDifference[] {
  const objects = {
    was: objectAlternativeOf(pair.was.schemas, comparison.readers.was),
    is: objectAlternativeOf(pair.is.schemas, comparison.readers.is),
  };
  const { was, is } = both(objects, ({ required }) => [...required]);
  const lists: DifferenceLists = { keyword: "required", old: was, new: is };
  const names = pairsByKey(both(objects, ({ properties }) => properties));
  const componentOf = comparison.componentsIn(pair);
  return [
    ...names.flatMap(({ key: name }) => {
      const differences = compareProperty(name, { objects, lists }, comparison);
      return inComponent(componentOf(name), at(name, differences));
    }),
    ...compareOthers(objects, comparison),
  ];
}

export interface ObjectAlternative {
  readonly properties: ReadonlyMap<string, Conjunction>;
  readonly required: ReadonlySet<string>;
  /** The schemas of the members that `properties` does not name. */
  readonly others: Conjunction;
}

export function objectAlternativeOf(
  schemas: readonly JSONSchema[],
  { isForOtherSide, hasDefault }: PropertyReader,
): ObjectAlternative {
  const required = new Set(schemas.flatMap(requiredNames));
  const propertyOf = propertiesReader(schemas);
  const named = new Set([...schemas.flatMap((schema) => Object.keys(propertiesIn(schema))), ...required]);
  const properties = [...named]
    .map((name) => [name, propertyOf(name)] as const)
    .filter(([, property]) => !isForOtherSide(property));
  const others = schemas
    .map(otherPropertiesOf)
    .filter((schema) => isSubschema(schema))
    .filter((schema) => schema !== true);
  // A client may leave out a required member that has a default, because the default is filled in.
  for (const [name, property] of properties) if (hasDefault(property)) required.delete(name);
  return { properties: new Map(properties), required, others };
}

/** The schema of the members that `properties` does not name, from either of two keywords. */
function otherPropertiesOf(schema: JSONSchema): unknown {
  return schema.additionalProperties ?? unevaluatedAsAdditional(schema);
}

/** Returns a property's schemas: from `properties`, or else from `additionalProperties` if this is not `false`. */
function propertiesReader(schemas: readonly JSONSchema[]): (name: string) => Conjunction {
  const open = schemas.filter(
    (schema) => isSubschema(otherPropertiesOf(schema)) && otherPropertiesOf(schema) !== false,
  );
  // Each name is looked up here, because an allOf may have thousands of schemas with a property each.
  const naming = groupedBy(schemas, (schema) => Object.keys(propertiesIn(schema)));
  return (name) => {
    const own = naming.get(name) ?? [];
    const others = open.length === 0 ? [] : open.filter((schema) => !own.includes(schema));
    return [...own.map((schema) => propertiesIn(schema)[name]), ...others.map(otherPropertiesOf)].filter(
      isSubschema,
    );
  };
}

function propertiesIn({ properties }: JSONSchema): JSONSchema {
  return isSchema(properties) ? properties : {};
}

function compareProperty(
  name: string,
  {
    objects: { was, is },
    lists,
  }: { readonly objects: Pair<ObjectAlternative>; readonly lists: DifferenceLists },
  { compare, newer }: SchemaComparison,
): readonly SchemaDifference[] {
  const [before, after] = [was.properties.get(name), is.properties.get(name)];
  const [wasRequired, isRequired] = [was.required.has(name), is.required.has(name)];
  // A removed property breaks clients: they miss it in a response, and the API ignores it in a request.
  if (!after) return [differenceOf("property-removed", "was removed", "breaks")];
  if (!before) {
    const renamed = renamedTo(name, newer, (old) =>
      is.properties.has(old) ? undefined : was.properties.get(old),
    );
    return [
      isRequired
        ? differenceOf("required-property-added", "was added, and is required", "narrows", lists)
        : { ...differenceOf("property-added", "was added", "harmless"), isWider: was.others.includes(false) },
      ...(renamed ? compare({ was: renamed, is: after }) : []),
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
    const text = "may now have other properties";
    return [{ ...differenceOf("other-properties-allowed", text, "harmless"), isWider: true }];
  }
  if (!isClosed) return at("*", compare(pair));
  const effect = pair.was.length === 0 ? "narrows" : "breaks";
  return [differenceOf("other-properties-refused", "may no longer have other properties", effect)];
}
