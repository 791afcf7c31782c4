import type { ValidateFunction } from "ajv";
import { isAsyncFunction } from "../interface/runtime";
import { once, remembered } from "../../core/model/collections";
import type { JSONSchema, Verdict } from "../interface/schema";
import { bundleOf } from "../json-schema/bundle";
import type { FindSchema } from "../json-schema/component-references";
import type { NestedUnion } from "../json-schema/nested-unions";
import { ajvVerdict } from "./ajv-issues";
import { unionReader } from "./ajv-unions";
import { guardedSchemaOf } from "./guarded-unions";
import { sharedGuardOf, type SharedGuard } from "./shared-guards";
import { isSchema, schemasIn } from "../json-schema/subschema";
import { addComponents } from "./added-components";
import type { Judge } from "./converted-texts";
import { addFilesTo, takingFiles } from "./files";
import type { AjvLike } from "./ajv-like";
import type { LinkedSchema } from "./linked-components";
import { isKeywordOf, unusable } from "./own-ajv";
import { asyncFailure, isAsync, distinctPlaces, type CompiledSchema } from "../compiled-schema";
import { holdsMoreThan, objectsIn } from "../interface/json-value";
import { addressOf, referenceOf } from "../json-schema/targets";
import { schemaFailureOf } from "../too-deep";
import { addTriesTo, countingTries } from "./tries";

export interface CompileMeans {
  /** Makes the ajv for large values, which stops at the first error, to save time. */
  readonly ajvOfLarge?: (() => AjvLike) | undefined;
  /** Finds the schemas that the ajv already has. */
  readonly find?: FindSchema;
  /** True if texts that the schema describes as binary are files or bytes. */
  readonly takesFiles?: boolean;
}

/** ajv judges at once, without promises. */
export type CompiledByAjv =
  (Exclude<CompiledSchema, SchemaFailure> & { readonly validate: Judge }) | SchemaFailure;

interface SchemaFailure {
  readonly failure: string;
}

export function compileBy(ajv: AjvLike, linked: LinkedSchema, means: CompileMeans = {}): CompiledByAjv {
  const all = [ajvWordsIn(linked.schema), ajvWordsInAll(linked.components)];
  try {
    if (all.some((one) => one.isAsync)) return { failure: asyncFailure };
    const guarded = guardedBy(ajv, linked, means);
    const check = guarded?.check ?? linkedCheckBy(ajv, linked);
    if (!isValidator(check)) {
      return { failure: `ajv compiled it to ${unusable(check)}, which is not a function` };
    }
    if (isAsyncFunction(check)) {
      return { failure: "ajv compiled it to an async function, which is not supported" };
    }
    const judge = guarded ? guardedJudge(check, guarded, means) : plainJudge(check, linked, means);
    const validate = all.some(({ fillsInherited }) => fillsInherited)
      ? (value: unknown) => withoutInherited(value, () => judge(value))
      : judge;
    const checked = guarded?.takesFiles ? [ajvWordsIn(guarded.schema)] : all;
    return { validate, unchecked: uncheckedIn(checked, ajv), costly: guarded?.costly ?? [] };
  } catch (error) {
    return { failure: schemaFailureOf(error) };
  }
}

interface GuardedCheck extends SharedGuard {
  readonly check: unknown;
  readonly takesFiles: boolean;
}

/**
 * Compiles a schema with nested unions, repeated parts or files in its rewritten form; undefined if it has none, or if ajv rejects
 * this form.
 */
function guardedBy(
  ajv: AjvLike,
  linked: LinkedSchema,
  { find, takesFiles = false }: CompileMeans,
): GuardedCheck | undefined {
  // With the option `discriminator`, ajv itself chooses the alternative.
  const isLeft = ({ schema: { discriminator } }: NestedUnion): boolean =>
    discriminator !== undefined && ajv.opts?.discriminator === true;
  const options = { isLeft, counts: ajv.addKeyword !== undefined };
  const bundled = (schema: JSONSchema): JSONSchema => (find ? bundleOf(schema, find).json : schema);
  const shared = takesFiles
    ? undefined
    : sharedGuardOf(linked, (schema, referenceTo) =>
        guardedSchemaOf(bundled(schema), { ...options, isAlways: true, referenceTo }),
      );
  if (shared === "none") return undefined;
  const guardedCheck = shared && guardedCheckBy(ajv, { ...shared, takesFiles: false });
  if (guardedCheck) return guardedCheck;
  const whole = bundled(linked.inOne());
  const withFiles = takesFiles ? takingFiles(whole, ajv) : undefined;
  const guarded = guardedSchemaOf(withFiles ?? whole, { ...options, isAlways: withFiles !== undefined });
  return (
    guarded &&
    guardedCheckBy(ajv, {
      ...guarded,
      components: new Map(),
      costly: distinctPlaces(guarded.places.flatMap(({ costly }) => costly ?? [])),
      takesFiles: withFiles !== undefined,
    })
  );
}

