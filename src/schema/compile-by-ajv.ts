import { isAsyncFunction } from "node:util/types";
import type { ErrorObject, Options, ValidateFunction } from "ajv";
import { once } from "../model/collections";
import type { Issue, JSONSchema, Validate } from "../model/schema";
import { takeRejection } from "../model/rejections";
import { describe, isObject, messageOf } from "../model/value";
import { schemasIn } from "../json-schema/walk";
import { unionReader } from "./ajv-unions";
import { issuesOf } from "./issues";
import { isSchema } from "../json-schema/subschema";
import { holdsMoreThan } from "./large";
import { referenceOf } from "../json-schema/targets";

/** A validator, and the words of its schema that it does not check: `format "email"`. */
interface Validator {
  readonly validate: Validate;
  readonly unchecked: readonly string[];
}

/** A schema's validator, or why it has none. */
export type Compiled = Validator | { readonly failure: string };

/** Compiles plain JSON Schema; `coerces` turns the texts that query and headers hold into what the schema asks for. */
export type Compile = (schema: JSONSchema, coerces: boolean) => Compiled;

/** The part of ajv that is used: of an application's own, `compile` alone is certain. */
export interface AjvLike {
  compile(schema: object): unknown;
  removeSchema?(schema: object): unknown;
  removeKeyword?(keyword: string): unknown;
  getKeyword?(keyword: string): unknown;
  readonly formats?: Readonly<Record<string, unknown>>;
  readonly schemas?: Readonly<Record<string, unknown>>;
  readonly refs?: Readonly<Record<string, unknown>>;
  readonly opts?: { readonly validateFormats?: boolean };
}

/** What an ajv is made for: it goes on to every misfit of texts and bodies, and stops at the first of large bodies. */
export type AjvUse = "texts" | "bodies" | "large bodies";

/** The options that an ajv is made with. */
export function ajvDefaults(use: AjvUse): Options {
  return {
    allErrors: use !== "large bodies",
    // Else an error does not say of which alternative it is.
    verbose: true,
    coerceTypes: use === "texts",
    useDefaults: true,
    // Else `required: ["constructor"]` is met by every object.
    ownProperties: true,
    // Words that other tools give a meaning (`example`, `x-...`) are no mistake.
    strict: false,
    // Build warns of the formats that are not known.
    logger: false,
  };
}

/**
 * Compiles a schema, unless ajv throws at it.
 *
 * `ajvOfLarge` gives the ajv that judges large values: what one that goes on to every misfit takes grows with the square of
 * them where the schema has references. It is called for the first large value; where it is left out, or throws, or
 * refuses the schema, the other ajv judges large values too.
 */
export function compileBy(ajv: AjvLike, schema: JSONSchema, ajvOfLarge?: () => AjvLike): Compiled {
  try {
    if (isAsync(schema))
      return { failure: "$async is not supported, because ajv would return a promise: remove it" };
    const check = checkBy(ajv, schema);
    if (!isValidator(check)) {
      return { failure: `ajv compiled it to ${unusable(check)}, which is not a function` };
    }
    if (isAsyncFunction(check)) {
      return { failure: "ajv compiled it to an async function, which is not supported" };
    }
    const checkOf = ajvOfLarge ? choosing(check, schema, ajvOfLarge) : () => check;
    const read = unionReader(schema);
    const judge = (value: unknown): ReturnType<Validate> => ajvVerdict(checkOf(value), value, read);
    const validate = hasDefaultForInherited(schema)
      ? (value: unknown) => withoutInherited(value, () => judge(value))
      : judge;
    return { validate, unchecked: uncheckedIn(schema, ajv) };
  } catch (error) {
    return { failure: messageOf(error) };
  }
}

/** What an ajv compiles a schema to, which it forgets. */
function checkBy(ajv: AjvLike, schema: JSONSchema): unknown {
  // Throws at "id", which names a schema here.
  ajv.removeKeyword?.("id");
  const isShared = isKnownTo(ajv, schema);
  const check = ajv.compile(schema);
  // Else the next schema of the same $id could not be compiled.
  if (!isShared) ajv.removeSchema?.(schema);
  return check;
}

/** The most values, themselves among them, of which every misfit is told: each costs more where references are followed. */
const mostJudged = { withReferences: 1_000, without: 5_000 };

/** The check that a value is judged by. */
function choosing(
  check: ValidateFunction,
  schema: JSONSchema,
  ajvOfLarge: () => AjvLike,
): (value: unknown) => ValidateFunction {
  const hasReferences = schemasIn(schema).some((one) => referenceOf(one) !== undefined);
  const most = hasReferences ? mostJudged.withReferences : mostJudged.without;
  const checkOfLarge = once(() => {
    try {
      const found = checkBy(ajvOfLarge(), schema);
      return isValidator(found) ? found : check;
    } catch {
      return check;
    }
  });
  return (value) => (holdsMoreThan(most, value) ? checkOfLarge() : check);
}

