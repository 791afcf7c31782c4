import type { JSONSchema } from "../interface/schema";
import { ruleOf } from "./keywords";
import { takesKind, type Clause, type ClauseMaker, type Clauses } from "./normal";
import { childSchemas, isSchema, type Subschema } from "./subschema";
import { constantsAt, isRequired, type PartKey } from "./tags";

/**
 * How two alternatives of a recursive union are told apart without looking into the members of a value:
 *
 * - `always`: no member of a value that leads back to the union is checked by both
 * - `if sent`: only if the value has an optional member, whose constants differ
 * - `never`: a value may match the beginnings of both, so that each member is checked twice at each level
 */
export type Telling = "always" | "if sent" | "never";

/** Knows the schemas from which a recursive union is reached again. */
export interface Recursion {
  readonly maker: ClauseMaker;
  readonly leads: ReadonlySet<JSONSchema>;
  /** The union's {@link commonTag}, beside which no other member is looked at. */
  readonly tag: string | undefined;
}

export function toldApart(one: Clause, other: Clause, recursion: Recursion): Telling {
  const tellings = containers
    .filter(
      (kind) => takesKind(one, kind) && takesKind(other, kind) && sharePart(one, other, { kind, recursion }),
    )
    .map((kind) => (kind === "object" ? objectsApart : tuplesApart)(one, other, recursion));
  return leastOf(tellings);
}

export function leastOf(tellings: readonly Telling[]): Telling {
  return (["never", "if sent"] as const).find((one) => tellings.includes(one)) ?? "always";
}

function objectsApart(one: Clause, other: Clause, { maker, tag }: Recursion): Telling {
  if (tag !== undefined) return apartBy([tag], [one, other], maker);
  const names = [...new Set([...namesIn(one), ...namesIn(other)])];
  if (names.some((name) => isForbidden(name, one, other) || isForbidden(name, other, one))) return "always";
  return apartBy(names, [one, other], maker);
}

function tuplesApart(one: Clause, other: Clause, { maker }: Recursion): Telling {
  const lengths = one.map(({ schema: { prefixItems } }) =>
    Array.isArray(prefixItems) ? prefixItems.length : 0,
  );
  return apartBy([...Array(Math.max(...lengths)).keys()], [one, other], maker);
}

function apartBy(keys: readonly PartKey[], pair: readonly Clause[], maker: ClauseMaker): Telling {
  const telling = keys.filter((key) => areDisjoint(key, pair, maker));
  if (telling.some((key) => pair.some((clause) => isRequired(key, clause)))) return "always";
  return telling.length > 0 ? "if sent" : "never";
}

/** True if the constants of a member, which may be optional, exclude that a value matches both schemas. */
export function areToldApart(one: Subschema, other: Subschema, maker: ClauseMaker): boolean {
  return maker
    .of(one, false)
    .every((some) =>
      maker
        .of(other, false)
        .every((others) => namesIn(some).some((name) => areDisjoint(name, [some, others], maker))),
    );
}

/** The member, which may be optional, whose constants differ in all alternatives: `kind` of `{ kind: "cat" }`. */
export function commonTag(alternatives: readonly Clauses[], maker: ClauseMaker): string | undefined {
  const [first = []] = alternatives;
  return [...new Set(first.flatMap(namesIn))].find((name) => {
    const seen = new Set<unknown>();
    return alternatives.every((clauses) => {
      const lists = clauses.map((clause) => constantsAt(name, clause, maker));
      const values = new Set(lists.flatMap((list) => [...(list ?? [])]));
      const isNew = lists.every((list) => list !== undefined) && [...values].every((one) => !seen.has(one));
      for (const value of values) seen.add(value);
      return isNew;
    });
  });
}

const containers = ["object", "array"] as const;

type Container = (typeof containers)[number];

function namesIn(clause: Clause): readonly string[] {
  return clause.flatMap(({ schema: { properties, required } }) => [
    ...Object.keys(isSchema(properties) ? properties : {}),
    ...(Array.isArray(required) ? required.filter((name) => typeof name === "string") : []),
  ]);
}

function areDisjoint(key: PartKey, pair: readonly Clause[], maker: ClauseMaker): boolean {
  const [some, others] = pair.map((clause) => constantsAt(key, clause, maker));
  return some !== undefined && others !== undefined && [...some].every((value) => !others.has(value));
}

/** True if `one` requires a member that `other` does not allow. */
function isForbidden(name: string, one: Clause, other: Clause): boolean {
  return (
    isRequired(name, one) &&
    other.some(
      ({ schema: { properties, patternProperties, additionalProperties }, isOptional }) =>
        !isOptional &&
        additionalProperties === false &&
        patternProperties === undefined &&
        !(isSchema(properties) && Object.hasOwn(properties, name)),
    )
  );
}

interface SharedPart {
  readonly kind: Container;
  readonly recursion: Recursion;
}

/** True if both alternatives check the same member, or the items, by schemas that lead back to the union. */
function sharePart(one: Clause, other: Clause, { kind, recursion }: SharedPart): boolean {
  const others = partsOf(other, kind, recursion);
  return partsOf(one, kind, recursion).some((part) =>
    others.some(
      ({ name, schema }) =>
        (name === part.name || name === undefined || part.name === undefined) &&
        takeOneContainer(schema, part.schema, recursion.maker),
    ),
  );
}

interface Part {
  /** The member's name; undefined for items, and for the members of `additionalProperties`. */
  readonly name: string | undefined;
  readonly schema: JSONSchema;
}

function partsOf(clause: Clause, kind: Container, { leads }: Recursion): readonly Part[] {
  const parts = clause.flatMap(({ schema }) =>
    Object.entries(schema).flatMap(([keyword, value]) => partsIn(keyword, value, kind)),
  );
  return parts.filter(({ schema }) => leads.has(schema));
}

function partsIn(keyword: string, value: unknown, kind: Container): readonly Part[] {
  if (kind === "object" && keyword === "properties" && isSchema(value)) {
    return Object.entries(value).flatMap(([name, schema]) => (isSchema(schema) ? [{ name, schema }] : []));
  }
  const describes = keyword === "contains" ? "items" : ruleOf(keyword)?.describes;
  return describes === (kind === "object" ? "members" : "items")
    ? childSchemas(keyword, value).map((schema) => ({ name: undefined, schema }))
    : [];
}

/** True if both schemas allow lists, or both allow objects. */
export function takeOneContainer(one: Subschema, other: Subschema, maker: ClauseMaker): boolean {
  const [some, others] = [maker.of(one, false), maker.of(other, false)];
  return containers.some((kind) =>
    [some, others].every((clauses) => clauses.some((clause) => takesKind(clause, kind))),
  );
}
