import type { ErrorObject, Options, ValidateFunction } from "ajv";
import type { Issue, JSONSchema, Validate } from "../model/schema";
import { isObject, messageOf } from "../model/value";
import { schemasIn } from "./components";
import { isSchema } from "./json";
import { asDraft2020, isOlder } from "./older-drafts";

/** The part of ajv that is used; it is an optional peer, loaded when a plain JSON Schema is met. */
interface Ajv {
  compile(schema: JSONSchema): ValidateFunction;
  removeSchema(schema: JSONSchema): unknown;
  removeKeyword(keyword: string): unknown;
}

/** How a schema is compiled to a validator, or why it can't be. */
export type Compiled = { readonly validate: Validate } | { readonly failure: string };

/** Compiles plain JSON Schema; `coerces` turns the texts that query and headers hold into what the schema asks for. */
export type Compile = (schema: JSONSchema, coerces: boolean) => Compiled;

/** ajv as it is installed; undefined where it is not. */
export function loadAjv(): Compile | undefined {
  try {
    dialects.default();
  } catch {
    return undefined;
  }
  const made = new Map<string, Ajv>();
  return (schema, coerces) => {
    const dialect = dialectOf(schema);
    const key = `${dialect} ${coerces ? "coercing" : ""}`;
    let ajv = made.get(key);
    if (!ajv) made.set(key, (ajv = make(dialects[dialect](), coerces)));
    // TypeBox writes its tuples in older words, and says no dialect.
    const isRewritten = dialect === "default" && isOlder(schema);
    return compile(ajv, isRewritten ? asDraft2020(schema) : schema);
  };
}

type AjvClass = new (options: Options) => Ajv;

/* eslint-disable @typescript-eslint/no-require-imports -- only those who write plain JSON Schema need it */

/**
 * ajv has a class for each dialect of JSON Schema; what does not say which is of draft 2020-12, as in OpenAPI 3.1.
 *
 * Bundlers resolve `require` when they bundle; that nothing is there they tolerate directly inside of `try` alone.
 */
const dialects = {
  default: () => {
    try {
      return (require("ajv/dist/2020") as { default: AjvClass }).default;
    } catch (cause) {
      throw missing(cause);
    }
  },
  "2019-09": () => {
    try {
      return (require("ajv/dist/2019") as { default: AjvClass }).default;
    } catch (cause) {
      throw missing(cause);
    }
  },
  "draft-07": () => {
    try {
      return (require("ajv") as { default: AjvClass }).default;
    } catch (cause) {
      throw missing(cause);
    }
  },
};

/* eslint-enable @typescript-eslint/no-require-imports */

function missing(cause: unknown): Error {
  return new Error(`ajv cannot be loaded: ${messageOf(cause)}`, { cause });
}

function dialectOf({ $schema }: JSONSchema): keyof typeof dialects {
  const [, dialect] =
    /^https?:\/\/json-schema\.org\/(?:draft\/)?(2019-09|draft-07)\//.exec(String($schema)) ?? [];
  return dialect === "2019-09" || dialect === "draft-07" ? dialect : "default";
}

function make(AjvOfDialect: AjvClass, coerceTypes: boolean): Ajv {
  const ajv = new AjvOfDialect({
    allErrors: true,
    coerceTypes,
    useDefaults: true,
    // Else `required: ["constructor"]` is met by every object.
    ownProperties: true,
    // Words that other tools give a meaning (`example`, `x-...`) are no mistake.
    strict: false,
    // An annotation, as draft 2020-12 has it; what checks formats is another package.
    validateFormats: false,
    logger: false,
  });
  // It throws at "id", which names a schema here.
  ajv.removeKeyword("id");
  return ajv;
}

function compile(ajv: Ajv, schema: JSONSchema): Compiled {
  try {
    if (isAsync(schema)) return { failure: "$async would make ajv answer with a promise: leave it out" };
    const check = ajv.compile(schema);
    // Else the next schema of the same $id could not be compiled.
    ajv.removeSchema(schema);
    if (!hasDefaultForInherited(schema)) return { validate: (value) => validate(check, value) };
    return { validate: (value) => withoutInherited(value, () => validate(check, value)) };
  } catch (error) {
    return { failure: messageOf(error) };
  }
}

/** The promise is truthy, so that everything would fit, and the rejection of a misfit ends the process. */
function isAsync(schema: JSONSchema): boolean {
  return [...schemasIn(schema)].some(({ $async }) => Boolean($async));
}

/** Whether a default is given for a name that every object answers to: `toString`. */
function hasDefaultForInherited(schema: JSONSchema): boolean {
  return [...schemasIn(schema)].some(
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

function validate(check: ValidateFunction, value: unknown): ReturnType<Validate> {
  return check(value) ? { value } : { issues: (check.errors ?? []).map(issueOf) };
}

function issueOf({ instancePath, keyword, params, message = "does not fit" }: ErrorObject): Issue {
  const path = instancePath.split("/").slice(1).map(stepOf);
  const missing: unknown = keyword === "required" ? params.missingProperty : undefined;
  return { path: typeof missing === "string" ? [...path, missing] : path, message };
}

/** A step of a JSON pointer (RFC 6901). */
function stepOf(step: string): string | number {
  if (/^(?:0|[1-9]\d*)$/.test(step)) return Number(step);
  return step.replaceAll("~1", "/").replaceAll("~0", "~");
}
