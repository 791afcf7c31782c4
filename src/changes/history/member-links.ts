import type { Convert, MovedPlace } from "../../schema/interface/histories";
import type { JSONSchema, Schema, Side } from "../../schema/interface/schema";
import { describe, isObject, isRecord, misfit } from "../../core/model/value";
import { ruleOf, type Keyword } from "../../schema/json-schema/keywords";
import {
  childSchemas,
  isSchema,
  ownNameOf,
  requiredNames,
  schemasIn,
} from "../../schema/json-schema/subschema";
import { referencesOf, subschemaIn, targetIn } from "../../schema/json-schema/targets";
import { setMember, valueCopy } from "../../schema/interface/plain-copy";
import { isSchemaLike, noSchemaInWords } from "../../schema/interface/schema-like";
import { isOptionalIn, isZodObject, requiredOf, type ZodMember, type ZodObject } from "../../schema/zod";
import { guarded } from "./convert";
import { renaming } from "./rename";

/** The result of `Added` and similar methods: the older schema, and the conversions between it and the newer schema. */
export interface MemberLink {
  readonly schema: Schema;
  readonly up: Convert | undefined;
  readonly down: Convert | undefined;
  readonly places?: readonly MovedPlace[];
}

interface ObjectMembers {
  readonly schema: Schema;
  readonly has: (name: string) => boolean;
  /** True if a rule such as `anyOf` or `dependentRequired` names the member, and would break if the member changed. */
  readonly isRuled: (name: string, kind: RuleKind) => boolean;
  readonly isOptional: (name: string, side: Side) => boolean;
  readonly without: (names: readonly string[]) => ObjectMembers;
  /** Adds a member. Only plain JSON Schemas need `isRequired`: in zod, the member's schema itself is optional. */
  readonly with: (name: string, schema: Schema, isRequired: boolean) => ObjectMembers;
  readonly renamed: (name: string, to: string) => ObjectMembers;
  readonly madeOptional: (name: string) => ObjectMembers;
  readonly madeRequired: (name: string) => ObjectMembers;
}

/** Makes the older schema of `Added(change, { lives: 9 })`, without `lives`. `up` adds `lives: 9` to older requests. */
export function addedLink(newer: unknown, written: readonly unknown[]): MemberLink {
  const where = "Added";
  const members = objectMembersOf(where, newer);
  const [first] = written;
  const meanings = isObject(first) && written.length === 1 ? valuesOf(where, first) : undefined;
  const names = meanings ? [...meanings.keys()] : namesOf(where, written);
  for (const name of names) assertKnown(where, name, members);
  const isFilled = meanings !== undefined || names.every((name) => members.isOptional(name, "input"));
  return {
    schema: members.without(names).schema,
    up: isFilled ? changing(names, constants(where, meanings)) : undefined,
    down: changing(names),
  };
}

/** Makes the older schema of `Removed(change, { chip: z.string() }, { chip: "none" })`: `down` adds `chip: "none"`. */
export function removedLink(newer: unknown, schemas: unknown, written: unknown): MemberLink {
  const where = "Removed";
  const members = objectMembersOf(where, newer);
  const removed = valuesOf(where, schemas);
  const answers = written === undefined ? new Map<string, unknown>() : valuesOf(where, written);
  for (const name of answers.keys()) {
    if (!removed.has(name)) {
      throw new TypeError(
        `${where}: the third argument has the member ${name}, which the second argument does not have: correct the name`,
      );
    }
  }
  let older = members;
  for (const [name, schema] of removed) {
    assertFree(where, name, members);
    if (!isSchemaLike(schema)) {
      throw new TypeError(`${where}: ${name} must be a schema, ${noSchemaInWords(schema)}`);
    }
    older = older.with(name, schema, answers.has(name));
  }
  const names = [...removed.keys()];
  const isAnswered = names.every((name) => answers.has(name) || older.isOptional(name, "output"));
  const fills = new Map(
    [...answers].map(([name, answer]) => {
      const made =
        typeof answer === "function" ? guarded(answer, `${where}: the value of ${name}`) : undefined;
      return [name, made ?? ((): unknown => valueCopy(answer))] as const;
    }),
  );
  return { schema: older.schema, up: changing(names), down: isAnswered ? changing(names, fills) : undefined };
}

