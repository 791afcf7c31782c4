import type { StandardSchemaV1 } from "@standard-schema/spec";

/** A plain JSON Schema, such as `{ type: "string" }`, usually of draft 2020-12. */
export type JSONSchema = Readonly<Record<string, unknown>>;

/** A schema for `WithBody` and similar options: a Standard Schema (zod, Valibot ...), or plain JSON Schema. */
export type Schema = StandardSchemaV1 | PlainSchema;

/** A schema, such as a JSON Schema, whose type lacks `~standard`: the compiler does not know its input and output. */
export type PlainSchema = (JSONSchema & { readonly "~standard"?: never }) | (object & NoFunction);

/** Excludes classes and functions, which can be schemas only if they are a Standard Schema. */
interface NoFunction {
  readonly "~standard"?: never;
  readonly prototype?: never;
  readonly bind?: never;
}

/** The input type of a schema; `any` for plain JSON Schema. */
export type InputOf<S> = S extends { readonly _zod: { readonly input: unknown } }
  ? // Reading Zod's own property `_zod` costs the compiler less than inference does.
    S["_zod"]["input"]
  : S extends StandardSchemaV1<infer Input, unknown>
    ? Input
    : AnyValue;

/** The output type of a schema; `any` for plain JSON Schema. */
export type OutputOf<S> = S extends { readonly _zod: { readonly output: unknown } }
  ? S["_zod"]["output"]
  : S extends StandardSchemaV1<unknown, infer Output>
    ? Output
    : AnyValue;

// eslint-disable-next-line @typescript-eslint/no-explicit-any -- `unknown` would refuse every handler that knows better
type AnyValue = any;

/** The parts of a request for which a route can declare a schema. */
export type Part = "params" | "query" | "headers" | "cookies" | "body";

/** The parts of a request, in the order in which they are validated and reported. */
export const parts: readonly Part[] = ["params", "query", "headers", "cookies", "body"];

/** A format of bodies; see {@link BodyOptions}. */
export type BodyType = "json" | "form" | "multipart" | "text" | "bytes";

export const bodyMediaTypes: Readonly<Record<BodyType, readonly [string, ...string[]]>> = {
  json: ["application/json", "application/*+json"],
  form: ["application/x-www-form-urlencoded"],
  multipart: ["multipart/form-data"],
  text: ["text/plain", "text/*"],
  bytes: ["application/octet-stream", "*/*"],
};

/** The words for a malformed body: `the body is not well-formed JSON`. */
export const bodyFormatNames: Readonly<Record<BodyType, string>> = {
  json: "JSON",
  form: "form",
  multipart: "multipart form",
  text: "text",
  bytes: "body",
};

/** The option `Limit` of bodies that have none. */
export const defaultLimit = "1mb";

/** Lists the media types that a route accepts for its body. */
export function mediaTypesOf(options: BodyOptions): readonly string[] {
  return bodyTypesOf(options).flatMap((type) => bodyMediaTypes[type]);
}

/** The options of `WithBody`. */
export interface BodyOptions {
  /** The maximum size after decompression: `"100kb"`; default `"1mb"`. */
  readonly Limit?: string;
  /**
   * The format, or several from which the Content-Type selects one: `"json"` (the default), `"form"` (URL-encoded),
   * `"multipart"` (fields, and files as web `File`s), `"text"` (`text/*`, a string), `"bytes"` (any type, a Buffer).
   */
  readonly Type?: BodyType | readonly BodyType[];
  /** Example bodies by name, for the document. */
  readonly Examples?: Readonly<Record<string, unknown>>;
}

/** The separator of list items in one parameter. */
export type Separator = "," | " " | "|";

/** The `style` of each separator in OpenAPI (3.1.1, 4.8.12). */
export const separatorStyles: Readonly<Record<Separator, string>> = {
  ",": "form",
  " ": "spaceDelimited",
  "|": "pipeDelimited",
};

/** The options of `WithQuery`. */
export interface QueryOptions {
  /** The separator of items, for each parameter with a list: `{ status: "," }`. The escape `%2C` also separates. */
  readonly Separator?: Readonly<Record<string, Separator>>;
}

