import type { StandardSchemaV1 } from "@standard-schema/spec";

/** JSON Schema, draft 2020-12: what ajv validates, and what TypeBox makes. */
export type JSONSchema = Readonly<Record<string, unknown>>;

/** What `WithBody` and its like take: anything with Standard Schema's `~standard`, or plain JSON Schema. */
export type Schema =
  | StandardSchemaV1
  | (JSONSchema & { readonly "~standard"?: never })
  | (object & { readonly "~standard"?: never });

/** What goes into a schema: of plain JSON Schema, no type can tell. */
// eslint-disable-next-line @typescript-eslint/no-explicit-any -- see OutputOf
export type InputOf<S> = S extends StandardSchemaV1<infer Input, unknown> ? Input : any;

/** What comes out of a schema: of plain JSON Schema, no type can tell. */
// eslint-disable-next-line @typescript-eslint/no-explicit-any -- `unknown` would refuse every handler that knows better
export type OutputOf<S> = S extends StandardSchemaV1<unknown, infer Output> ? Output : any;

/** The parts of a request that a schema can be declared for. */
export type Part = "params" | "query" | "headers" | "body";

/** The parts, in the order that they are checked and told of. */
export const parts: readonly Part[] = ["params", "query", "headers", "body"];

/** The option that declares a part's schema. */
export const inputOptions: Readonly<Record<Part, string>> = {
  params: "WithParams",
  query: "WithQuery",
  headers: "WithHeaders",
  body: "WithBody",
};

/** How a body is read; see `WithBody`. */
export interface BodyOptions {
  /** The most that is read, after decompression: `"100kb"`, `"1mb"` (the default). */
  readonly Limit?: string;
  /** `"json"` (the default) reads `application/json` and `application/*+json`, `"form"` URL-encoded forms. */
  readonly Type?: "json" | "form";
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
