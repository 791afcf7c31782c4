import type { JSONSchema } from "../interface/schema";
import { type Clause, type ClauseMaker, type Clauses, type Piece, clauseMaker, takesKind } from "./normal";
import { isBare } from "./keywords";
import { isNever, isSchema, isSubschema, type Subschema } from "./subschema";
import { isObject } from "../../core/model/value";

/** The alternatives that a member's value may match; `"closed"` if the object must not have the member. */
export type MemberVerdict = Clauses | "closed";

/** Verdicts on an object's members: those in `properties`, those that match `patternProperties`, and all others. */
export interface MemberVerdicts {
  readonly byName: ReadonlyMap<string, MemberVerdict>;
  /** For members that match only one pattern of `patternProperties`. */
  readonly byPattern: readonly { readonly pattern: RegExp; readonly verdict: MemberVerdict }[];
  /** For members that match several patterns: one verdict, as if they matched all patterns. */
  readonly byPatterns: MemberVerdict;
  readonly others: MemberVerdict;
}

export function membersOf(clauses: Clauses, maker: ClauseMaker): MemberVerdicts {
  const pieces = clauses.flat();
  const names = new Set(pieces.flatMap(({ schema }) => Object.keys(mapOf(schema.properties))));
  const sources = new Set(pieces.flatMap(({ schema }) => Object.keys(mapOf(schema.patternProperties))));
  const patterns = [...sources].flatMap((source) => {
    const pattern = patternOf(source);
    return pattern ? [{ source, pattern }] : [];
  });
  const judge = (name: string | undefined, matching: readonly string[]): MemberVerdict =>
    memberVerdict(clauses, { name, patterns: new Set(matching) }, maker);
  const matchingOf = (name: string): readonly string[] =>
    patterns.filter(({ pattern }) => pattern.test(name)).map(({ source }) => source);
  return {
    byName: new Map([...names].map((name) => [name, judge(name, matchingOf(name))])),
    byPattern: patterns.map(({ source, pattern }) => ({ pattern, verdict: judge(undefined, [source]) })),
    byPatterns: judge(
      undefined,
      patterns.map(({ source }) => source),
    ),
    others: judge(undefined, []),
  };
}

/** `"list"` if a member may be a list; `"unnamed"` if the schema does not describe the member, or forbids it. */
export type ListMember = "list" | "no list" | "unnamed";

/** Returns a function that finds out, by a member's name, if the member may be a list. */
export function listMembersIn(json: JSONSchema): (name: string) => ListMember {
  const maker = clauseMaker(json);
  const { byName, byPattern, others } = membersOf(maker.of(json, false), maker);
  // A schema that describes no members, such as `{ type: "object" }`, allows a list for every member.
  if (byName.size + byPattern.length === 0 && others !== "closed" && saysNothing(others)) return () => "list";
  return (name) => {
    const verdict =
      byName.get(name) ?? byPattern.find(({ pattern }) => pattern.test(name))?.verdict ?? others;
    if (verdict === "closed" || (!byName.has(name) && saysNothing(verdict))) return "unnamed";
    return verdict.some((clause) => takesKind(clause, "array")) ? "list" : "no list";
  };
}

/** Returns a test for names: true for those in `properties`, `patternProperties` or the pattern of `propertyNames`. */
export function namedMembersIn(json: JSONSchema): (name: string) => boolean {
  const maker = clauseMaker(json);
  const clauses = maker.of(json, false);
  const { byName, byPattern } = membersOf(clauses, maker);
  const ofKeys = clauses.flat().flatMap(({ schema }) => keyPatternOf(schema) ?? []);
  const patterns = [...byPattern.map(({ pattern }) => pattern), ...ofKeys];
  return (name) => byName.has(name) || patterns.some((pattern) => pattern.test(name));
}

export function isDescribedInEachWay(json: JSONSchema): boolean {
  const clauses = clauseMaker(json).of(json, false);
  return clauses.flat().every(({ schema }) => !isBare(schema));
}

/** An object's member: its name if it is in `properties`, and the patterns of `patternProperties` that it matches. */
interface Member {
  readonly name: string | undefined;
  readonly patterns: ReadonlySet<string>;
}

function memberVerdict(clauses: Clauses, member: Member, maker: ClauseMaker): MemberVerdict {
  const verdicts = clauses
    .map((clause) => verdictOfOne(clause, member, maker))
    .filter((verdict) => verdict !== "closed");
  return verdicts.length > 0 ? verdicts.flat() : "closed";
}

