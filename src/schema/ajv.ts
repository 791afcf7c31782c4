import type { ErrorObject, Options, ValidateFunction } from "ajv";
import type { Issue, JSONSchema, Validate } from "../model/schema";
import { messageOf } from "../model/value";

/** What of ajv is used; it is an optional peer, loaded when a plain JSON Schema is met. */
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
    return compile(ajv, schema);
  };
}

type AjvClass = new (options: Options) => Ajv;

/* eslint-disable @typescript-eslint/no-require-imports -- only those who write plain JSON Schema need it */

/** ajv has a class for each dialect of JSON Schema; what does not say which is of draft 2020-12, as in OpenAPI 3.1. */
const dialects = {
  default: () => (require("ajv/dist/2020") as { default: AjvClass }).default,
  "2019-09": () => (require("ajv/dist/2019") as { default: AjvClass }).default,
  "draft-07": () => (require("ajv") as { default: AjvClass }).default,
};

/* eslint-enable @typescript-eslint/no-require-imports */

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
    const check = ajv.compile(schema);
    // Else the next schema of the same $id could not be compiled.
    ajv.removeSchema(schema);
    return { validate: (value) => validate(check, value) };
  } catch (error) {
    return { failure: messageOf(error) };
  }
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