/** The result of `Renamed(change, "born", "birthday")`, where `"born"` is the older name. */
export function renamedLink(newer: unknown, old: unknown, now: unknown): MemberLink {
  const where = "Renamed";
  const members = objectMembersOf(where, newer);
  const [was, is] = namesOf(where, [old, now] as const);
  assertKnown(where, is, members);
  assertFree(where, was, members);
  return {
    schema: members.renamed(is, was).schema,
    up: renaming(was, is),
    down: renaming(is, was),
    places: [{ now: [is], old: [was] }],
  };
}

/** Makes the older schema of `MadeRequired(change, { lives: 9 })`: `up` adds `lives: 9` to requests without `lives`. */
export function madeRequiredLink(newer: unknown, written: unknown): MemberLink {
  const where = "MadeRequired";
  let older = objectMembersOf(where, newer);
  const meanings = valuesOf(where, written);
  for (const name of meanings.keys()) {
    assertKnown(where, name, older, "required");
    if (older.isOptional(name, "input")) {
      throw new TypeError(
        `${where}: the member ${name} must be required in the newer schema, but is optional there`,
      );
    }
    older = older.madeOptional(name);
  }
  return { schema: older.schema, up: changing([], constants(where, meanings)), down: changing([]) };
}

/** Makes the older schema of `MadeOptional(change, { mood: "calm" })`: `down` adds a `mood` that is absent. */
export function madeOptionalLink(newer: unknown, written: unknown): MemberLink {
  const where = "MadeOptional";
  let older = objectMembersOf(where, newer);
  const answers = valuesOf(where, written);
  for (const name of answers.keys()) {
    assertKnown(where, name, older, "required");
    if (!older.isOptional(name, "input")) {
      throw new TypeError(
        `${where}: the member ${name} must be optional in the newer schema, but is required there`,
      );
    }
    older = older.madeRequired(name);
  }
  return { schema: older.schema, up: changing([]), down: changing([], constants(where, answers)) };
}

type Fill = (value: unknown) => unknown;

/** Functions are refused, because only the answers of `Removed` can be functions. */
function constants(
  where: string,
  values: ReadonlyMap<string, unknown> = new Map(),
): ReadonlyMap<string, Fill> {
  for (const [name, value] of values) {
    if (typeof value === "function") {
      throw misfit(`${where}: the value of ${name}`, "a constant", value);
    }
  }
  return new Map([...values].map(([name, value]) => [name, () => valueCopy(value)]));
}

function changing(dropped: readonly string[], fills: ReadonlyMap<string, Fill> = new Map()): Convert {
  const isDropped = new Set(dropped);
  return (value) => {
    if (!isRecord(value)) return value;
    const copy: Record<string, unknown> = {};
    const members = value as Readonly<Record<string, unknown>>;
    for (const key of Object.keys(value)) if (!isDropped.has(key)) setMember(copy, key, members[key]);
    for (const [name, fill] of fills) {
      if (Object.hasOwn(copy, name) && copy[name] !== undefined) continue;
      const made = fill(value);
      if (made !== undefined) setMember(copy, name, made);
    }
    return copy;
  };
}

function namesOf<Written extends readonly unknown[]>(
  where: string,
  written: Written,
): { readonly [At in keyof Written]: string } {
  if (written.length === 0) throw new TypeError(`${where}: name at least one member`);
  for (const [i, name] of written.entries()) {
    if (typeof name !== "string") {
      throw misfit(`${where}: the name of a member`, "a string", name);
    }
    if (written.indexOf(name) < i) throw new TypeError(`${where}: the member ${name} is named twice`);
  }
  // The cast is safe: the loop throws for everything but strings.
  return written as { readonly [At in keyof Written]: string };
}

