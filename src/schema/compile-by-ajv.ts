import type { ValidateFunction } from "ajv";
import { isAsyncFunction } from "../core/model/runtime";
import { once } from "../core/model/collections";
import type { JSONSchema, Verdict } from "../core/model/schema";
import { messageOf } from "../core/model/value";
import { bundleOf } from "./json-schema/bundle";
import type { FindSchema } from "./json-schema/component-references";
import type { NestedUnion } from "./json-schema/nested-unions";
import { ajvVerdict } from "./ajv-issues";
import { unionReader } from "./ajv-unions";
import { guardedSchemaOf, type GuardedSchema } from "./guarded-unions";
import { isSchema, schemasIn } from "./json-schema/subschema";
import { addComponents } from "./added-components";
import { addFilesTo, takingFiles } from "./files";
import type { AjvLike } from "./ajv-like";
import { unlinked, type LinkedSchema } from "./linked-components";
import { isKeywordOf, unusable, type CompiledSchema } from "./own-ajv";
import { holdsMoreThan, objectsIn } from "../core/model/json-value";
import { addressOf, referenceOf } from "./json-schema/targets";
import { addTriesTo, countingTries } from "./tries";

export interface CompileMeans {
  /** Makes the ajv for large values, which stops at the first error, to save time. */
  readonly ajvOfLarge?: (() => AjvLike) | undefined;
  /** Finds the schemas that the ajv already has. */
  readonly find?: FindSchema;
  /** True if texts that the schema describes as binary are files or bytes. */
  readonly takesFiles?: boolean;
}

export function compileBy(ajv: AjvLike, linked: LinkedSchema, means: CompileMeans = {}): CompiledSchema {
  const all = [linked.schema, ...linked.components.values()].flatMap((one) => schemasIn(one));
  try {
    if (all.some(isAsync)) return { failure: asyncFailure };
    const guarded = guardedBy(ajv, linked.inOne(), means);
    const check = guarded?.check ?? linkedCheckBy(ajv, linked);
    if (!isValidator(check)) {
      return { failure: `ajv compiled it to ${unusable(check)}, which is not a function` };
    }
    if (isAsyncFunction(check)) {
      return { failure: "ajv compiled it to an async function, which is not supported" };
    }
    const judge = guarded ? guardedJudge(check, guarded, means) : plainJudge(check, linked, means);
    const validate = all.some(hasDefaultForInherited)
      ? (value: unknown) => withoutInherited(value, () => judge(value))
      : judge;
    const checked = guarded?.takesFiles ? schemasIn(guarded.schema) : all;
    return { validate, unchecked: uncheckedIn(checked, ajv), untold: guarded?.untold ?? [] };
  } catch (error) {
    return { failure: messageOf(error) };
  }
}

interface GuardedCheck extends GuardedSchema {
  readonly check: unknown;
  readonly takesFiles: boolean;
}

/**
 * Compiles a schema with nested unions, or with files, in its rewritten form; undefined if it has none, or if ajv rejects
 * this form.
 */
function guardedBy(
  ajv: AjvLike,
  schema: JSONSchema,
  { find, takesFiles = false }: CompileMeans,
): GuardedCheck | undefined {
  const bundled = find ? bundleOf(schema, find).json : schema;
  const withFiles = takesFiles ? takingFiles(bundled, ajv) : undefined;
  // With the option `discriminator`, ajv itself chooses the alternative.
  const isLeft = ({ schema: { discriminator } }: NestedUnion): boolean =>
    discriminator !== undefined && ajv.opts?.discriminator === true;
  const guarded = guardedSchemaOf(withFiles ?? bundled, {
    ...{ isLeft, counts: ajv.addKeyword !== undefined },
    isAlways: withFiles !== undefined,
  });
  if (!guarded) return undefined;
  try {
    if (guarded.isCounted) addTriesTo(ajv);
    return { ...guarded, check: checkBy(ajv, guarded.schema), takesFiles: withFiles !== undefined };
  } catch {
    return undefined;
  }
}

type Judge = (value: unknown) => Verdict;

function plainJudge(check: ValidateFunction, linked: LinkedSchema, { ajvOfLarge }: CompileMeans): Judge {
  const checkOfLarge = ajvOfLarge && once(() => largeCheckBy(ajvOfLarge, linked) ?? check);
  const most = mostJudgedBy(linked.schema);
  const read = unionReader(linked);
  return (value) =>
    ajvVerdict(checkOfLarge && holdsMoreThan(most, value) ? checkOfLarge() : check, value, read);
}

/** The ajv that stops at the first error judges each value first, because finding all errors tries every alternative. */
function guardedJudge(
  check: ValidateFunction,
  { schema, unions, isCounted, takesFiles }: GuardedCheck,
  { ajvOfLarge }: CompileMeans,
): Judge {
  const ajvOfFirst = takesFiles && ajvOfLarge ? () => addFilesTo(ajvOfLarge()) : ajvOfLarge;
  const firstCheck = once(() => (ajvOfFirst && checkOfLargeBy(ajvOfFirst, schema, isCounted)) ?? check);
  const most = mostJudgedBy(schema);
  const read = unionReader(unlinked(schema), unions);
  return (value) => {
    const judged = (one: ValidateFunction): Verdict | "too many" =>
      isCounted ? countingTries(value, () => ajvVerdict(one, value, read)) : ajvVerdict(one, value, read);
    const firstOnly = firstCheck();
    const first = judged(firstOnly);
    if (first === "too many") return tooManyTries;
    if ("value" in first || firstOnly === check || holdsMoreThan(most, value)) return first;
    const all = judged(check);
    return all === "too many" ? first : all;
  };
}

