import type { JSONSchema } from "../../model/schema";
import { isSchema, isSubschema, subschemasAmong, type Subschema } from "../../json-schema/subschema";
import type { Direction } from "./difference";
import { at, inComponent, said, type SchemaComparison, type SchemaDifference } from "./schema-difference";
import { type Conjunction, type TypedAlternative } from "./value-alternatives";

/** Compares the items of lists. */
export function compareItems(
  before: TypedAlternative,
  after: TypedAlternative,
  { compare }: SchemaComparison,
): readonly SchemaDifference[] {
  const placed = Math.max(...[before, after].map(placedItems));
  return [
    ...Array.from({ length: placed }, (_, i) =>
      at(`[${i}]`, compare(itemSchemas(before.schemas, i), itemSchemas(after.schemas, i))),
    ).flat(),
    ...at("[]", compare(itemSchemas(before.schemas, placed), itemSchemas(after.schemas, placed))),
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

/** Compares the properties of objects. */
export function compareProperties(
  before: TypedAlternative,
  after: TypedAlternative,
  comparison: SchemaComparison,
): readonly SchemaDifference[] {
  const was = objectAlternativeOf(before.schemas, comparison.direction);
  const is = objectAlternativeOf(after.schemas, comparison.direction);
  const names = [...new Set([...was.properties.keys(), ...is.properties.keys()])];
  return [
    ...names.flatMap((name) =>
      inComponent(
        comparison.componentOf(before, after, name),
        at(name, compareProperty(name, { was, is }, comparison)),
      ),
    ),
    ...compareOthers(was.others, is.others, comparison),
  ];
}

/** The properties of an object, as one alternative declares them. */
interface ObjectAlternative {
  readonly properties: ReadonlyMap<string, Conjunction>;
  readonly required: ReadonlySet<string>;
  /** The schemas of properties that are not named. */
  readonly others: Conjunction;
}

function objectAlternativeOf(schemas: readonly JSONSchema[], direction: Direction): ObjectAlternative {
  const required = new Set(schemas.flatMap((schema) => stringsIn(schema.required)));
  const named = new Set([...schemas.flatMap((schema) => Object.keys(propertiesIn(schema))), ...required]);
  const properties = [...named]
    .map((name) => [name, propertyOf(schemas, name)] as const)
    .filter(([, property]) => !property.some((schema) => isForOtherSide(schema, direction)));
  const others = schemas.flatMap(({ additionalProperties }) =>
    isSubschema(additionalProperties) && additionalProperties !== true ? [additionalProperties] : [],
  );
  return { properties: new Map(properties), required, others };
}

/** If a schema has no `additionalProperties`, the properties that another schema names are not looked up in it. */
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

/** A client never sends `readOnly` members, and a server never sends `writeOnly` ones: OpenAPI 3.1.1, 4.8.24.5. */
function isForOtherSide(schema: Subschema, direction: Direction): boolean {
  if (typeof schema === "boolean") return false;
  return (direction === "request" ? schema.readOnly : schema.writeOnly) === true;
}

function compareProperty(
  name: string,
  { was, is }: { readonly was: ObjectAlternative; readonly is: ObjectAlternative },
  { compare }: SchemaComparison,
): readonly SchemaDifference[] {
  const [before, after] = [was.properties.get(name), is.properties.get(name)];
  const [wasRequired, isRequired] = [was.required.has(name), is.required.has(name)];
  const lists = { keyword: "required", old: [...was.required], new: [...is.required] } as const;
  // A client that reads the property misses it; one that sends it is ignored.
  if (!after) return [said("property-removed", "was removed", "breaks")];
  if (!before) {
    return [
      isRequired
        ? { ...said("required-property-added", "was added, and is required", "narrows"), lists }
        : said("property-added", "was added", "harmless"),
    ];
  }
  return [
    ...(wasRequired === isRequired
      ? []
      : [
          {
            ...(isRequired
              ? said("property-became-required", "became required", "narrows")
              : said("property-became-optional", "became optional", "widens")),
            lists,
          },
        ]),
    ...compare(before, after),
  ];
}

/**
 * Compares the schemas of properties that are not named. It breaks nobody that an object may have more of them,
 * although its schema widens: clients read the properties that they know.
 */
function compareOthers(
  before: Conjunction,
  after: Conjunction,
  { compare }: SchemaComparison,
): readonly SchemaDifference[] {
  const [wasClosed, isClosed] = [before.includes(false), after.includes(false)];
  if (wasClosed && isClosed) return [];
  if (wasClosed) return [said("other-properties-allowed", "may now have other properties", "harmless")];
  if (isClosed) {
    return [
      said(
        "other-properties-refused",
        "may no longer have other properties",
        before.length === 0 ? "narrows" : "breaks",
      ),
    ];
  }
  return at("*", compare(before, after));
}

function stringsIn(value: unknown): readonly string[] {
  return Array.isArray(value) ? value.filter((one) => typeof one === "string") : [];
}
