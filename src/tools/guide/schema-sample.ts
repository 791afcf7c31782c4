import { fingerprintOf } from "../../schema/json-schema/fingerprint";
import { clauseMaker, everyKind, takesKind } from "../../schema/json-schema/normal";
import type { Clause, ClauseMaker } from "../../schema/json-schema/normal";
import { isSchema, isSubschema, requiredNames, type Subschema } from "../../schema/json-schema/subschema";
import { canonical } from "../../schema/interface/json-value";
import type { JSONSchema } from "../../schema/interface/schema";
import { resultOr } from "../result-or";
import { endsOf, variedNumber, variedText } from "./varied-values";

/**
 * Lists samples for a schema, the best first: its `examples`, and then a sample made from other keywords. The last samples
 * lack optional members, because a rule in code may reject the value that was made for one of these.
 */
export function samplesOf(root: JSONSchema, others: readonly JSONSchema[] = []): readonly unknown[] {
  const { examples, make } = samplerOf(root, others);
  const { made, optional } = make(fixedRule);
  return [...examples, ...(made ? [made.value, ...lesserSamples(made.value, optional)] : [])];
}

/** Makes samples of one schema. Each call of `make` may decide otherwise where the schema leaves a choice. */
export interface Sampler {
  readonly examples: readonly unknown[];
  readonly make: (choices: SampleChoices) => MadeSample;
}

interface MadeSample {
  readonly made: Made | undefined;
  /** The paths of the optional members in the sample. */
  readonly optional: readonly SamplePath[];
}

export function samplerOf(root: JSONSchema, others: readonly JSONSchema[] = []): Sampler {
  const own = place(root, [root]);
  const known = others.map((one) => place(one, [one]));
  return {
    examples: examplesIn(own),
    make: (choices) => {
      const optional: SamplePath[] = [];
      const start = { name: undefined, path: [], at: "", turn: 0 };
      const ends = { around: new Set<JSONSchema>(), isRepeated: false };
      return { made: memberSample(own, { ...start, ...ends, optional, choices, others: known }), optional };
    },
  };
}

/**
 * A choice that a schema leaves to a sample: to have an optional member or null, which alternative or value of an `enum`
 * to take, how many items a list has (`size`), and to be at an end of a limit.
 */
export type ChoiceKind = "optional" | "null" | "alternative" | "size" | "limit";

interface ChoicePlace {
  /** The place of the value, such as `/tags/0`, with the alternatives that lead to it. */
  readonly at: string;
  /** True inside a recursive schema's repetition. */
  readonly isRepeated: boolean;
}

/** Decides where a schema leaves a choice. */
export interface SampleChoices {
  /** True if a sample has every optional member, and a list different items; the guide shows as little as possible. */
  readonly isWhole: boolean;
  /** Selects an option for a place. The first option follows the fixed rule. */
  readonly choose: <Option>(
    kind: ChoiceKind,
    place: ChoicePlace,
    options: readonly [Option, ...Option[]],
  ) => Option;
  /** Returns the number of the value among different values of one kind; `own` is the index of the list's item. */
  readonly turn: (kind: VariedKind, own: number) => number;
}

export type VariedKind = "number" | "boolean" | "text" | "format";

/** The guide's rule: the first of everything, and no optional members. */
const fixedRule: SampleChoices = {
  isWhole: false,
  choose: (_kind, _place, [first]) => first,
  turn: (_kind, own) => own,
};

/** The keys that lead to a part of a sample: `["items", 0, "name"]`. */
type SamplePath = readonly (string | number)[];

/** Copies a sample without one of its optional members, for each of the first few members; and without all of them. */
function lesserSamples(sample: unknown, optional: readonly SamplePath[]): readonly unknown[] {
  if (optional.length === 0) return [];
  const each = optional.length === 1 ? [] : optional.slice(0, mostLeftOut).map((path) => [path]);
  return [...each, optional].map((paths) =>
    paths.reduce((lesser, path) => withoutPart(lesser, path), sample),
  );
}

const mostLeftOut = 8;

function withoutPart(value: unknown, [key, ...rest]: SamplePath): unknown {
  if (Array.isArray(value)) {
    return value.map((item: unknown, i) => (i === key ? withoutPart(item, rest) : item));
  }
  // The cast is safe: a path leads only through lists and objects.
  const members = Object.entries(value as JSONSchema).flatMap(([name, member]) => {
    if (name !== key) return [[name, member] as const];
    return rest.length === 0 ? [] : [[name, withoutPart(member, rest)] as const];
  });
  return Object.fromEntries(members);
}

