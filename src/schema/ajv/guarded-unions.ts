import { once } from "../../core/model/collections";
import type { JSONSchema } from "../interface/schema";
import { isObject } from "../../core/model/value";
import type { CostlyPlace } from "../compiled-schema";
import { glanceOf } from "../json-schema/glance";
import { clauseMaker } from "../json-schema/normal";
import { nestedUnionsIn, type NestedAlternative, type NestedUnion } from "../json-schema/nested-unions";
import { reachedFrom } from "../json-schema/reach";
import { repeatedPartsIn, type RepeatedPart } from "../json-schema/repeated-parts";
import { isSchema, mapSchemas, schemasIn, type Subschema } from "../json-schema/subschema";
import { absoluteReference, referenceOf, referencesOf, subschemaIn } from "../json-schema/targets";

/** A schema that allows the same values as another one, and tries an alternative only if a glance does not exclude it. */
export interface GuardedSchema {
  readonly schema: JSONSchema;
  /** By the list of alternatives that ajv finds in `schema`. */
  readonly unions: ReadonlyMap<unknown, GuardedUnion>;
  /** True if values can have so many matching beginnings that the tries must be counted. */
  readonly isCounted: boolean;
  /** The schemas of the root that have nested unions, or check a part of a value twice. */
  readonly places: readonly GuardedPlace[];
}

interface GuardedPlace {
  readonly schema: JSONSchema;
  /** The reason for a warning, if values may be refused because their check would take too long. */
  readonly costly: CostlyPlace | undefined;
}

/** A list of alternatives in a {@link GuardedSchema}. ajv reports errors with these schemas as their `parentSchema`. */
export interface GuardedUnion {
  readonly isTagged: boolean;
  /** Never matches, so that its error marks the place before the errors of the first alternative. */
  readonly start: JSONSchema;
  /** The error of each alternative that does not match marks the place after the alternative's own errors. */
  readonly ends: ReadonlyMap<unknown, { readonly index: number; readonly leads: boolean }>;
}

/** The keyword that counts how many values are checked, before its neighbour in an `allOf` checks them. */
export const countedKeyword = "versioned-controllers:tried";

interface GuardOptions {
  /** True for unions to leave as they are written. */
  readonly isLeft: (union: NestedUnion) => boolean;
  /** True if ajv knows the {@link countedKeyword}. */
  readonly counts: boolean;
  /** True if the schema is rewritten even if it has no nested union, so that the result has no names. */
  readonly isAlways?: boolean;
  /** The reference to a key of `$defs`; by default `#/$defs/schema0`. */
  readonly referenceTo?: (key: string) => string;
}

/** Rewrites the nested unions of a schema; undefined if it has none. */
export function guardedSchemaOf(
  root: JSONSchema,
  { isLeft, counts, isAlways = false, referenceTo = definitionAt }: GuardOptions,
): GuardedSchema | undefined {
  const [reached, maker] = [reachedFrom(root), clauseMaker(root)];
  const nested = nestedUnionsIn(reached, maker).filter((union) => !isLeft(union));
  const repeated = repeatedPartsIn(root, reached, maker);
  const isGuarded = isAlways || nested.length + repeated.length > 0;
  if (!isGuarded || hasDynamicScope(root)) return undefined;
  const rewriting = new Rewriting(root, { nested, repeated }, { counts, referenceTo });
  const schema = rewriting.written();
  return {
    schema,
    unions: rewriting.unions,
    isCounted: rewriting.isCounted,
    places: placesOf(root, { nested, repeated }),
  };
}

interface Guarded {
  readonly nested: readonly NestedUnion[];
  readonly repeated: readonly RepeatedPart[];
}

function definitionAt(key: string): string {
  return `#/$defs/${key}`;
}

/** True if the target of a `$dynamicRef` may depend on the schemas that led to it, so that no `$ref` can replace it. */
function hasDynamicScope(root: JSONSchema): boolean {
  const all = schemasIn(root);
  const anchored = all.filter((one) => "$dynamicAnchor" in one || "$recursiveAnchor" in one);
  return anchored.length > 1 || all.some((one) => referencesOf(one).length > 1);
}

function placesOf(root: JSONSchema, { nested, repeated }: Guarded): readonly GuardedPlace[] {
  const placeOf = once(() => placesIn(root));
  return [
    ...nested.map(({ schema, keyword, telling }): GuardedPlace => {
      if (telling !== "never") return { schema, costly: undefined };
      return { schema, costly: { kind: "alternatives alike", place: `${placeOf()(schema)}/${keyword}` } };
    }),
    ...repeated.map(({ schema, part }): GuardedPlace => {
      return { schema, costly: { kind: "part checked twice", place: placeOf()(part) } };
    }),
  ];
}

