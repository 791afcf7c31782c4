import type { StandardSchemaV1 } from "@standard-schema/spec";

/** JSON Schema, draft 2020-12, as ajv validates and TypeBox creates it. */
export type JSONSchema = Readonly<Record<string, unknown>>;

/** A schema for `WithBody` and similar options: any object with Standard Schema's `~standard`, or plain JSON Schema. */
export type Schema = StandardSchemaV1 | PlainSchema;

/** A schema whose type has no `~standard`, so that the compiler does not know its input and output. */
export type PlainSchema = (JSONSchema & { readonly "~standard"?: never }) | (object & NoFunction);

/** Excludes classes and functions; functions that are schemas are Standard Schemas. */
interface NoFunction {
  readonly "~standard"?: never;
  readonly prototype?: never;
  readonly bind?: never;
}

/** The input type of a schema; `any` for plain JSON Schema. */
export type InputOf<S> = S extends { readonly _zod: { readonly input: unknown } }
  ? // Zod's own property costs the compiler less than inference.
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

/** The parts of a request that a schema can be declared for. */
export type Part = "params" | "query" | "headers" | "cookies" | "body";

/** The parts, in the order in which they are validated and reported. */
export const parts: readonly Part[] = ["params", "query", "headers", "cookies", "body"];

/** A format of bodies; see {@link BodyOptions}. */
export type BodyType = "json" | "form" | "multipart" | "text" | "bytes";

/** The media types that name each format of bodies. */
export const bodyMediaTypes: Readonly<Record<BodyType, readonly [string, ...string[]]>> = {
  json: ["application/json", "application/*+json"],
  form: ["application/x-www-form-urlencoded"],
  multipart: ["multipart/form-data"],
  text: ["text/plain", "text/*"],
  bytes: ["application/octet-stream", "*/*"],
};

/** How a body is read; see `WithBody`. */
export interface BodyOptions {
  /** The greatest size of the body, after decompression: `"100kb"`, `"1mb"` (the default). */
  readonly Limit?: string;
  /**
   * The format; of several formats the request's Content-Type selects one: `"json"` (the default), `"form"`
   * (URL-encoded), `"multipart"` (fields, and files as web `File`s), `"text"` (`text/*`, a string), `"bytes"` (any
   * type, a Buffer).
   */
  readonly Type?: BodyType | readonly BodyType[];
  /** Example bodies by name, for the document. */
  readonly Examples?: Readonly<Record<string, unknown>>;
}

/** A separator between the values of a list in one parameter. */
export type Separator = "," | " " | "|";

/** The style by which OpenAPI describes each separator (3.1.1, 4.8.12). */
export const separatorStyles: Readonly<Record<Separator, string>> = {
  ",": "form",
  " ": "spaceDelimited",
  "|": "pipeDelimited",
};

/** How a query is read; see `WithQuery`. */
export interface QueryOptions {
  /** The separator of each parameter, at which its decoded text is split: `{ status: "," }`. */
  readonly Separator?: Readonly<Record<string, Separator>>;
}

/** The formats of a body, in the order written. */
export function bodyTypesOf({ Type = "json" }: BodyOptions): readonly BodyType[] {
  return typeof Type === "string" ? [Type] : Type;
}

/** True if a format has named fields of text. */
export function isFormType(type: BodyType): boolean {
  return type === "form" || type === "multipart";
}

/** A status of `WithResponse`: one status, all of a range (`"4XX"`), or all other statuses (`"default"`). */
export type ResponseStatus = number | `${1 | 2 | 3 | 4 | 5}XX` | "default";

/** True if a value is a status of `WithResponse`: from 200 to 599, a range, or `"default"`. */
export function isResponseStatus(value: unknown): value is ResponseStatus {
  if (typeof value === "number") return Number.isInteger(value) && value >= 200 && value <= 599;
  return typeof value === "string" && (value === "default" || /^[2-5]XX$/.test(value));
}

/** The options of `WithResponse` besides status and schema. */
export interface ResponseOptions {
  /** CommonMark; default: the status's reason phrase. */
  readonly Description?: string;
  /** Schemas of the answer's headers, by name. */
  readonly Headers?: Readonly<Record<string, Schema>>;
  /** The media type: `"text/csv"`. It is the Content-Type of the returned value, unless the handler sets one. */
  readonly Type?: string;
  /** Example values of the answer's body, by name. */
  readonly Examples?: Readonly<Record<string, unknown>>;
}

/** A side of a schema: its input or its output. */
export type Side = "input" | "output";

/** One mismatch between a value and a schema. */
export interface Issue {
  readonly path: readonly (string | number)[];
  readonly message: string;
}

/** The result of validation: the schema's output, or all mismatches. */
export type Verdict = { readonly value: unknown } | { readonly issues: readonly Issue[] };

/** Validates a value by a schema; rethrows the schema's errors. */
export type Validate = (value: unknown) => Verdict | Promise<Verdict>;

/** The second argument of `JSON.stringify`. */
type Replacer =
  ((this: unknown, key: string, value: unknown) => unknown) | readonly (string | number)[] | null;
type Space = string | number;

/**
 * Removes the closed members of a value, which its schema does not allow: `additionalProperties: false` beside
 * `properties: { name }` leaves `{ name }`.
 */
export interface ClosedMembers {
  /**
   * The text of `JSON.stringify` for a value without closed members: `write({ name: "Tom", password: "x" })` is
   * `{"name":"Tom"}`. The replacer runs before they are removed, so members that it adds are removed too.
   *
   * @throws TypeError if JSON cannot represent the value, as `JSON.stringify` does, and RangeError if it is too deep.
   */
  readonly write: (value: unknown, replacer?: Replacer, space?: Space) => string | undefined;
  /** Removes the closed members of plain JSON; returns the same value if it has none. */
  readonly strip: (json: unknown) => unknown;
  /** The parsed JSON of `write`, which shares nothing with the value. */
  readonly copy: (value: unknown) => unknown;
}

/** Creates an ajv, or an object that compiles schemas in the same way: see `AppOptions.Ajv`. */
export type AjvFactory = (
  defaults: object,
  use: "body" | "text" | "response",
) => {
  compile(schema: object): unknown;
  /** Finds the validator of an added schema by its `$id`; the validator's `schema` resolves the reference. */
  getSchema?(reference: string): unknown;
  /** False for a keyword that the ajv does not know. */
  getKeyword?(keyword: string): unknown;
};