/** Whether an application has added the schema itself, by `addSchema`, for others to refer to. */
function isKnownTo({ schemas, refs }: AjvLike, { $id }: JSONSchema): boolean {
  if (typeof $id !== "string") return false;
  return [schemas, refs].some((known) => known !== undefined && Object.hasOwn(known, $id));
}

function isValidator(value: unknown): value is ValidateFunction {
  return typeof value === "function";
}

/** A value in words, that of a promise too. */
export function unusable(value: unknown): string {
  return takeRejection(value) ? "a promise" : describe(value);
}

function uncheckedIn(schema: JSONSchema, ajv: AjvLike): readonly string[] {
  const words = schemasIn(schema).flatMap((one) => [
    ...Object.keys(one)
      .filter((keyword) => newerKeywords.has(keyword) && !isKeywordOf(ajv, keyword))
      .map((keyword) => `keyword ${JSON.stringify(keyword)}`),
    ...(typeof one.format === "string" && !isFormatOf(ajv, one.format)
      ? [`format ${JSON.stringify(one.format)}`]
      : []),
  ]);
  return [...new Set(words)];
}

/** Those that ajv's class for draft-07 passes over without a word. */
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

/** Whether an ajv checks a keyword; one that does not tell is taken to know all. */
export function isKeywordOf(ajv: AjvLike, keyword: string): boolean {
  return ajv.getKeyword?.(keyword) !== false;
}

function isFormatOf({ formats, opts }: AjvLike, format: string): boolean {
  if (!formats) return true;
  return opts?.validateFormats !== false && Object.hasOwn(formats, format);
}

/** The promise is truthy, so that everything would fit, and the rejection of a misfit ends the process. */
function isAsync(schema: JSONSchema): boolean {
  return schemasIn(schema).some(({ $async }) => Boolean($async));
}

/** Whether a default is given for a name that every object answers to: `toString`. */
function hasDefaultForInherited(schema: JSONSchema): boolean {
  return schemasIn(schema).some(
    ({ properties }) =>
      isSchema(properties) &&
      Object.entries(properties).some(
        ([name, property]) => name in Object.prototype && isSchema(property) && "default" in property,
      ),
  );
}

/** ajv fills a default in where `value.toString === undefined`: that looks at what is inherited, whatever its options. */
function withoutInherited<Result>(value: unknown, judge: () => Result): Result {
  const plain = plainObjectsIn(value);
  for (const object of plain) Object.setPrototypeOf(object, null);
  try {
    return judge();
  } finally {
    for (const object of plain) Object.setPrototypeOf(object, Object.prototype);
  }
}

function plainObjectsIn(value: unknown): ReadonlySet<object> {
  const seen = new Set<object>();
  const open = [value];
  while (open.length > 0) {
    const next = open.pop();
    if (!isObject(next) || seen.has(next)) continue;
    seen.add(next);
    // Not all at once: a list may be longer than a call may have arguments.
    for (const child of Object.values(next)) open.push(child);
  }
  return new Set([...seen].filter((object) => Object.getPrototypeOf(object) === Object.prototype));
}

/** Only true fits. */
function ajvVerdict(
  check: ValidateFunction,
  value: unknown,
  read: ReturnType<typeof unionReader>,
): ReturnType<Validate> {
  const fits: unknown = check(value);
  if (takeRejection(fits)) {
    throw new TypeError("the function compiled by ajv must return a result synchronously, got a promise");
  }
  return fits === true ? { value } : { issues: issuesOf(readable(read(check.errors ?? [])), ajvFinding) };
}

/** The first of them: to read a pointer of a megabyte for each of a thousand errors would take a gigabyte. */
function* readable(errors: Iterable<ErrorObject>): Iterable<ErrorObject> {
  let left = 4_000_000;
  for (const error of errors) {
    yield error;
    left -= error.instancePath.length;
    if (left < 0) return;
  }
}

function ajvFinding({ instancePath, keyword, params, message = "does not fit" }: ErrorObject): Issue {
  const path = instancePath.split("/").slice(1).map(pointerStep);
  const missing: unknown = keyword === "required" ? params.missingProperty : undefined;
  return { path: typeof missing === "string" ? [...path, missing] : path, message };
}

/** A step of a JSON pointer (RFC 6901). */
function pointerStep(step: string): string | number {
  if (/^(?:0|[1-9]\d*)$/.test(step)) return Number(step);
  return step.replaceAll("~1", "/").replaceAll("~0", "~");
}