function placesIn(root: JSONSchema): (schema: JSONSchema) => string {
  const places = new Map<unknown, string>([[root, "#"]]);
  // The loop also visits the members that it adds.
  for (const [one, place] of places) {
    for (const [name, member] of Object.entries(one as object)) {
      if (isObject(member) && !places.has(member)) places.set(member, `${place}/${name}`);
    }
  }
  return (schema) => places.get(schema) ?? "#";
}

/** Copies a schema without its names, since an alternative moves to another place, where a pointer would not find it. */
class Rewriting {
  readonly unions = new Map<unknown, GuardedUnion>();
  isCounted = false;
  readonly #nested: ReadonlyMap<JSONSchema, readonly NestedUnion[]>;
  readonly #repeating: ReadonlySet<JSONSchema>;
  readonly #keys = new Map<Subschema, string>();

  constructor(
    private readonly root: JSONSchema,
    { nested, repeated }: Guarded,
    private readonly options: Required<Pick<GuardOptions, "counts" | "referenceTo">>,
  ) {
    this.#nested = new Map(
      nested.map(({ schema }) => [schema, nested.filter((other) => other.schema === schema)]),
    );
    this.#repeating = new Set(options.counts ? repeated.map(({ schema }) => schema) : []);
  }

  written(): JSONSchema {
    const $defs: Record<string, unknown> = {};
    const { $schema } = this.root;
    const own = this.#copy(this.root);
    // The loop also visits the targets that the copies of others refer to.
    for (const [target, key] of this.#keys) $defs[key] = isSchema(target) ? this.#copy(target) : target;
    return { ...($schema !== undefined && { $schema }), ...own, $defs };
  }

  #copy(schema: JSONSchema): JSONSchema {
    const rewritten = this.#rewritten(schema);
    if (!this.#repeating.has(schema)) return rewritten;
    this.isCounted = true;
    return counted(rewritten, countedShares.repeated);
  }

  #rewritten(schema: JSONSchema): JSONSchema {
    const kept = Object.entries(schema).filter(([keyword]) => !droppedKeywords.has(keyword));
    const unions = this.#nested.get(schema) ?? [];
    const rewritten = new Set<string>(unions.map(({ keyword }) => keyword));
    const copied = mapSchemas(
      Object.fromEntries(kept.filter(([keyword]) => !rewritten.has(keyword))),
      (child) => this.#copy(child),
    );
    const reference = referenceOf(schema);
    return {
      ...copied,
      ...(reference !== undefined && { $ref: this.#moved(schema, reference) }),
      ...Object.fromEntries(unions.map((union) => [union.keyword, this.#guarded(union)])),
    };
  }

  #moved(from: JSONSchema, reference: string): string {
    const target = subschemaIn(this.root, from, reference);
    // A meta-schema of JSON Schema is in every ajv.
    if (target === undefined) return absoluteReference(this.root, from, reference);
    if (target === this.root) return "#";
    const key = this.#keys.get(target) ?? `schema${this.#keys.size}`;
    this.#keys.set(target, key);
    return this.options.referenceTo(key);
  }

  #guarded({ alternatives, tag, telling }: NestedUnion): readonly JSONSchema[] {
    const glances = alternatives.map(({ schema }) => glanceOf(this.root, schema, tag));
    const isCounted =
      this.options.counts && (telling !== "always" || glances.some(({ isWhole }) => !isWhole));
    this.isCounted ||= isCounted;
    const start = { not: {} };
    const guards = alternatives.map((one, i) => this.#guard(one, glances[i]?.schema ?? {}, isCounted));
    const list = [start, ...guards];
    const ends = new Map(
      guards.map((guard, index) => [guard, { index, leads: alternatives[index]?.leads === true }]),
    );
    this.unions.set(list, { isTagged: tag !== undefined, start, ends });
    return list;
  }

  /** A double `not`, because the members that a glance looks at do not count as evaluated. */
  #guard({ schema, leads }: NestedAlternative, glance: JSONSchema, isCounted: boolean): JSONSchema {
    const own = isSchema(schema) ? this.#copy(schema) : schema;
    return {
      if: { not: glance },
      then: leads ? glance : own,
      else: isCounted && leads ? counted(own, countedShares.alternative) : own,
    };
  }
}

/** How much of each value counts: to try an alternative takes longer than to check a part once more. */
const countedShares = { alternative: 1, repeated: 1 / 4 };

function counted(schema: Subschema, share: number): JSONSchema {
  return { allOf: [{ [countedKeyword]: share }, schema] };
}

const droppedKeywords: ReadonlySet<string> = new Set([
  ...["$schema", "$id", "id", "$vocabulary", "$defs", "definitions"],
  ...["$anchor", "$dynamicAnchor", "$recursiveAnchor", "$ref", "$dynamicRef", "$recursiveRef"],
]);