function valuesOf(where: string, written: unknown): ReadonlyMap<string, unknown> {
  if (!isRecord(written)) {
    throw new TypeError(
      `${where}: expected an object with members, such as { name: value }, got ${describe(written)}`,
    );
  }
  const values = new Map<string, unknown>(Object.entries(written));
  if (values.size === 0) throw new TypeError(`${where}: name at least one member`);
  for (const [name, value] of values) {
    if (value === undefined) {
      throw new TypeError(`${where}: the member ${name} must have a value, got undefined`);
    }
  }
  return values;
}

function assertKnown(where: string, name: string, members: ObjectMembers, kind: RuleKind = "any"): void {
  if (!members.has(name)) {
    throw new TypeError(`${where}: the newer schema has no member ${name}: correct the name`);
  }
  assertUnruled(where, name, members, kind);
}

function assertUnruled(where: string, name: string, members: ObjectMembers, kind: RuleKind): void {
  if (members.isRuled(name, kind)) {
    throw new TypeError(
      `${where}: the newer schema names the member ${name} outside of properties, such as in anyOf or dependentRequired: ` +
        "pass the older schema to Before",
    );
  }
}

function assertFree(where: string, name: string, members: ObjectMembers): void {
  if (members.has(name)) {
    throw new TypeError(`${where}: the newer schema already has a member ${name}: correct the name`);
  }
  assertUnruled(where, name, members, "any");
}

function objectMembersOf(where: string, schema: unknown): ObjectMembers {
  if (isZodObject(schema)) return zodMembers(schema);
  if (isObject(schema) && !("~standard" in schema) && isObject((schema as JSONSchema).properties)) {
    return jsonMembers(where, schema as JSONSchema);
  }
  throw new TypeError(
    `${where}: the newer schema must be a zod object without refinements, or a plain JSON Schema with properties: ` +
      "for any other schema, pass the older schema to Before",
  );
}

function zodMembers(schema: ZodObject & Schema): ObjectMembers {
  const { shape } = schema;
  // Each caller has called `has` first, so the member exists.
  const memberOf = (name: string): ZodMember => Reflect.get<typeof shape, string>(shape, name);
  const made = (older: ZodObject & Schema): ObjectMembers => zodMembers(namedAs(schema, older));
  const without = (...names: readonly string[]): ZodObject & Schema =>
    schema.omit(Object.fromEntries(names.map((name) => [name, true] as const)));
  const extended = (name: string, member: unknown): ObjectMembers =>
    made(schema.extend(Object.fromEntries([[name, member]])));
  return {
    schema,
    has: (name) => Object.hasOwn(shape, name),
    isRuled: () => false,
    isOptional: (name, side) => isOptionalIn(memberOf(name), side),
    without: (names) => made(without(...names)),
    with: extended,
    renamed: (name, to) => made(without(name).extend(Object.fromEntries([[to, memberOf(name)]]))),
    madeOptional: (name) => extended(name, memberOf(name).optional()),
    madeRequired: (name) => extended(name, requiredOf(memberOf(name))),
  };
}

/** zod drops the title and the description when members change, so they are copied from the newer schema. */
function namedAs(newer: ZodObject, older: ZodObject & Schema): ZodObject & Schema {
  const words = newer.meta?.();
  if (!isObject(words) || !older.meta) return older;
  const { id, title = id, description } = words as JSONSchema;
  const kept = { ...(title !== undefined && { title }), ...(description !== undefined && { description }) };
  return Object.keys(kept).length === 0 ? older : older.meta(kept);
}