const tooManyTries: Verdict = {
  issues: [{ path: [], message: "matches too many alternatives to check them all" }],
  isUntried: true,
};

function linkedCheckBy(ajv: AjvLike, { schema, components }: LinkedSchema): unknown {
  const refused = addComponents(ajv, components);
  if (refused !== undefined) throw new Error(refused);
  return checkBy(ajv, schema);
}

function checkBy(ajv: AjvLike, schema: JSONSchema): unknown {
  // By default, ajv rejects the keyword `id`, by which this package names components of documents.
  ajv.removeKeyword?.("id");
  const isShared = isKnownTo(ajv, schema);
  const added = schemasIn(schema)
    .flatMap((one) => addressOf(schema, one) ?? [])
    .filter(($id) => !isKnownTo(ajv, { $id }));
  try {
    return ajv.compile(schema);
  } finally {
    // Without these calls, ajv would refuse the next schema with the same `$id`, also inside of another schema.
    if (!isShared) ajv.removeSchema?.(schema);
    for (const $id of added) ajv.removeSchema?.($id);
  }
}

/** If a body has more values than this limit, ajv stops at the first error. It is lower for schemas with references. */
const mostJudged = { withReferences: 1_000, without: 5_000 };

function mostJudgedBy(schema: JSONSchema): number {
  const hasReferences = schemasIn(schema).some((one) => referenceOf(one) !== undefined);
  return hasReferences ? mostJudged.withReferences : mostJudged.without;
}

function largeCheckBy(
  ajvOfLarge: () => AjvLike,
  { schema, components }: LinkedSchema,
): ValidateFunction | undefined {
  const withComponents = (): AjvLike => {
    const ajv = ajvOfLarge();
    addComponents(ajv, components);
    return ajv;
  };
  return checkOfLargeBy(withComponents, schema);
}

function checkOfLargeBy(
  ajvOfLarge: () => AjvLike,
  schema: JSONSchema,
  isCounted = false,
): ValidateFunction | undefined {
  try {
    const ajv = ajvOfLarge();
    if (isCounted && !addTriesTo(ajv)) return undefined;
    const found = checkBy(ajv, schema);
    return isValidator(found) ? found : undefined;
  } catch {
    return undefined;
  }
}

/** True if the application has added the schema by ajv's `addSchema`, so that other schemas can refer to it. */
export function isKnownTo({ schemas, refs }: AjvLike, { $id }: JSONSchema): boolean {
  if (typeof $id !== "string") return false;
  return [schemas, refs].some((known) => known !== undefined && Object.hasOwn(known, $id));
}

function isValidator(value: unknown): value is ValidateFunction {
  return typeof value === "function";
}

function uncheckedIn(all: readonly JSONSchema[], ajv: AjvLike): readonly string[] {
  const words = all.flatMap((one) => [
    ...Object.keys(one)
      .filter((keyword) => newerKeywords.has(keyword) && !isKeywordOf(ajv, keyword))
      .map((keyword) => `keyword ${JSON.stringify(keyword)}`),
    ...(typeof one.format === "string" && !isFormatOf(ajv, one.format)
      ? [`format ${JSON.stringify(one.format)}`]
      : []),
  ]);
  return [...new Set(words)];
}

/** Keywords that ajv's class for draft-07 ignores silently. */
const newerKeywords: ReadonlySet<string> = new Set([
  "$dynamicRef",
  "dependentRequired",
  "dependentSchemas",
  "maxContains",
  "minContains",
  "prefixItems",
  "unevaluatedItems",
  "unevaluatedProperties",
]);

/** True if an ajv knows a keyword. Keywords that check nothing, such as `title`, are only in `RULES`. */
export function isAllowedBy(ajv: AjvLike, keyword: string): boolean {
  return isKeywordOf(ajv, keyword) || ajv.RULES?.keywords?.[keyword] === true;
}

function isFormatOf({ formats, opts }: AjvLike, format: string): boolean {
  if (!formats) return true;
  return opts?.validateFormats !== false && Object.hasOwn(formats, format);
}

export const asyncFailure = "$async is not supported, because ajv would return a promise: remove $async";

/** True for a schema with `$async`, for which ajv would return a promise instead of true or false. */
export function isAsync({ $async }: JSONSchema): boolean {
  return Boolean($async);
}

function hasDefaultForInherited({ properties }: JSONSchema): boolean {
  return (
    isSchema(properties) &&
    Object.entries(properties).some(
      ([name, property]) => name in Object.prototype && isSchema(property) && "default" in property,
    )
  );
}

/** Removes prototypes while ajv runs. Otherwise, ajv would set no default for inherited members (`constructor`). */
function withoutInherited<Result>(value: unknown, judge: () => Result): Result {
  const plain = [...objectsIn(value)].filter((one) => Object.getPrototypeOf(one) === Object.prototype);
  for (const object of plain) Object.setPrototypeOf(object, null);
  try {
    return judge();
  } finally {
    for (const object of plain) Object.setPrototypeOf(object, Object.prototype);
  }
}