/** A value that was made. The object distinguishes the value `undefined` from no value. */
interface Made {
  readonly value: unknown;
}

/** Schemas of one document that all apply to the same value. */
interface SchemaPlace {
  readonly root: JSONSchema;
  readonly maker: ClauseMaker;
  readonly schemas: readonly Subschema[];
}

interface SampleContext extends ChoicePlace {
  /** The name of the member that is sampled; undefined for the whole value. */
  readonly name: string | undefined;
  readonly path: SamplePath;
  /** Collects the paths of the optional members in the sample. */
  readonly optional: SamplePath[];
  readonly choices: SampleChoices;
  /** The index of the item if the value is in a list; otherwise 0. */
  readonly turn: number;
  /** The schemas around the value, since the first that is repeated. A recursive schema ends at the second repetition. */
  readonly around: ReadonlySet<JSONSchema>;
  /** The same value's schemas in other versions. The sample omits optional members that are equal in all versions. */
  readonly others: readonly SchemaPlace[];
}

/** The maximum depth of a sample. It ends the sample of a recursive schema. */
const deepest = 12;

function place(root: JSONSchema, schemas: readonly Subschema[], maker = clauseMaker(root)): SchemaPlace {
  return { root, maker, schemas };
}

function clausesAt({ maker, schemas }: SchemaPlace): readonly Clause[] {
  return maker.both(schemas.map((schema) => maker.of(schema, false)));
}

function memberSample(at: SchemaPlace, context: SampleContext): Made | undefined {
  const { choices, path, turn } = context;
  if (path.length > deepest) return undefined;
  const clauses = clausesAt(at);
  const mayBeNull = clauses.some((clause) => takesKind(clause, "null"));
  if (mayBeNull && choices.choose("null", context, [false, true])) return { value: null };
  const examples = context.name === undefined ? [] : examplesIn(at);
  if (examples.length > 0) return { value: examples[turn % examples.length] };
  const [first, ...others] = [...clauses.filter((clause) => !isNull(clause)).entries()];
  if (!first) return clauses.length > 0 ? { value: null } : undefined;
  const chosen = choices.choose("alternative", context, [first, ...others]);
  for (const [i, clause] of new Set([chosen, first, ...others])) {
    const made = clauseSample(clause, at, i === 0 ? context : { ...context, at: `${context.at}?${i}` });
    if (made) return made;
  }
  return mayBeNull ? { value: null } : undefined;
}

function clauseSample(clause: Clause, at: SchemaPlace, around: SampleContext): Made | undefined {
  const context = clause.some(({ schema }) => around.around.has(schema)) ? repeatedWithin(around) : around;
  if (!context) return undefined;
  // The examples of the whole schema are samples themselves, so a whole sample is made from its members.
  const hasExamples = !(context.choices.isWhole && context.path.length === 0);
  const fixed = clause.map((piece) => fixedValues(piece, hasExamples));
  const [first, ...others] = fixed.find((values) => values.length > 0) ?? [];
  if (!first) return sharedText(clause, context.others) ?? valueOf(clause, at, context);
  if (context.turn > 0) return [first, ...others][context.turn % (others.length + 1)];
  return context.choices.choose("alternative", { ...context, at: `${context.at}=` }, [first, ...others]);
}

/** Begins a schema that is around itself. A whole sample repeats a schema once, so that a list of itself has an item. */
function repeatedWithin(context: SampleContext): SampleContext | undefined {
  return context.isRepeated ? undefined : { ...context, isRepeated: true, around: new Set() };
}

/** Takes a string from another version's schema if this one allows any string, so that the samples are equal. */
function sharedText(clause: Clause, others: readonly SchemaPlace[]): Made | undefined {
  const isAnyText =
    takesKind(clause, "string") && !takesKind(clause, "object") && !takesKind(clause, "number");
  if (!isAnyText || clause.some(({ schema }) => isShaped(schema))) return undefined;
  const known = others.flatMap((other) => [
    ...examplesIn(other).map((value): Made => ({ value })),
    ...clausesAt(other).flatMap((one) => one.flatMap((piece) => fixedValues(piece).slice(0, 1))),
  ]);
  return known.find(({ value }) => typeof value === "string");
}

function isShaped({ format, pattern }: JSONSchema): boolean {
  return format !== undefined || pattern !== undefined;
}

function isNull(clause: Clause): boolean {
  return everyKind.every((kind) => takesKind(clause, kind) === (kind === "null"));
}

function examplesIn(at: SchemaPlace): readonly unknown[] {
  const { own } = at.maker.conjunctsOf(at.schemas);
  return own.flatMap(({ examples, example }) => [
    ...(Array.isArray(examples) ? (examples as readonly unknown[]) : []),
    ...(example === undefined ? [] : [example]),
  ]);
}

