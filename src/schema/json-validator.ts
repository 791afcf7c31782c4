import { canonical, isSameJSON } from "./interface/json-value";
import { onceEach } from "../core/model/collections";
import type { JSONSchema, Verdict } from "./interface/schema";
import { isRecord } from "../core/model/value";
import { ruleOf, type Keyword } from "./json-schema/keywords";
import {
  copyOfJSON,
  isSchema,
  isSubschema,
  requiredNames,
  subschemasAmong,
  type Subschema,
} from "./json-schema/subschema";
import { referencesOf, subschemaIn } from "./json-schema/targets";

/**
 * Makes the validator of JSON Schemas that libraries write for their own schemas, so that results are the same with
 * and without ajv. It fills in defaults in a copy, as ajv does. Formats restrict nothing. A schema with a keyword that
 * the validator does not know, such as `unevaluatedProperties`, accepts no value. References are resolved in `root`.
 */
export function jsonValidator(schema: JSONSchema, root = schema): (given: unknown) => Verdict {
  return (given) => {
    const value = filled({ root, schema }, given);
    return fits({ root, known: new Map() }, schema, value)
      ? { value }
      : { issues: [{ path: [], message: "does not fit" }] };
  };
}

interface Run {
  readonly root: JSONSchema;
  /** The results for the targets of references, without which a recursive union would take exponential time. */
  readonly known: Map<Subschema, Map<unknown, boolean>>;
}

type Holds = (
  written: unknown,
  value: unknown,
  at: { readonly run: Run; readonly schema: JSONSchema },
) => boolean;

function fits(run: Run, schema: Subschema, value: unknown): boolean {
  if (typeof schema === "boolean") return schema;
  const isTaken = Object.entries(schema).every(([keyword, written]) => {
    const holds = rules.get(keyword);
    return holds ? holds(written, value, { run, schema }) : !isRestriction(keyword);
  });
  return isTaken && referencesOf(schema).every((reference) => fitsTarget(run, { schema, reference }, value));
}

function isRestriction(keyword: string): boolean {
  return ruleOf(keyword)?.role === "narrow" && !annotations.has(keyword);
}

/** Keywords that only inform in draft 2020-12, or that another keyword uses. */
const annotations: ReadonlySet<string> = new Set<Keyword>([
  ...(["format", "contentEncoding", "contentMediaType", "contentSchema"] as const),
  ...(["then", "else", "minContains", "maxContains"] as const),
]);

function fitsTarget(
  run: Run,
  { schema, reference }: { readonly schema: JSONSchema; readonly reference: string },
  value: unknown,
): boolean {
  const target = subschemaIn(run.root, schema, reference) ?? false;
  const known = run.known.get(target) ?? new Map<unknown, boolean>();
  run.known.set(target, known);
  const found = known.get(value);
  if (found !== undefined) return found;
  // A reference that leads to itself restricts nothing, and must not recur.
  known.set(value, true);
  const isFitting = fits(run, target, value);
  known.set(value, isFitting);
  return isFitting;
}

/** Makes the rule of a keyword that restricts only values of one kind. */
function about<Value>(
  isOfKind: (value: unknown) => value is Value,
  holds: (written: unknown, value: Value, at: Parameters<Holds>[2]) => boolean,
): Holds {
  return (written, value, at) => !isOfKind(value) || holds(written, value, at);
}

const numbers = (holds: (limit: number, value: number) => boolean): Holds =>
  about(isNumber, (limit, value) => isNumber(limit) && holds(limit, value));
const counted = <Value>(
  isOfKind: (value: unknown) => value is Value,
  count: (value: Value) => number,
  holds: (limit: number, size: number) => boolean,
): Holds => about(isOfKind, (limit, value) => isNumber(limit) && holds(limit, count(value)));
const isAtLeast = (limit: number, size: number): boolean => size >= limit;
const isAtMost = (limit: number, size: number): boolean => size <= limit;
const lengthOf = (text: string): number => Array.from(text).length;
const sizeOf = (list: readonly unknown[]): number => list.length;
const memberCount = (object: object): number => membersOf(object).length;