function guardedCheckBy(ajv: AjvLike, guard: Omit<GuardedCheck, "check">): GuardedCheck | undefined {
  try {
    if (guard.isCounted) addTriesTo(ajv);
    return { ...guard, check: linkedCheckBy(ajv, guard) };
  } catch {
    return undefined;
  }
}

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
  { schema, components, unions, isCounted, takesFiles }: GuardedCheck,
  { ajvOfLarge }: CompileMeans,
): Judge {
  const firstCheck = once(() => (ajvOfLarge && checkOfLargeBy(ajvOfFirst(ajvOfLarge), schema)) ?? check);
  const most = mostJudgedBy(schema);
  const read = unionReader({ schema, components }, unions);
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

  function ajvOfFirst(make: () => AjvLike): () => AjvLike {
    return () => {
      const ajv = make();
      if (takesFiles) addFilesTo(ajv);
      if (isCounted && !addTriesTo(ajv)) throw new Error("ajv cannot count tries");
      addComponents(ajv, components);
      return ajv;
    };
  }
}

const tooManyTries: Verdict = {
  issues: [{ path: [], message: "takes too many checks of its recursive schema" }],
  isUntried: true,
};

function linkedCheckBy(
  ajv: AjvLike,
  { schema, components }: Pick<LinkedSchema, "schema" | "components">,
): unknown {
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

function checkOfLargeBy(ajvOfLarge: () => AjvLike, schema: JSONSchema): ValidateFunction | undefined {
  try {
    const found = checkBy(ajvOfLarge(), schema);
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

function uncheckedIn(all: readonly AjvWords[], ajv: AjvLike): readonly string[] {
  return [...wordsIn(all)].flatMap(([text, { keyword, format }]) => {
    const isChecked = keyword === undefined ? isFormatOf(ajv, String(format)) : isKeywordOf(ajv, keyword);
    return isChecked ? [] : [text];
  });
}

function wordsIn(all: readonly AjvWords[]): ReadonlyMap<string, AjvWord> {
  return new Map(all.flatMap((one) => one.words).map((word) => [wordInWords(word), word]));
}

/** The facts about a schema, and all schemas within it, that decide how an ajv judges it. */
interface AjvWords {
  readonly isAsync: boolean;
  readonly fillsInherited: boolean;
  /** The keywords and formats that an ajv may not check. */
  readonly words: readonly AjvWord[];
}

interface AjvWord {
  readonly keyword?: string;
  readonly format?: string;
}

/** Components of the App are in many schemas, so each is read once. */
const ajvWordsIn = remembered((schema: JSONSchema): AjvWords => {
  const all = schemasIn(schema);
  return {
    isAsync: all.some(isAsync),
    fillsInherited: all.some(hasDefaultForInherited),
    words: all.flatMap((one): readonly AjvWord[] => [
      ...Object.keys(one).flatMap((keyword) => (newerKeywords.has(keyword) ? [{ keyword }] : [])),
      ...(typeof one.format === "string" ? [{ format: one.format }] : []),
    ]),
  };
});

const ajvWordsInAll = remembered((components: LinkedSchema["components"]): AjvWords => {
  const all = [...components.values()].map((one) => ajvWordsIn(one));
  return {
    isAsync: all.some((one) => one.isAsync),
    fillsInherited: all.some((one) => one.fillsInherited),
    words: [...wordsIn(all).values()],
  };
});

function wordInWords({ keyword, format }: AjvWord): string {
  return keyword === undefined ? `format ${JSON.stringify(format)}` : `keyword ${JSON.stringify(keyword)}`;
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