/** Lists the `examples` of a schema, or else its `const`, or else the values of its `enum`. */
function fixedValues({ schema }: Clause[number], hasExamples = true): readonly Made[] {
  const { const: constant, enum: values, examples } = schema;
  const lists = [hasExamples && examples, constant === undefined ? undefined : [constant], values];
  const list: unknown = lists.find((one) => Array.isArray(one) && one.length > 0);
  return Array.isArray(list) ? list.map((value: unknown) => ({ value })) : [];
}

function valueOf(clause: Clause, at: SchemaPlace, context: SampleContext): Made | undefined {
  const schemas = clause.filter(({ isOptional }) => !isOptional).map(({ schema }) => schema);
  const merged: JSONSchema = Object.assign({}, ...schemas) as JSONSchema;
  if (
    schemas.some(({ properties, additionalProperties }) => properties ?? additionalProperties) &&
    takesKind(clause, "object")
  ) {
    return objectOf(schemas, at, context);
  }
  if (takesKind(clause, "string")) {
    const others = isShaped(merged) ? [] : context.others.flatMap((other) => clausesAt(other).flat());
    const shape = others.find(({ schema }) => isShaped(schema))?.schema;
    return textOf({ ...shape, ...merged }, context);
  }
  if (takesKind(clause, "number")) return numberIn(merged, isWhole(schemas), context);
  if (takesKind(clause, "boolean")) {
    return { value: context.choices.turn("boolean", context.turn) % 2 === 0 };
  }
  if (takesKind(clause, "array")) return listOf(schemas, at, context);
  return takesKind(clause, "object") ? objectOf(schemas, at, context) : { value: null };
}

function objectOf(schemas: readonly JSONSchema[], at: SchemaPlace, context: SampleContext): Made | undefined {
  const required = new Set(schemas.flatMap(requiredNames));
  const names = new Set([...schemas.flatMap(({ properties }) => Object.keys(properties ?? {})), ...required]);
  const members: [string, unknown][] = [];
  for (const name of names) {
    const own = place(at.root, memberSchemas(schemas, name), at.maker);
    if (own.schemas.length === 0 && !required.has(name)) continue;
    const others = context.others.map((one) => placeWithin(one, (all) => memberSchemas(all, name)));
    const isChanged = others.some((other) => textAt(other) !== textAt(own));
    const inner = within(context, schemas, name);
    if (!required.has(name) && !(isChanged || isChosen(inner))) continue;
    // Versions without this member are left out. Otherwise, every optional member inside it would count as changed.
    const known = others.filter(({ schemas: same }) => same.length > 0);
    const made = memberSample(own, { ...inner, name, others: known });
    if (made && !required.has(name)) context.optional.push(inner.path);
    if (made) members.push([name, made.value]);
    else if (required.has(name)) return undefined;
  }
  const record = schemas.find(({ additionalProperties }) => isSchema(additionalProperties));
  if (members.length === 0 && names.size === 0 && record && isSchema(record.additionalProperties)) {
    const item = place(at.root, [record.additionalProperties], at.maker);
    const key = nameIn(record);
    const made =
      context.choices.choose("size", context, [1, 0]) === 0
        ? undefined
        : memberSample(item, { ...within(context, schemas, key), name: "name", others: [] });
    if (made) members.push([key, made.value]);
  }
  return { value: Object.fromEntries(members) };
}

function isChosen(context: SampleContext): boolean {
  return context.choices.isWhole && context.choices.choose("optional", context, [true, false]);
}

function within(context: SampleContext, schemas: readonly JSONSchema[], key: string | number): SampleContext {
  const { path, at, choices, around } = context;
  return {
    ...context,
    path: [...path, key],
    at: `${at}/${key}`,
    around: choices.isWhole ? new Set([...around, ...schemas]) : around,
  };
}

/** Returns a key for an object that may have any keys: one that `propertyNames` allows, or else `"name"`. */
function nameIn({ propertyNames }: JSONSchema): string {
  const made = isSchema(propertyNames) ? samplesOf({ type: "string", ...propertyNames }).at(-1) : undefined;
  return typeof made === "string" ? made : "name";
}

function memberSchemas(schemas: readonly JSONSchema[], name: string): readonly Subschema[] {
  return schemas.flatMap(({ properties }) => {
    const own: unknown =
      isSchema(properties) && Object.hasOwn(properties, name) ? properties[name] : undefined;
    return isSubschema(own) ? [own] : [];
  });
}