const rules: ReadonlyMap<string, Holds> = new Map(
  Object.entries({
    type: (types, value) => [types].flat().some((type) => isOfType(type, value)),
    const: (one, value) => isSameJSON(one, value),
    enum: (several, value) => Array.isArray(several) && several.some((one) => isSameJSON(one, value)),

    minimum: numbers((limit, value) => value >= limit),
    maximum: numbers((limit, value) => value <= limit),
    exclusiveMinimum: numbers((limit, value) => value > limit),
    exclusiveMaximum: numbers((limit, value) => value < limit),
    multipleOf: numbers(isMultipleOf),

    minLength: counted(isText, lengthOf, isAtLeast),
    maxLength: counted(isText, lengthOf, isAtMost),
    pattern: about(isText, (pattern, text) => matches(pattern, text)),

    minItems: counted(isList, sizeOf, isAtLeast),
    maxItems: counted(isList, sizeOf, isAtMost),
    uniqueItems: about(isList, (isUnique, list) => {
      return isUnique !== true || new Set(list.map(canonical)).size === list.length;
    }),
    prefixItems: about(isList, (schemas, list, { run }) =>
      subschemasAmong(schemas).every((one, i) => i >= list.length || fits(run, one, list[i])),
    ),
    items: about(isList, (item, list, { run, schema }) => {
      const others = list.slice(subschemasAmong(schema.prefixItems).length);
      return isSubschema(item) && others.every((one) => fits(run, item, one));
    }),
    contains: about(isList, (item, list, { run, schema: { minContains = 1, maxContains = Infinity } }) => {
      const found = list.filter((one) => isSubschema(item) && fits(run, item, one)).length;
      return found >= Number(minContains) && found <= Number(maxContains);
    }),

    required: about(isRecord, (_names, object, { schema }) =>
      requiredNames(schema).every((name) => ownMember(object, name) !== undefined),
    ),
    minProperties: counted(isRecord, memberCount, isAtLeast),
    maxProperties: counted(isRecord, memberCount, isAtMost),
    propertyNames: about(isRecord, (names, object, { run }) =>
      membersOf(object).every(([name]) => isSubschema(names) && fits(run, names, name)),
    ),
    properties: about(isRecord, fitsMembers),
    patternProperties: about(isRecord, fitsMembers),
    additionalProperties: about(isRecord, fitsMembers),

    allOf: (all, value, { run }) => subschemasAmong(all).every((one) => fits(run, one, value)),
    anyOf: (any, value, { run }) => subschemasAmong(any).some((one) => fits(run, one, value)),
    oneOf: (any, value, { run }) => subschemasAmong(any).filter((one) => fits(run, one, value)).length === 1,
    not: (one, value, { run }) => isSubschema(one) && !fits(run, one, value),
    if: (condition, value, { run, schema }) => {
      const then = isSubschema(condition) && fits(run, condition, value) ? schema.then : schema.else;
      return !isSubschema(then) || fits(run, then, value);
    },
  } satisfies Partial<Record<Keyword, Holds>>),
);

function fitsMembers(_written: unknown, object: object, { run, schema }: Parameters<Holds>[2]): boolean {
  return membersOf(object).every(([name, member]) =>
    schemasOfMember(schema, name).every((one) => fits(run, one, member)),
  );
}

/** The schemas of a member by its name: those in `properties` and `patternProperties`, else `additionalProperties`. */
function schemasOfMember(
  { properties, patternProperties, additionalProperties }: JSONSchema,
  name: string,
): readonly Subschema[] {
  const own = isSchema(properties) && Object.hasOwn(properties, name) ? [properties[name]] : [];
  const byPattern = Object.entries(isSchema(patternProperties) ? patternProperties : {}).flatMap(
    ([pattern, one]) => (matches(pattern, name) ? [one] : []),
  );
  const named = [...own, ...byPattern];
  return (named.length > 0 ? named : [additionalProperties]).filter(isSubschema);
}