export function bodyTypesOf({ Type = "json" }: BodyOptions): readonly BodyType[] {
  return typeof Type === "string" ? [Type] : Type;
}

/** True for bodies in which a document's binary texts are files or bytes. */
export function isBinaryType(type: BodyType | undefined): boolean {
  return type === "multipart" || type === "bytes";
}

export function isFormType(type: BodyType): boolean {
  return type === "form" || type === "multipart";
}

/** A status such as 404, a range such as `"4XX"`, or `"default"`, which means all statuses that are not declared. */
export type ResponseStatus = number | `${1 | 2 | 3 | 4 | 5}XX` | "default";

/** True for a status of `WithResponse`: from 200 to 599, a range, or `"default"`. */
export function isResponseStatus(value: unknown): value is ResponseStatus {
  if (typeof value === "number") return Number.isInteger(value) && value >= 200 && value <= 599;
  return typeof value === "string" && (value === "default" || /^[2-5]XX$/.test(value));
}

/** The options of `WithResponse`. */
export interface ResponseOptions {
  /** The description in the document, in CommonMark; default: the reason phrase, such as `Not Found`. */
  readonly Description?: string;
  /** Schemas of the answer's headers, by name. */
  readonly Headers?: Readonly<Record<string, Schema>>;
  /** The media type, such as `"text/csv"`, which is sent as the Content-Type unless the handler sets another one. */
  readonly Type?: string;
  /** Example values of the answer's body, by name. */
  readonly Examples?: Readonly<Record<string, unknown>>;
}

export type Side = "input" | "output";

/** One mismatch between a value and its schema. */
export interface Issue {
  readonly path: readonly (string | number)[];
  readonly message: string;
}

/** The result of a validation: the schema's output as `value`, or all mismatches as `issues`. */
export type Verdict = { readonly value: unknown } | Misfit;

export interface Misfit {
  readonly issues: readonly Issue[];
  /** True if the value was not tried to the end, because its schema would take too many checks. */
  readonly isUntried?: boolean;
}

/** Validates a value. Does not catch errors that the schema throws. */
export type Validate = (value: unknown) => Verdict | Promise<Verdict>;

type Replacer =
  ((this: unknown, key: string, value: unknown) => unknown) | readonly (string | number)[] | null;

/** Removes members that a schema does not allow: with `additionalProperties: false`, all but those in `properties`. */
export interface ClosedMembers {
  /**
   * Serializes a value: `{ name: "Tom", password: "x" }` becomes `{"name":"Tom"}` if the schema allows only `name`.
   * `replacer` is also called for removed members. Throws errors of `JSON.stringify`; a RangeError for too deep values.
   */
  readonly write: (value: unknown, replacer?: Replacer) => string | undefined;
  /** Removes the disallowed members from plain JSON. Returns `json` itself if no member is removed. */
  readonly strip: (json: unknown) => unknown;
  /** Copies a value without the disallowed members. The copy shares no object with the value. */
  readonly copy: (value: unknown) => unknown;
  /** Like `copy`, but faster, because members with symbol keys may remain. Makes the argument of `Down` functions. */
  readonly draft: (value: unknown) => unknown;
}

/** Reads what schemas put out. The reader of an App also knows the App's components. */
export interface OutputReader {
  readonly jsonOf: (schema: object, side: Side) => JSONSchema | undefined;
  /** Makes the functions that remove forbidden members, if any. Throws for an unreadable schema, or too many alternatives. */
  readonly closedMembers: (schema: object) => ClosedMembers | undefined;
  /** Makes the functions for converted values. If no members are forbidden, the functions only check kinds. */
  readonly convertedMembers: (schema: object) => ClosedMembers | undefined;
}

/** Creates an ajv, or another object with the methods below: see `AppOptions.Ajv`. */
export type AjvFactory = (
  defaults: object,
  use: "body" | "text" | "response",
) => {
  compile(schema: object): unknown;
  /** Finds, by its `$id`, the validator of a schema that was added to the ajv. */
  getSchema?(reference: string): unknown;
  /** Returns false for a keyword that the ajv does not know. */
  getKeyword?(keyword: string): unknown;
};