function placeWithin(
  of: SchemaPlace,
  within: (schemas: readonly JSONSchema[]) => readonly Subschema[],
): SchemaPlace {
  const schemas = clausesAt(of).flatMap((clause) => within(clause.map(({ schema }) => schema)));
  return place(of.root, [...new Set(schemas)], of.maker);
}

function textAt({ root, schemas }: SchemaPlace): string {
  return schemas
    .map((schema) => (isSchema(schema) ? fingerprintOf(root, schema) : canonical(schema)))
    .join("\n");
}

/** Creates a list of one item, or of as many items as `minItems` and `prefixItems` require. */
function listOf(schemas: readonly JSONSchema[], at: SchemaPlace, context: SampleContext): Made | undefined {
  const merged: JSONSchema = Object.assign({}, ...schemas) as JSONSchema;
  const { items, prefixItems, minItems, maxItems } = merged;
  const first = Array.isArray(prefixItems) ? prefixItems.filter(isSubschema) : [];
  const least = Math.min(typeof minItems === "number" ? minItems : 1, mostItems);
  const others = context.others.map((one) =>
    placeWithin(one, (all) => all.map((schema) => schema.items).filter(isSubschema)),
  );
  const usual = Math.max(first.length, least, first.length > 0 ? 0 : 1);
  const size = first.length > 0 ? usual : sizeOf(merged, usual, context);
  // The guide shows no list without its only item. A whole sample may, where a recursive schema has to end.
  const needed = context.choices.isWhole ? Number(minItems ?? 0) : least;
  const values: unknown[] = [];
  for (let i = 0; i < size; i++) {
    const schema = first[i] ?? (isSubschema(items) ? items : true);
    if (schema === false || maxItems === i) break;
    const made = memberSample(place(at.root, [schema], at.maker), {
      ...within(context, schemas, i),
      turn: context.turn + (context.choices.isWhole ? i : 0),
      others,
    });
    if (!made) return needed > i ? undefined : { value: values };
    values.push(made.value);
  }
  return { value: values };
}

function sizeOf({ minItems, maxItems }: JSONSchema, usual: number, context: SampleContext): number {
  const { choices } = context;
  const sizes = [0, 1, 2].filter((size) => size !== usual);
  const size = choices.choose("size", context, [usual, ...sizes]);
  const ends = [minItems, maxItems].filter((end): end is number => Number(end) <= mostItems);
  return size === usual ? choices.choose("limit", context, [usual, ...ends]) : size;
}

const mostItems = 20;

/** True if all numbers that match are integers. */
function isWhole(schemas: readonly JSONSchema[]): boolean {
  return schemas.some(({ type }) => [type].flat().includes("integer") && ![type].flat().includes("number"));
}

function numberIn(schema: JSONSchema, areIntegers: boolean, context: SampleContext): Made | undefined {
  const { choices, turn } = context;
  const own = choices.turn("number", turn);
  const usual = numberOf(schema, areIntegers);
  if (usual === undefined) return undefined;
  if (own > 0) return { value: variedNumber(schema, usual, own) };
  return { value: choices.choose("limit", context, [usual, ...endsOf(schema)]) };
}

/** Returns `multipleOf`, or else 1. If the limits exclude this number, returns another one within them, if there is one. */
function numberOf(schema: JSONSchema, areIntegers: boolean): number | undefined {
  const { multipleOf } = schema;
  const hasStep = typeof multipleOf === "number" && multipleOf > 0;
  const value = nearestMultiple(schema, hasStep ? multipleOf : 1);
  if (isWithin(value, schema)) return value;
  return hasStep || areIntegers ? undefined : fractionWithin(schema);
}

function nearestMultiple(
  { minimum, exclusiveMinimum, maximum, exclusiveMaximum }: JSONSchema,
  step: number,
): number {
  let value = step;
  // Of decimals, a product may have a digit too many: 3 * 0.1 is 0.30000000000000004.
  const times = (count: number): number => Number((count * step).toPrecision(15));
  if (typeof minimum === "number" && value < minimum) value = times(Math.ceil(minimum / step));
  if (typeof exclusiveMinimum === "number" && value <= exclusiveMinimum) {
    value = times(Math.floor(exclusiveMinimum / step) + 1);
  }
  if (typeof maximum === "number" && value > maximum) value = times(Math.floor(maximum / step));
  if (typeof exclusiveMaximum === "number" && value >= exclusiveMaximum) {
    value = times(Math.ceil(exclusiveMaximum / step) - 1);
  }
  return value;
}

