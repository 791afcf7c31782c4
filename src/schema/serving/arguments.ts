import { isToken } from "../../http/field-values";
import type { Problem } from "../../core/model/problem";
import {
  bodyMediaTypes,
  separatorStyles,
  type BodyOptions,
  type Part,
  type QueryOptions,
  type ResponseOptions,
} from "../interface/schema";
import { inputOptions } from "../../core/model/contract";
import { describe, isObject, isRecord, isText, quote } from "../../core/model/value";
import { isSchemaLike, noSchemaInWords, shapeInWords } from "../interface/schema-like";
import { checkArgument, checkExpectations, checkObject, expectations } from "../../core/check/arguments";
import { type Expectation } from "../../core/model/options";
import { problem } from "./problems";

/** Checks the arguments of an option such as `WithBody(NewCat)`, but not the content of the schema. */
export function checkInput(
  where: string,
  { part, schema, options }: { readonly part: Part; readonly schema: unknown; readonly options?: unknown },
): readonly Problem[] {
  const option = inputOptions[part];
  return [
    ...(isSchemaLike(schema)
      ? []
      : [problem("schema-invalid", where, option, noSchemaInWords(schema, advice))]),
    ...(part === "body" && options !== undefined ? checkBodyOptions(where, options) : []),
    ...(part === "query" && options !== undefined ? checkQueryOptions(where, options) : []),
  ];
}

const advice = "; pass a schema of zod, valibot, ArkType or TypeBox, or a JSON Schema";

/** Checks body options such as `{ Limit: "1mb" }`. `of` is appended to their names in messages: `Limit of WithBody`. */
export function checkBodyOptions(
  where: string,
  options: unknown,
  of = ` of ${inputOptions.body}`,
): readonly Problem[] {
  return checkObject(where, { name: "the second argument", of }, options, bodyOptions);
}

export function checkSentType(where: string, type: string | undefined, of: string): readonly Problem[] {
  return type === undefined ? [] : checkArgument(where, { name: `Type${of}`, ...responseOptions.Type }, type);
}

function checkQueryOptions(where: string, options: unknown): readonly Problem[] {
  const argument = { name: "the second argument", of: ` of ${inputOptions.query}` };
  const separators: unknown = isObject(options) && "Separator" in options ? options.Separator : undefined;
  const unusable = Object.entries(isObject(separators) ? separators : {}).filter(
    ([, sign]: [string, unknown]) => !isText(sign) || !Object.hasOwn(separatorStyles, sign),
  );
  return [
    ...checkObject(where, argument, options, queryOptions),
    ...unusable.map(([name, sign]: [string, unknown]) => {
      const written = `${describe(sign)}, which is no separator`;
      return problem("argument-invalid", where, `Separator of ${quote(name)}`, '",", " " or "|"', written);
    }),
  ];
}

const queryOptions: Readonly<Record<keyof QueryOptions, Expectation>> = {
  Separator: { expected: "an object with separators by parameter", holds: isRecord },
};

const examples: Expectation = { expected: "an object with values by name", holds: isRecord };

const bodyOptions: Readonly<Record<keyof BodyOptions, Expectation>> = {
  Limit: {
    expected: 'a size such as "100kb"',
    holds: (limit) => isText(limit) && /^\d+(?:\.\d+)? *(?:b|kb|mb|gb)$/i.test(limit),
  },
  Type: {
    expected: `${Object.keys(bodyMediaTypes).map(quote).join(", ")}, or a list of these`,
    holds: (type) => isBodyType(type) || (Array.isArray(type) && type.length > 0 && type.every(isBodyType)),
  },
  Examples: examples,
};

function isBodyType(type: unknown): boolean {
  return isText(type) && Object.hasOwn(bodyMediaTypes, type);
}

/** Checks the schema and the description of `WithResponse`, but not the content of the schema. */
export function checkResponse(
  where: string,
  { schema, about }: { readonly schema: unknown; readonly about: unknown },
): readonly Problem[] {
  const name = "WithResponse";
  return [
    ...(schema === undefined || isSchemaLike(schema)
      ? []
      : [problem("schema-invalid", where, name, noSchemaInWords(schema, advice))]),
    ...(isRecord(about)
      ? checkExpectations({ where, of: ` of ${name}` }, about, responseOptions)
      : about === undefined
        ? []
        : checkArgument(where, { name: `the description of ${name}`, ...expectations.filledText }, about)),
  ];
}

const responseOptions = {
  Description: expectations.filledText,
  Headers: {
    expected: "an object with schemas by header name",
    holds: (headers) => isObject(headers) && Object.entries(headers).every(isHeaderEntry),
    found: (headers) => (isObject(headers) ? shapeAmong(headers) : undefined),
  },
  Type: expectations.mediaType,
  Examples: examples,
} satisfies Readonly<Record<keyof ResponseOptions, Expectation>>;

function shapeAmong(headers: object): string | undefined {
  const [shape] = Object.values(headers).flatMap((header) => shapeInWords(header) ?? []);
  return shape;
}

function isHeaderEntry([name, schema]: [string, unknown]): boolean {
  return isToken(name) && isSchemaLike(schema);
}