/** A member that is undefined is absent, as it is in JSON. */
function membersOf(object: object): readonly (readonly [string, unknown])[] {
  return Object.entries(object).filter(([, member]) => member !== undefined);
}

function ownMember(object: object, name: string): unknown {
  return Object.hasOwn(object, name) ? Reflect.get(object, name) : undefined;
}

/** True if a value has a type of JSON Schema, such as `"integer"`. */
export function isOfType(type: unknown, value: unknown): boolean {
  switch (type) {
    case "integer":
      return Number.isInteger(value);
    case "number":
      return isNumber(value);
    case "array":
      return isList(value);
    case "object":
      return isRecord(value);
    case "null":
      return value === null;
    default:
      return typeof value === type;
  }
}

function isNumber(value: unknown): value is number {
  return Number.isFinite(value);
}

function isText(value: unknown): value is string {
  return typeof value === "string";
}

function isList(value: unknown): value is readonly unknown[] {
  return Array.isArray(value);
}

/** Allows the error of a floating point division: 0.07 / 0.01 is 7.000000000000001. */
function isMultipleOf(step: number, value: number): boolean {
  const quotient = value / step;
  return Math.abs(quotient - Math.round(quotient)) <= Math.abs(quotient) * 4 * Number.EPSILON;
}

const regExpOf = onceEach((pattern: string): RegExp | undefined => {
  for (const flags of ["u", ""]) {
    try {
      return new RegExp(pattern, flags);
    } catch {
      // Some libraries write patterns that are valid only without the flag.
    }
  }
  return undefined;
});

function matches(pattern: unknown, text: string): boolean {
  return isText(pattern) && regExpOf(pattern)?.test(text) === true;
}

interface Place {
  readonly root: JSONSchema;
  readonly schema: unknown;
}

/** Copies a value, and sets absent members to the `default` of their schema, but not within alternatives. */
function filled({ root, schema }: Place, value: unknown): unknown {
  if (!isSchema(schema)) return value;
  const within = (inner: unknown, part: unknown): unknown => filled({ root, schema: inner }, part);
  const conjuncts = [
    ...referencesOf(schema).map((reference) => subschemaIn(root, schema, reference)),
    ...subschemasAmong(schema.allOf),
  ];
  const whole = conjuncts.reduce<unknown>((made, one) => within(one, made), value);
  if (isList(whole)) return filledItems(schema, whole, within);
  return isRecord(whole) ? filledMembers(schema, whole, within) : whole;
}

type FillPart = (schema: unknown, part: unknown) => unknown;

function filledItems(
  { prefixItems, items }: JSONSchema,
  list: readonly unknown[],
  fill: FillPart,
): readonly unknown[] {
  const first: readonly unknown[] = Array.isArray(prefixItems) ? prefixItems : [];
  const made = list.map((item, i) => fill(i < first.length ? first[i] : items, item));
  return made.some((item, i) => item !== list[i]) ? made : list;
}

function filledMembers(schema: JSONSchema, object: object, fill: FillPart): object {
  const members = Object.entries(object) as [string, unknown][];
  const changed = members.flatMap(([name, member]) => {
    const made = schemasOfMember(schema, name).reduce<unknown>((part, one) => fill(one, part), member);
    return made === member ? [] : [[name, made] as const];
  });
  const added = Object.entries(isSchema(schema.properties) ? schema.properties : {}).flatMap(([name, one]) =>
    isSchema(one) && "default" in one && ownMember(object, name) === undefined
      ? [[name, copyOfJSON(one.default)] as const]
      : [],
  );
  if (changed.length + added.length === 0) return object;
  // `Object.fromEntries` also creates a member with the name `__proto__`, which an assignment would not.
  return Object.fromEntries([...members, ...changed, ...added]);
}
