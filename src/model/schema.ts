import type { StandardSchemaV1 } from "@standard-schema/spec";

/** JSON Schema, draft 2020-12: what ajv validates, and what TypeBox makes. */
export type JSONSchema = Readonly<Record<string, unknown>>;

/** A schema for `WithBody` and its like: anything with Standard Schema's `~standard`, or plain JSON Schema. */
export type Schema = StandardSchemaV1 | PlainSchema;

/** A schema of no library that the compiler knows. */
export type PlainSchema = (JSONSchema & { readonly "~standard"?: never }) | (object & NoFunction);

/** What neither a class nor any other function is; those that are schemas are Standard Schemas. */
interface NoFunction {
  readonly "~standard"?: never;
  readonly prototype?: never;
  readonly bind?: never;
}

/** The input of a schema: of plain JSON Schema, no type can tell. */
export type InputOf<S> = S extends { readonly _zod: { readonly input: unknown } }
  ? // Zod's own name for it costs the compiler less than inference does.
    S["_zod"]["input"]
  : S extends StandardSchemaV1<infer Input, unknown>
    ? Input
    : AnyValue;

/** The output of a schema: of plain JSON Schema, no type can tell. */
export type OutputOf<S> = S extends { readonly _zod: { readonly output: unknown } }
  ? S["_zod"]["output"]
  : S extends StandardSchemaV1<unknown, infer Output>
    ? Output
    : AnyValue;

// eslint-disable-next-line @typescript-eslint/no-explicit-any -- `unknown` would refuse every handler that knows better
type AnyValue = any;

/** The parts of a request that a schema can be declared for. */
export type Part = "params" | "query" | "headers" | "cookies" | "body";

/** The parts, in the order that they are checked and told of. */
export const parts: readonly Part[] = ["params", "query", "headers", "cookies", "body"];

/** A format that bodies are sent in; see {@link BodyOptions}. */
export type BodyType = "json" | "form" | "multipart" | "text" | "bytes";

/** The formats, with the media types that name each. */
export const bodyMediaTypes: Readonly<Record<BodyType, readonly [string, ...string[]]>> = {
  json: ["application/json", "application/*+json"],
  form: ["application/x-www-form-urlencoded"],
  multipart: ["multipart/form-data"],
  text: ["text/plain", "text/*"],
  bytes: ["application/octet-stream", "*/*"],
};

/** The way a body is read; see `WithBody`. */
export interface BodyOptions {
  /** The most that is read, after decompression: `"100kb"`, `"1mb"` (the default). */
  readonly Limit?: string;
  /**
   * The format, or several, of which the request's Content-Type picks one: `"json"` (the default), `"form"` (URL-encoded),
   * `"multipart"` (fields, and files as web `File`s), `"text"` (`text/*`, a string), `"bytes"` (any type, a Buffer).
   */
  readonly Type?: BodyType | readonly BodyType[];
  /** Bodies by name, for the document. */
  readonly Examples?: Readonly<Record<string, unknown>>;
}

/** A sign between the values of a list that stands in one parameter. */
export type Separator = "," | " " | "|";

/** The separators, with the style that OpenAPI describes each by (3.1.1, 4.8.12). */
export const separatorStyles: Readonly<Record<Separator, string>> = {
  ",": "form",
  " ": "spaceDelimited",
  "|": "pipeDelimited",
};

/** The way a query is read; see `WithQuery`. */
export interface QueryOptions {
  /** By parameter, the sign that its text is split at once it is decoded: `{ status: "," }`. */
  readonly Separator?: Readonly<Record<string, Separator>>;
}

/** The formats that a body may be in, in the order written. */
export function bodyTypesOf({ Type = "json" }: BodyOptions): readonly BodyType[] {
  return typeof Type === "string" ? [Type] : Type;
}

/** Whether a format has fields by name, each of them text. */
export function isFormType(type: BodyType): boolean {
  return type === "form" || type === "multipart";
}

/** A status that `WithResponse` describes: one, all of a class (`"4XX"`), or all that no other describes (`"default"`). */
export type ResponseStatus = number | `${1 | 2 | 3 | 4 | 5}XX` | "default";

/** Whether a value can stand as the status of `WithResponse`: from 200 to 599, a range, or `"default"`. */
export function isResponseStatus(value: unknown): value is ResponseStatus {
  if (typeof value === "number") return Number.isInteger(value) && value >= 200 && value <= 599;
  return typeof value === "string" && (value === "default" || /^[2-5]XX$/.test(value));
}

/** The words of `WithResponse` about an answer, besides its status and schema. */
export interface ResponseOptions {
  /** CommonMark; default: the status's reason phrase. */
  readonly Description?: string;
  /** Schemas of the answer's headers, by name. */
  readonly Headers?: Readonly<Record<string, Schema>>;
  /** The media type: `"text/csv"`. It is sent as the type of what the handler returns, unless the handler sets one. */
  readonly Type?: string;
  /** Values of the answer's body, by name. */
  readonly Examples?: Readonly<Record<string, unknown>>;
}

/** Which side of a schema: what it takes, or what it puts out. */
export type Side = "input" | "output";

/** One thing that does not fit a schema. */
export interface Issue {
  readonly path: readonly (string | number)[];
  readonly message: string;
}

/** The judgement of a value: the schema's output, or everything that does not fit. */
export type Verdict = { readonly value: unknown } | { readonly issues: readonly Issue[] };

/** Holds a value against a schema; what the schema throws, it throws. */
export type Validate = (value: unknown) => Verdict | Promise<Verdict>;

/** The second argument of `JSON.stringify`. */
type Replacer =
  ((this: unknown, key: string, value: unknown) => unknown) | readonly (string | number)[] | null;
type Space = string | number;

/** Leaves out what a schema closes out: `additionalProperties: false` beside `properties: { name }` leaves `{ name }`. */
export interface ClosedMembers {
  /**
   * The text of `JSON.stringify` for a value that has no closed member: `write({ name: "Tom", password: "x" })` is
   * `{"name":"Tom"}`. The replacer is asked before they are left out, so what it adds is left out too.
   *
   * @throws TypeError where JSON cannot hold the value, as `JSON.stringify` does, and RangeError where it is too deep.
   */
  readonly write: (value: unknown, replacer?: Replacer, space?: Space) => string | undefined;
  /** Plain JSON without its closed members: the same value where there are none. */
  readonly strip: (json: unknown) => unknown;
  /** The JSON that `write` writes, which shares nothing with the value. */
  readonly copy: (value: unknown) => unknown;
}
