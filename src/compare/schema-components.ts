import type { FollowReference } from "../json-schema/parts";
import { isSchema } from "../json-schema/subschema";
import { referencesOf } from "../json-schema/targets";
import type { JSONSchema } from "../model/schema";
import type { SchemaComparison } from "./schema-difference";
import type { Conjunction } from "./value-variants";

/** The components that two sides of a comparison refer to: which one holds a difference. */
export interface ComponentsOf {
  /** The sides' own ways to follow references, which take note of the components that they lead to. */
  readonly before: FollowReference;
  readonly after: FollowReference;
  /** The component that both of two schemas refer to. */
  readonly ofReferences: (before: Conjunction, after: Conjunction) => string | undefined;
  readonly ofVariants: SchemaComparison["componentOf"];
}

/**
 * Takes note of the components that two sides meet.
 *
 * A difference is a component's where both sides are this component, or where the newer document has none of its name: what
 * refers to another component now has differed by itself.
 */
export function componentsOf(
  before: { readonly resolve: FollowReference },
  after: { readonly resolve: FollowReference },
): ComponentsOf {
  const [was, is] = [noting(before.resolve), noting(after.resolve)];
  const shared = (
    names: readonly (string | undefined)[],
    others: readonly (string | undefined)[],
  ): string | undefined => {
    const name = names.find((one) => one !== undefined);
    if (name === undefined || others.includes(name)) return name;
    return after.resolve({}, schemasPrefix + name) === undefined ? name : undefined;
  };
  return {
    before: was.follow,
    after: is.follow,
    ofReferences: (old, now) => shared(old.map(referredName), now.map(referredName)),
    ofVariants: (old, now, property) =>
      property === undefined
        ? shared(old.schemas.map(was.nameOf), now.schemas.map(is.nameOf))
        : shared(
            declaring(old.schemas, now.schemas, property).map((one) => was.nameOf(one) ?? is.nameOf(one)),
            now.schemas.map(is.nameOf),
          ),
  };
}

/** The schemas that declare a property: the older ones, else those that have brought it. */
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

function noting(resolve: FollowReference): {
  readonly follow: FollowReference;
  readonly nameOf: (schema: JSONSchema) => string | undefined;
} {
  const names = new Map<JSONSchema, string>();
  return {
    follow: (from, reference) => {
      const target = resolve(from, reference);
      const name = nameIn(reference);
      if (isSchema(target) && name !== undefined) names.set(target, name);
      return target;
    },
    nameOf: (schema) => names.get(schema),
  };
}

function referredName(schema: Conjunction[number]): string | undefined {
  if (!isSchema(schema)) return undefined;
  return referencesOf(schema)
    .map(nameIn)
    .find((name) => name !== undefined);
}

const schemasPrefix = "#/components/schemas/";

/** `Cat` of `#/components/schemas/Cat`. */
function nameIn(reference: string): string | undefined {
  const name = reference.startsWith(schemasPrefix) ? reference.slice(schemasPrefix.length) : "";
  return name === "" || name.includes("/") ? undefined : name;
}
