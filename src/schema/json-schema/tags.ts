import type { JSONSchema } from "../interface/schema";
import { isObject } from "../../core/model/value";
import type { Clause, ClauseMaker, Clauses } from "./normal";
import { isSchema, isSubschema, requiredNames } from "./subschema";

/** Alternatives that one member distinguishes, such as the `kind` of `{ kind: "cat" }` and `{ kind: "dog" }`. */
export interface TaggedAlternatives {
  readonly name: string;
  readonly byValue: ReadonlyMap<unknown, Clauses>;
}

export function tagOf(clauses: Clauses, maker: ClauseMaker): TaggedAlternatives | undefined {
  const [first] = clauses;
  if (!first || clauses.length < 2) return undefined;
  for (const name of candidatesOf(first)) {
    const byValue = groupsBy(name, clauses, maker);
    if (byValue) return { name, byValue };
  }
  return undefined;
}

/** The members that may distinguish alternatives: first the member of a `discriminator`, then the required members. */
function candidatesOf(clause: Clause): ReadonlySet<string> {
  const named = clause.flatMap(({ schema: { discriminator } }) =>
    isSchema(discriminator) && typeof discriminator.propertyName === "string"
      ? [discriminator.propertyName]
      : [],
  );
  return new Set([...named, ...clause.flatMap(({ schema }) => requiredNames(schema))]);
}

function groupsBy(
  name: string,
  clauses: Clauses,
  maker: ClauseMaker,
): TaggedAlternatives["byValue"] | undefined {
  const groups = new Map<unknown, { readonly values: ReadonlySet<unknown>; readonly clauses: Clause[] }>();
  for (const clause of clauses) {
    const values = memberValues(name, clause, maker);
    if (!values) return undefined;
    // No value matches this alternative, because its schemas contradict each other.
    if (values.size === 0) continue;
    const [group = { values, clauses: [] }, ...more] = new Set([...values].map((value) => groups.get(value)));
    // Values such as `"cat" | "dog"` and `"dog" | "fox"` overlap, so the member does not tell the alternatives apart.
    if (more.length > 0 || group.values.size !== values.size) return undefined;
    group.clauses.push(clause);
    for (const value of values) groups.set(value, group);
  }
  if (new Set(groups.values()).size < 2) return undefined;
  return new Map([...groups].map(([value, group]) => [value, group.clauses]));
}

/** The constants that a member may have in one alternative; undefined if it may be missing, or have other values. */
function memberValues(name: string, clause: Clause, maker: ClauseMaker): ReadonlySet<unknown> | undefined {
  return isRequired(name, clause) ? constantsAt(name, clause, maker) : undefined;
}

/** A member by its name, or an item of a tuple by its index. */
export type PartKey = string | number;

export function isRequired(key: PartKey, clause: Clause): boolean {
  return clause.some(
    ({ schema, isOptional }) =>
      !isOptional &&
      (typeof key === "string"
        ? requiredNames(schema).includes(key)
        : typeof schema.minItems === "number" && schema.minItems > key),
  );
}

/** The constants of a part that may be missing; undefined if the part may have other values. */
export function constantsAt(
  key: PartKey,
  clause: Clause,
  maker: ClauseMaker,
): ReadonlySet<unknown> | undefined {
  const binding = clause.filter(({ isOptional }) => !isOptional);
  return binding.reduce<ReadonlySet<unknown> | undefined>((common, { schema }) => {
    const part = partAt(key, schema);
    const values = isSubschema(part) ? constantsOf(maker.of(part, false)) : undefined;
    return common && values ? new Set([...common].filter((value) => values.has(value))) : (values ?? common);
  }, undefined);
}

function partAt(key: PartKey, { properties, prefixItems }: JSONSchema): unknown {
  if (typeof key === "number") return Array.isArray(prefixItems) ? prefixItems[key] : undefined;
  return isSchema(properties) && Object.hasOwn(properties, key) ? properties[key] : undefined;
}

function constantsOf(clauses: Clauses): ReadonlySet<unknown> | undefined {
  const lists = clauses.map((clause) =>
    clause
      .filter(({ isOptional }) => !isOptional)
      .map(({ schema }) => (schema.const === undefined ? schema.enum : [schema.const]))
      .find((list) => Array.isArray(list)),
  );
  const values: readonly unknown[] = lists.flat();
  const areKnown = lists.every((list) => list !== undefined) && values.every((value) => !isObject(value));
  return areKnown && values.length > 0 ? new Set(values) : undefined;
}
