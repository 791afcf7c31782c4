import { type FollowReference, referencesOf } from "../../json-schema/targets";
import { isSchema } from "../../json-schema/subschema";
import { once } from "../../model/collections";
import type { JSONSchema } from "../../model/schema";
import type { SchemaComparison } from "./schema-difference";
import type { Conjunction } from "./value-alternatives";

/** Finds which component contains a difference, from the references on both sides of a comparison. */
interface ComponentsOf {
  /** The component that both of two schemas refer to. */
  readonly ofReferences: (before: Conjunction, after: Conjunction) => string | undefined;
  readonly ofAlternatives: SchemaComparison["componentOf"];
}

/**
 * Finds the components that both sides refer to.
 *
 * A difference belongs to a component if both sides refer to it, or if the newer document has no component of that
 * name: a reference to another component is a difference of its own.
 */
export function componentsOf(
  before: { readonly resolve: FollowReference },
  after: { readonly resolve: FollowReference },
): ComponentsOf {
  const [was, is] = [componentNamesIn(before.resolve), componentNamesIn(after.resolve)];
  const shared = (
    names: readonly (string | undefined)[],
    others: readonly (string | undefined)[],
  ): string | undefined => {
    const name = names.find((one) => one !== undefined);
    if (name === undefined || others.includes(name)) return name;
    return after.resolve({}, `${schemasPrefix}/${name}`) === undefined ? name : undefined;
  };
  return {
    ofReferences: (old, now) => shared(old.map(was.nameReferred), now.map(is.nameReferred)),
    ofAlternatives: (old, now, property) =>
      property === undefined
        ? shared(old.schemas.map(was.nameOf), now.schemas.map(is.nameOf))
        : shared(
            declaring(old.schemas, now.schemas, property).map((one) => was.nameOf(one) ?? is.nameOf(one)),
            now.schemas.map(is.nameOf),
          ),
  };
}

/** The schemas that declare a property: the older ones, otherwise those that added it. */
function declaring(
  old: readonly JSONSchema[],
  now: readonly JSONSchema[],
  property: string,
): readonly JSONSchema[] {
  const declares = ({ properties }: JSONSchema): boolean =>
    isSchema(properties) && Object.hasOwn(properties, property);
  const found = old.filter(declares);
  return found.length > 0 ? found : now.filter(declares);
}

/** The component names of one document, for any spelling of a reference to them. */
function componentNamesIn(resolve: FollowReference): {
  readonly nameOf: (schema: unknown) => string | undefined;
  readonly nameReferred: (schema: Conjunction[number]) => string | undefined;
} {
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

const schemasPrefix = "#/components/schemas";
