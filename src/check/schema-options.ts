import { isMediaType, isToken } from "../http/field-values";
import { strangerInWords } from "../model/copies";
import type { Problem } from "../model/problem";
import {
  bodyMediaTypes,
  separatorStyles,
  type BodyOptions,
  type QueryOptions,
  type ResponseOptions,
  type Separator,
} from "../model/schema";
import { optionTable, type InputSetting, type SettingOf } from "../model/setting";
import { describe, isClass, isObject } from "../model/value";
import { argumentProblem, checkArgument, checkExpectations, type Expectation, checkText } from "./arguments";
import { problem } from "./problems";

/** The problems of one `WithBody` or a similar option that are visible without the schema's library. */
export function checkInput(where: string, { kind, schema, options }: InputSetting): readonly Problem[] {
  const option = optionTable[kind].name;
  return [
    ...(isSchemaLike(schema) ? [] : [problem("schema-invalid", where, option, whyNoSchema(schema))]),
    ...(kind === "body" && options !== undefined ? checkBodyOptions(where, options) : []),
    ...(kind === "query" && options !== undefined ? checkQueryOptions(where, options) : []),
  ];
}

function whyNoSchema(value: unknown): string {
  const found = `it is ${describe(value)}`;
  // Other frameworks take data classes as schemas.
  return isClass(value)
    ? `${found}; pass a schema of zod, valibot, ArkType or TypeBox, or JSON Schema`
    : found;
}

/** `of` names the owner of the options, unless it is the `WithBody` itself: `" of <a link>"`. */
export function checkBodyOptions(
  where: string,
  options: unknown,
  of = ` of ${optionTable.body.name}`,
): readonly Problem[] {
  return isObject(options)
    ? checkExpectations({ where, of }, options, bodyOptions)
    : [argumentProblem(where, { name: `the second argument${of}`, expected: "an object" }, options)];
}

/** `of` names the link with the media type of its versions. */
export function checkSentType(where: string, type: string | undefined, of: string): readonly Problem[] {
  return type === undefined ? [] : checkArgument(where, { name: `Type${of}`, ...responseOptions.Type }, type);
}

function checkQueryOptions(where: string, options: unknown): readonly Problem[] {
  const of = ` of ${optionTable.query.name}`;
  if (!isObject(options)) {
    return [argumentProblem(where, { name: `the second argument${of}`, expected: "an object" }, options)];
  }
  const separators: unknown = "Separator" in options ? options.Separator : undefined;
  return [
    ...checkExpectations({ where, of }, options, queryOptions),
    ...(isObject(separators)
      ? Object.entries(separators)
          .filter(([, sign]: [string, unknown]) => !isSeparator(sign))
          .map(([name, sign]: [string, unknown]) =>
            problem(
              "argument-invalid",
              where,
              `Separator of ${JSON.stringify(name)}`,
              '",", " " or "|"',
              `${describe(sign)}, which is no separator`,
            ),
          )
      : []),
  ];
}

const queryOptions: Readonly<Record<keyof QueryOptions, Expectation>> = {
  Separator: {
    expected: "an object with separators by parameter",
    holds: (value) => isObject(value) && !Array.isArray(value),
  },
};

/** True if a value is a separator that a parameter can be split at. */
function isSeparator(value: unknown): value is Separator {
  return typeof value === "string" && Object.hasOwn(separatorStyles, value);
}

const examples: Expectation = {
  expected: "an object with values by name",
  holds: (value) => isObject(value) && !Array.isArray(value),
};

const bodyOptions: Readonly<Record<keyof BodyOptions, Expectation>> = {
  Limit: {
    expected: 'a size such as "100kb"',
    holds: (limit) => typeof limit === "string" && /^\d+(?:\.\d+)? *(?:b|kb|mb|gb)$/i.test(limit),
  },
  Type: {
    expected: `${Object.keys(bodyMediaTypes)
      .map((type) => JSON.stringify(type))
      .join(", ")}, or a list of these`,
    holds: (type) => isBodyType(type) || (Array.isArray(type) && type.length > 0 && type.every(isBodyType)),
  },
  Examples: examples,
};

function isBodyType(type: unknown): boolean {
  return typeof type === "string" && Object.hasOwn(bodyMediaTypes, type);
}

/** The problems of one `WithResponse` that are visible without the schema's library. */
export function checkResponse(where: string, { schema, about }: SettingOf<"response">): readonly Problem[] {
  const { name } = optionTable.response;
  return [
    ...(schema === undefined || isSchemaLike(schema)
      ? []
      : [problem("schema-invalid", where, name, whyNoSchema(schema))]),
    ...(isObject(about)
      ? checkExpectations({ where, of: ` of ${name}` }, about, responseOptions)
      : about === undefined
        ? []
        : checkText(where, `the description of ${name}`, about)),
  ];
}

const responseOptions = {
  Description: {
    expected: "a non-empty string",
    holds: (text) => typeof text === "string" && text !== "",
  },
  Headers: {
    expected: "an object with schemas by header name",
    holds: (headers) => isObject(headers) && Object.entries(headers).every(isHeaderEntry),
  },
  Type: { expected: "a media type", holds: isMediaType },
  Examples: examples,
} satisfies Readonly<Record<keyof ResponseOptions, Expectation>>;

function isHeaderEntry([name, schema]: [string, unknown]): boolean {
  return isToken(name) && isSchemaLike(schema);
}

/** Some libraries' schemas are functions, but classes, lists, and histories of an unknown copy are not schemas. */
export function isSchemaLike(schema: unknown): schema is object {
  if (strangerInWords(schema) !== undefined) return false;
  if (typeof schema === "function") return "~standard" in schema;
  return isObject(schema) && !Array.isArray(schema);
}
