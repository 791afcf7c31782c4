import type { Path } from "../../schema/interface/histories";
import type { ClosedMembers, JSONSchema, OutputReader, Schema } from "../../schema/interface/schema";
import { once } from "../../core/model/collections";
import { isThenable, takeRejection } from "../../core/model/value";
import { kindAlone, takesNull } from "../../schema/json-schema/kinds";
import { isBare } from "../../schema/json-schema/keywords";
import { clauseMaker, reachedSchemas } from "../../schema/json-schema/normal";
import { isSchema, schemasAmong } from "../../schema/json-schema/subschema";
import { standardOf } from "../../schema/standard";
import { Each, OneOrEach } from "../../schema/interface/paths";

/** The kind of the values of a schema that allows only one kind: `"object"`, `"list"` or `"text"`. */
export type KindAlone = NonNullable<ReturnType<typeof kindAlone>>;

/** The values that a schema allows at one step of a path, besides the object or list that the path leads through. */
export interface Way {
  /** The types of scalars that the schema allows, as `typeof` names them. */
  readonly scalars: ReadonlySet<string>;
  /** True if the value may be an object with members of any name, such as one with ids as keys. */
  readonly mayBeRecord: boolean;
}

/** The only kind of value that a schema outputs; undefined if the schema allows several kinds, or is unknown. */
export function kindOfSchema(
  schema: object,
  { jsonOf }: Pick<OutputReader, "jsonOf">,
): KindAlone | undefined {
  const json = jsonOf(schema, "output");
  return json && kindAlone(json);
}

/** The functions that check the kinds of values, for a schema without a JSON Schema; undefined for other schemas. */
export function undescribedMembersOf(
  schema: Schema,
  { jsonOf, convertedMembers }: OutputReader,
): ClosedMembers | undefined {
  return jsonOf(schema, "output") ? undefined : convertedMembers(schema);
}

/** The member names of an object schema, or of all objects in a union; undefined if members may have any names. */
export function memberNamesOf(
  schema: Schema,
  { jsonOf }: Pick<OutputReader, "jsonOf">,
): ReadonlySet<string> | undefined {
  const root = jsonOf(schema, "output");
  if (!root || kindAlone(root) !== "object") return undefined;
  const parts = reachedSchemas(clauseMaker(root), [root]);
  const isRecord = parts.some(
    ({ additionalProperties, patternProperties }) =>
      patternProperties !== undefined ||
      (isSchema(additionalProperties) && Object.keys(additionalProperties).length > 0),
  );
  if (isRecord || !parts.some(({ properties }) => isSchema(properties))) return undefined;
  return new Set(parts.flatMap(({ properties }) => (isSchema(properties) ? Object.keys(properties) : [])));
}

/** The names of all members of an object schema; undefined if one of its alternatives also allows others. */
export function closedNamesOf(
  schema: Schema,
  reader: Pick<OutputReader, "jsonOf">,
): ReadonlySet<string> | undefined {
  const root = reader.jsonOf(schema, "output");
  const names = root && memberNamesOf(schema, reader);
  if (!names) return undefined;
  const objects = reachedSchemas(clauseMaker(root), [root]).filter(({ properties }) => isSchema(properties));
  return objects.every(({ additionalProperties }) => additionalProperties === false) ? names : undefined;
}

/** True if a schema accepts `none`, which is null, or undefined for an absent member. */
export type TakesNone = (none: null | undefined) => boolean;

/** Makes the test for one schema. The test validates null and undefined at most once each. */
export function takingNone(schema: Schema, reader: Pick<OutputReader, "jsonOf">): TakesNone {
  const [takesNullValue, takesAbsent] = [
    once(() => takes(schema, null, reader)),
    once(() => takes(schema, undefined, reader)),
  ];
  return (none) => (none === null ? takesNullValue() : takesAbsent());
}

/** True if the schema returns null or undefined unchanged. A schema with a default returns the default instead. */
function takes(schema: Schema, none: null | undefined, { jsonOf }: Pick<OutputReader, "jsonOf">): boolean {
  const json = none === null ? jsonOf(schema, "output") : undefined;
  if (json) return takesNull(json);
  try {
    const verdict = standardOf(schema)?.validate(none);
    // This test is synchronous, so the promise of an asynchronous schema counts as if the schema had issues.
    if (verdict === undefined || takeRejection(verdict) || isThenable(verdict)) return false;
    return !verdict.issues && verdict.value === none;
  } catch {
    return false;
  }
}

