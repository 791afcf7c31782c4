import { isMediaType, isToken } from "../http/token";
import type { Problem } from "../model/problem";
import { bodyMediaTypes, isResponseStatus } from "../model/schema";
import { optionTable, type InputSetting, type SettingOf } from "../model/setting";
import { describe, isObject } from "../model/value";
import { problem } from "./problems";
import { checkText } from "./values";

/** The problems of one `WithBody` or its like, as far as they show without the schema's library. */
export function checkInput(where: string, { kind, schema, options }: InputSetting): readonly Problem[] {
  const option = optionTable[kind].name;
  return [
    ...(isSchemaLike(schema) ? [] : [problem("schema-invalid", where, option, `it is ${describe(schema)}`)]),
    ...(kind === "body" && options !== undefined ? checkBodyOptions(where, options) : []),
  ];
}

/** `of` says whose options they are, where that is not the `WithBody` itself: `" of <a link>"`. */
export function checkBodyOptions(where: string, options: unknown, of = ""): readonly Problem[] {
  if (!isObject(options)) {
    return [problem("body-option-invalid", where, "its options are", describe(options))];
  }
  return Object.entries(options).flatMap(([name, value]: [string, unknown]) => {
    const fits = value === undefined || bodyOptions.get(name)?.(value);
    return fits ? [] : [problem("body-option-invalid", where, `${name}${of} is`, describe(value))];
  });
}

const bodyOptions = new Map<string, (value: unknown) => boolean>([
  ["Limit", (limit) => typeof limit === "string" && /^\d+(?:\.\d+)? *(?:b|kb|mb|gb)$/i.test(limit)],
  ["Type", (type) => isBodyType(type) || (Array.isArray(type) && type.length > 0 && type.every(isBodyType))],
  ["Examples", (examples) => isObject(examples) && !Array.isArray(examples)],
]);

function isBodyType(type: unknown): boolean {
  return typeof type === "string" && Object.hasOwn(bodyMediaTypes, type);
}

/** The problems of one `WithResponse`, as far as they show without the schema's library. */
export function checkResponse(
  where: string,
  { status, schema, about }: SettingOf<"response">,
): readonly Problem[] {
  const { name } = optionTable.response;
  return [
    ...(isResponseStatus(status) ? [] : [problem("response-status-invalid", where, describe(status))]),
    ...(schema === undefined || isSchemaLike(schema)
      ? []
      : [problem("schema-invalid", where, name, `it is ${describe(schema)}`)]),
    ...(isObject(about)
      ? checkMembers(where, about, responseOptions)
      : about === undefined
        ? []
        : checkText(where, name, about)),
  ];
}

const responseOptions = new Map<string, (value: unknown) => boolean>([
  ["Description", (text) => typeof text === "string" && text !== ""],
  ["Headers", (headers) => isObject(headers) && Object.entries(headers).every(isHeaderEntry)],
  ["Type", isMediaType],
  ["Examples", (examples) => isObject(examples) && !Array.isArray(examples)],
]);

function isHeaderEntry([name, schema]: [string, unknown]): boolean {
  return isToken(name) && isSchemaLike(schema);
}

function checkMembers(
  where: string,
  about: object,
  known: ReadonlyMap<string, (value: unknown) => boolean>,
): readonly Problem[] {
  return Object.entries(about).flatMap(([name, value]: [string, unknown]) => {
    const fits = value === undefined || known.get(name)?.(value);
    return fits ? [] : [problem("response-option-invalid", where, `${name} is`, describe(value))];
  });
}

/** Some libraries' schemas are functions; a class or a list is none. */
export function isSchemaLike(schema: unknown): schema is object {
  if (typeof schema === "function") return "~standard" in schema;
  return isObject(schema) && !Array.isArray(schema);
}