function verdictOfOne(clause: Clause, member: Member, maker: ClauseMaker): MemberVerdict {
  const parts = clause.map((piece) => ({ piece, named: subschemasNaming(piece, member) }));
  const isNamed = parts.some(({ named }) => named.length > 0);
  const additional = parts.map(({ piece, named }) =>
    named.length === 0 ? bound(piece, piece.schema.additionalProperties) : undefined,
  );
  // `unevaluatedProperties` does not apply to a member that another keyword describes (2020-12, 11.3).
  const isEvaluated = isNamed || additional.some(isOpen);
  if (!isEvaluated && additional.includes(false)) return "closed";
  const unevaluated = isEvaluated
    ? []
    : clause.map((piece) => bound(piece, piece.schema.unevaluatedProperties));
  if (unevaluated.includes(false)) return "closed";
  return maker.both(
    parts.flatMap(({ piece, named }, i) =>
      [...named, ...[additional[i], unevaluated[i]].filter(isOpen)].map((schema) =>
        maker.of(schema, piece.isOptional),
      ),
    ),
  );
}

function subschemasNaming({ schema }: Piece, { name, patterns }: Member): readonly Subschema[] {
  const properties = mapOf(schema.properties);
  return [
    ...(name !== undefined && Object.hasOwn(properties, name) ? [properties[name]] : []),
    ...Object.entries(mapOf(schema.patternProperties)).flatMap(([source, one]) =>
      patterns.has(source) ? [one] : [],
    ),
  ].filter(isSubschema);
}

/** A value need not match an optional schema, such as `then`, so `false` in it forbids nothing. */
function bound({ isOptional }: Piece, schema: unknown): Subschema | undefined {
  if (!isSubschema(schema)) return undefined;
  if (!isNever(schema)) return schema;
  return isOptional ? undefined : false;
}

function isOpen(schema: Subschema | undefined): schema is Subschema {
  return schema !== undefined && schema !== false;
}

/** Compiles a `pattern` (2020-12, 6.3.3). Some patterns, such as `\-`, are valid only without the flag "u". */
export function patternOf(source: string): RegExp | undefined {
  for (const flags of ["u", ""]) {
    try {
      return new RegExp(source, flags);
    } catch {
      continue;
    }
  }
  return undefined;
}

function saysNothing(clauses: Clauses): boolean {
  return clauses.every((clause) => clause.length === 0);
}

function keyPatternOf({ propertyNames }: JSONSchema): RegExp | undefined {
  return isObject(propertyNames) && "pattern" in propertyNames && typeof propertyNames.pattern === "string"
    ? patternOf(propertyNames.pattern)
    : undefined;
}

/** The schemas of a list's items: `first` for each item of a tuple (`prefixItems`), `others` for further items. */
export interface Items {
  readonly first: readonly Clauses[];
  readonly others: Clauses;
}

export function itemsOf(clauses: Clauses, maker: ClauseMaker): Items {
  const count = Math.max(0, ...clauses.flat().map(({ schema }) => tupleOf(schema).length));
  const judge = (i: number): Clauses => clauses.flatMap((clause) => itemVerdict(clause, i, maker));
  return { first: Array.from({ length: count }, (_, i) => judge(i)), others: judge(count) };
}

interface BoundItem {
  readonly schema: Subschema | undefined;
  readonly isOptional: boolean;
}

function itemVerdict(clause: Clause, i: number, maker: ClauseMaker): Clauses {
  const boundBy = (read: (schema: JSONSchema) => unknown): readonly BoundItem[] =>
    clause.map((piece) => ({ schema: bound(piece, read(piece.schema)), isOptional: piece.isOptional }));
  const isRefused = ({ schema }: BoundItem): boolean => schema === false;
  const isDescribed = ({ schema }: BoundItem): boolean => isOpen(schema);
  const own = boundBy((schema) => itemAt(schema, i));
  if (own.some(isRefused)) return [];
  const isNamed = own.some(isDescribed);
  const bounds = isNamed ? own : [...own, ...boundBy(({ unevaluatedItems }) => unevaluatedItems)];
  const contained = isNamed ? [] : containedVerdict(clause, maker);
  if (bounds.some(isRefused)) return contained;
  const isBehind = clause.some(({ schema, isOptional }) => !isOptional && tupleOf(schema).length > 0);
  if (isBehind && !bounds.some(isDescribed)) return contained;
  const evaluated = maker.both(bounds.map(({ schema, isOptional }) => maker.of(schema ?? true, isOptional)));
  return [...evaluated, ...contained];
}

/** `unevaluatedItems` does not apply to items that match `contains` (2020-12, 10.3.1.3), so `contains` is added. */
function containedVerdict(clause: Clause, maker: ClauseMaker): Clauses {
  if (!clause.some(({ schema }) => isSubschema(schema.unevaluatedItems))) return [];
  return clause.flatMap(({ schema: { contains }, isOptional }) =>
    isSubschema(contains) ? maker.of(contains, isOptional) : [],
  );
}

function itemAt(schema: JSONSchema, i: number): unknown {
  const { items, additionalItems } = schema;
  const tuple = tupleOf(schema);
  return i < tuple.length ? tuple[i] : Array.isArray(items) ? additionalItems : items;
}

function tupleOf({ prefixItems, items }: JSONSchema): readonly unknown[] {
  return [prefixItems, items].find((list) => Array.isArray(list)) ?? [];
}

function mapOf(value: unknown): JSONSchema {
  return isSchema(value) ? value : {};
}