/** Describes the possible values before each step of a path; empty if the schema has no JSON Schema. */
export function wayTo(path: Path, schema: Schema, { jsonOf }: Pick<OutputReader, "jsonOf">): readonly Way[] {
  const root = jsonOf(schema, "output");
  if (!root) return [];
  const maker = clauseMaker(root);
  let standing = reachedSchemas(maker, [root]);
  return path.map((step) => {
    const way = wayBefore(standing);
    standing = reachedSchemas(
      maker,
      standing.flatMap((one) => schemasBehind(one, step)),
    );
    return way;
  });
}

/** The steps of a path that a schema itself names. */
export interface NamedSteps {
  readonly count: number;
  /** True if a schema that allows any value ends the count. */
  readonly isOpen: boolean;
  /** The only kind of the value before each counted step, and of the one behind the last; undefined for several. */
  readonly kinds: readonly (StepKind | undefined)[];
}

export type StepKind = "list" | "object" | "scalar";

export function namedSteps(path: Path, schema: Schema, { jsonOf }: Pick<OutputReader, "jsonOf">): NamedSteps {
  const root = jsonOf(schema, "output") ?? {};
  const maker = clauseMaker(root);
  let standing = reachedSchemas(maker, [root]);
  const kinds = [stepKindOf(standing)];
  for (const [count, step] of path.entries()) {
    const behind = standing.flatMap((one) =>
      schemasBehind({ ...one, additionalProperties: valuesOf(one) }, step),
    );
    if (behind.length === 0) return { count, isOpen: standing.every(isBare), kinds };
    standing = reachedSchemas(maker, behind);
    kinds.push(stepKindOf(standing));
  }
  return { count: path.length, isOpen: false, kinds };
}

function stepKindOf(standing: readonly JSONSchema[]): StepKind | undefined {
  const named = standing.flatMap(({ type }) => types(type)).filter((type) => type !== "null");
  const kinds = new Set(named.map((type) => stepKinds.get(type) ?? "scalar"));
  const [kind, ...others] = kinds;
  // A schema without a type may allow any value, but it may also belong to another one, as in `allOf`.
  return others.length > 0 || named.includes(undefined) ? undefined : kind;
}

const stepKinds: ReadonlyMap<unknown, StepKind> = new Map([
  ["array", "list"],
  ["object", "object"],
]);

/** The schema of a record's values. An object that names its members has none for the others. */
function valuesOf({ properties, additionalProperties }: JSONSchema): unknown {
  return properties === undefined ? additionalProperties : undefined;
}

function wayBefore(standing: readonly JSONSchema[]): Way {
  const objects = standing.filter(({ type, properties }) => types(type).includes("object") || properties);
  const named = standing.flatMap(({ type }) => types(type));
  return {
    scalars: new Set(named.flatMap((one) => scalarTypes.get(one) ?? [])),
    mayBeRecord: objects.length === 0 || objects.some((one) => one.additionalProperties !== false),
  };
}

const scalarTypes: ReadonlyMap<unknown, string> = new Map([
  ["string", "string"],
  ["number", "number"],
  ["integer", "number"],
  ["boolean", "boolean"],
]);

function types(type: unknown): readonly unknown[] {
  return [type].flat();
}

function schemasBehind(schema: JSONSchema, step: string | symbol): readonly JSONSchema[] {
  const { items, prefixItems, properties, patternProperties, additionalProperties } = schema;
  const listed = [items, ...schemasAmong(prefixItems)].filter(isSchema);
  if (step === OneOrEach) return [schema, ...listed];
  const named = isSchema(properties) ? properties : {};
  const others = [
    additionalProperties,
    ...Object.values(isSchema(patternProperties) ? patternProperties : {}),
  ];
  if (step === Each) return [...listed, ...Object.values(named), ...others].filter(isSchema);
  const own = typeof step === "string" && Object.hasOwn(named, step) ? named[step] : undefined;
  return (own === undefined ? others : [own]).filter(isSchema);
}
