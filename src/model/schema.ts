import type { StandardSchemaV1 } from "@standard-schema/spec";

/** JSON Schema, draft 2020-12: what ajv validates, and what TypeBox makes. */
export type JSONSchema = Readonly<Record<string, unknown>>;

/** What `WithBody` and its like take: anything with Standard Schema's `~standard`, or plain JSON Schema. */
export type Schema =
  | StandardSchemaV1
  | (JSONSchema & { readonly "~standard"?: never })
  | (object & { readonly "~standard"?: never });

/** What comes out of a schema: of plain JSON Schema, no type can tell. */
// eslint-disable-next-line @typescript-eslint/no-explicit-any -- `unknown` would refuse every handler that knows better
export type OutputOf<S> = S extends StandardSchemaV1<unknown, infer Output> ? Output : any;

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

/** The formats that a body may be in, in the order written. */
export function bodyTypesOf({ Type = "json" }: BodyOptions): readonly BodyType[] {
  return typeof Type === "string" ? [Type] : Type;
}

/** Whether a format has fields by name, each of them text. */
export function isFormType(type: BodyType): boolean {
  return type === "form" || type === "multipart";
}

/** Which side of a schema: what it takes, or what it puts out. */
export type Side = "input" | "output";

/** One thing that does not fit a schema. */
export interface Issue {
  readonly path: readonly (string | number)[];
  readonly message: string;
}

/** What became of a value: what the schema puts out, or all that does not fit. */
export type Verdict = { readonly value: unknown } | { readonly issues: readonly Issue[] };

/** Holds a value against a schema; what the schema throws, it throws. */
export type Validate = (value: unknown) => Verdict | Promise<Verdict>;