function jsonMembers(where: string, schema: JSONSchema): ObjectMembers {
  const properties = new Map(Object.entries(schema.properties as JSONSchema));
  const required = requiredNames(schema);
  const made = (members: ReadonlyMap<string, unknown>, names: readonly string[]): ObjectMembers => {
    const title = ownNameOf(schema);
    const others = Object.entries(schema).filter(([keyword]) => !ownKeywords.has(keyword));
    const older = {
      ...(title !== undefined && { title }),
      ...Object.fromEntries(others),
      properties: Object.fromEntries(members),
      ...(names.length > 0 && { required: names }),
    };
    if (hasOtherTargets(schema, older)) {
      throw new TypeError(
        `${where}: the newer schema refers to itself or to the member: pass the older schema to Before`,
      );
    }
    return jsonMembers(where, older);
  };
  const requiredBut = (...names: readonly string[]): readonly string[] =>
    required.filter((name) => !names.includes(name));
  return {
    schema,
    has: (name) => properties.has(name),
    isRuled: (name, kind) => isRuled(schema, { root: schema, name, kind, seen: new Set([schema]) }),
    isOptional: (name) => !required.includes(name),
    without: (names) =>
      made(new Map([...properties].filter(([name]) => !names.includes(name))), requiredBut(...names)),
    with: (name, member, isRequired) =>
      made(new Map([...properties, [name, member]]), isRequired ? [...required, name] : required),
    renamed: (name, to) => {
      const change = (one: string): string => (one === name ? to : one);
      return made(
        new Map([...properties].map(([one, member]) => [change(one), member])),
        required.map(change),
      );
    },
    madeOptional: (name) => made(properties, requiredBut(name)),
    madeRequired: (name) => made(properties, [...required, name]),
  };
}

/** True if a reference, such as `#` to the schema itself, leads to another target in a changed copy of the schema. */
function hasOtherTargets(newer: JSONSchema, older: JSONSchema): boolean {
  // The schema of a member that `Removed` adds is not in the newer schema, so its references cannot change.
  const kept = new Set(schemasIn(newer));
  return schemasIn(older).some((schema) => {
    const from = schema === older ? newer : schema;
    const isOther = (reference: string): boolean =>
      subschemaIn(older, schema, reference) !== subschemaIn(newer, from, reference);
    return kept.has(from) && referencesOf(schema).some(isOther);
  });
}

/** The rules to search for: all that name the member (`"any"`), or only those that require it. */
type RuleKind = "any" | "required";

interface RuleSearch {
  readonly root: JSONSchema;
  readonly name: string;
  readonly kind: RuleKind;
  /** The schemas that were searched: references may form a circle. */
  readonly seen: Set<JSONSchema>;
}

function isRuled(schema: JSONSchema, search: RuleSearch): boolean {
  const { root, name } = search;
  const targets = referencesOf(schema).map((reference) => targetIn(root, schema, reference));
  if (targets.some((target) => isSchema(target) && names(target, search))) return true;
  return Object.entries(schema).some(([keyword, value]) => {
    const isOfDependents = keyword.startsWith("dependen") && isSchema(value);
    if (isOfDependents && Object.entries(value).flat(2).includes(name)) return true;
    const isOfWhole = ruleOf(keyword)?.describes === "value" || keyword === "not" || keyword === "if";
    return isOfWhole && childSchemas(keyword, value).some((rule) => names(rule, search));
  });
}

function names(rule: JSONSchema, search: RuleSearch): boolean {
  const { name, kind, seen } = search;
  if (seen.has(rule)) return false;
  seen.add(rule);
  const { properties } = rule;
  const isProperty = kind === "any" && isSchema(properties) && Object.hasOwn(properties, name);
  return isProperty || requiredNames(rule).includes(name) || isRuled(rule, search);
}

/** Keywords that are not copied: `made` sets `required` and `title`, ids must be unique, and examples may not fit. */
const ownKeywords: ReadonlySet<string> = new Set<Keyword>([
  "required",
  "id",
  "$id",
  "title",
  "example",
  "examples",
]);
