import { type FollowReference, referencesOf } from "../../schema/json-schema/targets";
import { isSchema } from "../../schema/json-schema/subschema";
import { groupedBy, once } from "../../core/model/collections";
import type { JSONSchema } from "../../schema/interface/schema";
import type { SchemaComparison } from "./schema-difference";
import { both, type Pair } from "./difference";
import type { Conjunction, SchemaSide } from "./alternative";

interface ComponentsOf {
  readonly ofReferences: (pair: Pair<Conjunction>) => string | undefined;
  readonly ofAlternatives: SchemaComparison["componentOf"];
  readonly ofProperties: SchemaComparison["componentsIn"];
}

/**
 * Finds the component that caused a difference; undefined if the newer document still has it, but this schema no longer
 * refers to it: then only the schema has changed.
 */
export function componentsOf(sides: Pair<SchemaSide>): ComponentsOf {
  const { was, is } = both(sides, ({ resolve }) => componentNamesIn(resolve));
  const shared = (
    names: readonly (string | undefined)[],
    others: ReadonlySet<string | undefined>,
  ): string | undefined => {
    const name = names.find((one) => one !== undefined);
    if (name === undefined || others.has(name)) return name;
    return sides.is.resolve({}, `${schemasPrefix}/${name}`) === undefined ? name : undefined;
  };
  return {
    ofReferences: (pair) => shared(pair.was.map(was.nameReferred), new Set(pair.is.map(is.nameReferred))),
    ofAlternatives: (pair) =>
      shared(pair.was.schemas.map(was.nameOf), new Set(pair.is.schemas.map(is.nameOf))),
    ofProperties: (pair) => {
      const declaring = both(pair, ({ schemas }) => groupedBy(schemas, namesIn));
      const others = new Set(pair.is.schemas.map(is.nameOf));
      return (property) => {
        const found = declaring.was.get(property) ?? declaring.is.get(property) ?? [];
        return shared(
          found.map((one) => was.nameOf(one) ?? is.nameOf(one)),
          others,
        );
      };
    },
  };
}

function namesIn({ properties }: JSONSchema): readonly string[] {
  return isSchema(properties) ? Object.keys(properties) : [];
}

interface ComponentNames {
  readonly nameOf: (schema: unknown) => string | undefined;
  readonly nameReferred: (schema: Conjunction[number]) => string | undefined;
}

const knownNames = new WeakMap<FollowReference, ComponentNames>();

/** Returns functions that find a component's name by its schema object: references to it may be written differently. */
export function componentNamesIn(resolve: FollowReference): ComponentNames {
  const names = knownNames.get(resolve) ?? componentNames(resolve);
  knownNames.set(resolve, names);
  return names;
}

function componentNames(resolve: FollowReference): ComponentNames {
  const names = once(() => {
    const components: unknown = resolve({}, schemasPrefix);
    return new Map<unknown, string>(
      isSchema(components) ? Object.entries(components).map(([name, schema]) => [schema, name]) : [],
    );
  });
  const nameOf = (schema: unknown): string | undefined => names().get(schema);
  return {
    nameOf,
    nameReferred: (schema) =>
      isSchema(schema)
        ? referencesOf(schema)
            .map((reference) => nameOf(resolve(schema, reference)))
            .find((name) => name !== undefined)
        : undefined,
  };
}

export const schemasPrefix = "#/components/schemas";