function isWithin(
  value: number,
  { minimum = -Infinity, exclusiveMinimum, maximum = Infinity, exclusiveMaximum }: JSONSchema,
): boolean {
  const isAbove = typeof exclusiveMinimum !== "number" || value > exclusiveMinimum;
  const isBelow = typeof exclusiveMaximum !== "number" || value < exclusiveMaximum;
  return value >= Number(minimum) && value <= Number(maximum) && isAbove && isBelow;
}

/** Finds the number with the fewest decimals between limits that no integer is between: 0.5 for 0 and 1. */
function fractionWithin(schema: JSONSchema): number | undefined {
  const { minimum, exclusiveMinimum, maximum, exclusiveMaximum } = schema;
  const among = (...limits: readonly unknown[]): readonly number[] =>
    limits.filter((limit) => typeof limit === "number");
  const middle =
    (Math.max(...among(minimum, exclusiveMinimum)) + Math.min(...among(maximum, exclusiveMaximum))) / 2;
  const roundings = Array.from({ length: 15 }, (_, i) => Number(middle.toFixed(i + 1)));
  return [...roundings, middle].find((value) => isWithin(value, schema));
}

/** Returns a text of the format, or one that matches the pattern, or the member's name; undefined if none fits. */
function textOf(
  { format, pattern, minLength = 0, maxLength = Infinity }: JSONSchema,
  { name: own = "text", choices, turn }: SampleContext,
): Made | undefined {
  const formatted = typeof format === "string" ? formats.get(format) : undefined;
  if (formatted !== undefined) return { value: variedText(formatted, choices.turn("format", turn)) };
  const place = choices.turn("text", turn);
  const name = place === 0 ? own : `${own}${place + 1}`;
  const [least, most] = [Number(minLength), Number(maxLength)];
  if (least > longestText) return undefined;
  const sized = (text: string): string =>
    text.length < least
      ? text.repeat(Math.ceil(least / Math.max(1, text.length))).slice(0, least)
      : text.slice(0, most);
  if (typeof pattern !== "string") return { value: sized(name) };
  const expression = resultOr(() => new RegExp(pattern, "u"), undefined);
  const found = [name, name.toLowerCase(), name.toUpperCase(), ...plainTexts, ...formats.values()]
    .map(sized)
    .filter((text) => text.length >= least && expression?.test(text));
  const [first] = found;
  return first === undefined ? undefined : { value: [...new Set(found)][place] ?? first };
}

const longestText = 1_000;

/** Strings that common patterns allow, in the order in which they are tried. */
const plainTexts: readonly string[] = [
  "a A 1 12 123 1234 12345 123456 12345678 1234567890",
  "aa AA abc ABC abcd ABCD abc-def a1 A1 a-1 A-1 AB12 ab12",
  "1.0 1.0.0 v1 v1.0 12:00 00:00 2026-01 #000000 #a1b2c3",
  "+491234567890 /path 1/2 en en-US en_US EUR name@example.com id_1 id_1234567890",
].flatMap((texts) => texts.split(" "));

const formats: ReadonlyMap<string, string> = new Map([
  ["uuid", "00000000-0000-4000-8000-000000000000"],
  ["date-time", "2026-01-01T00:00:00Z"],
  ["date", "2026-01-01"],
  ["time", "00:00:00Z"],
  ["duration", "P1D"],
  ["email", "name@example.com"],
  ["idn-email", "name@example.com"],
  ["uri", "https://example.com/"],
  ["url", "https://example.com/"],
  ["iri", "https://example.com/"],
  ["uri-reference", "/path"],
  ["hostname", "example.com"],
  ["ipv4", "192.0.2.1"],
  ["ipv6", "2001:db8::1"],
  ["cidrv4", "192.0.2.0/24"],
  ["cidrv6", "2001:db8::/32"],
  ["base64", "dGV4dA=="],
  ["base64url", "dGV4dA"],
  ["binary", "text"],
  ["byte", "dGV4dA=="],
  ["ulid", "01ARZ3NDEKTSV4RRFFQ69G5FAV"],
  ["cuid", "cjld2cjxh0000qzrmn831i7rn"],
  ["cuid2", "tz4a98xxat96iws9zmbrgj3a"],
  ["nanoid", "V1StGXR8_Z5jdHi6B-myT"],
  ["xid", "9m4e2mr0ui3e8a215n4g"],
  ["ksuid", "0ujsswThIGTUYm2K8FjOOfXtY1K"],
  ["e164", "+491234567890"],
  ["jwt", "eyJhbGciOiJIUzI1NiJ9.e30.c2lnbmF0dXJl"],
  ["emoji", "\u{1F431}"],
  ["json-pointer", "/name"],
  ["regex", "^a$"],
]);
