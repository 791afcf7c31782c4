import { checkInput } from "./arguments";
import { optionMaker } from "../../core/declare/option";
import type { HeadersOption, InputOption } from "../../types/option";
import type { RequestSchema } from "../../types/history-schema";
import type { RequestSchemaMistake } from "../../types/schema-mistake";
import { declaredInputs, inputOptions, type Input } from "../../core/model/contract";
import { parts, type BodyOptions, type Part, type QueryOptions, type Schema } from "../interface/schema";
import type { OptionObject } from "../../core/model/setting";
import { isObject, isObjectOrFunction } from "../../core/model/value";
import { schemas } from "./wing";

/** The arguments of an option such as `WithBody(NewCat, { Limit: "100kb" })`. */
interface WrittenInput {
  readonly schema: unknown;
  readonly options?: unknown;
}

function inputOption<P extends Part>(part: P): OptionObject<WrittenInput, readonly Input[]> {
  return {
    ...declaredInputs,
    name: inputOptions[part],
    places: { home: "route", onWebhook: part === "headers", inBefore: "nowhere" },
    repeats: "replaces",
    subject: undefined,
    traits: ["classes"],
    arguments: [],
    check: ({ where }, { value }) => checkInput(where, { part, ...value }),
    ofApp: { wing: schemas },
    join: (outer, { value }) => withInput(outer, part, value),
    within: undefined,
    // The contract of each version decides which parameters and which body the document shows.
    writes: undefined,
    headers: undefined,
    steps: undefined,
  };
}

function withInput(outer: readonly Input[], part: Part, { schema, options }: WrittenInput): readonly Input[] {
  if (!isObjectOrFunction(schema)) return outer;
  const input = { part, schema, options: isObject(options) ? options : {} };
  // The inputs are in the order in which they are validated.
  return parts.flatMap((one) => (one === part ? input : (outer.find((known) => known.part === one) ?? [])));
}

type InputMaker<P extends Part> = <S extends RequestSchema | RequestSchemaMistake<S>>(
  schema: S,
) => InputOption<Record<P, S>>;

function inputMaker<P extends Part>(part: P): InputMaker<P> {
  // The cast is safe: at run time, all options are decorators of the same kind. Only their types differ.
  return optionMaker(inputOption(part), (schema: Schema) => ({ schema })) as unknown as InputMaker<P>;
}

function inputMakerWithOptions(part: Part): unknown {
  return optionMaker(inputOption(part), (schema: Schema, options?: unknown) => ({ schema, options }));
}

/**
 * Validates the path's parameters: `WithParams(z.object({ id: z.coerce.number() }))`.
 *
 * In `req.params`, the schema's output replaces the parameters that the schema names. Other parameters remain strings.
 */
export const WithParams = inputMaker("params");

/**
 * Validates the query: `WithQuery(z.object({ page: z.coerce.number().default(1) }))`. The schema's output becomes
 * `req.query`.
 *
 * Where the schema needs a list, a single value becomes a list of one item. With `{ Separator: { status: "," } }`, the
 * query `?status=new,old` becomes a list of two items.
 */
export const WithQuery = inputMakerWithOptions("query") as <
  S extends RequestSchema | RequestSchemaMistake<S>,
>(
  schema: S,
  options?: QueryOptions,
) => InputOption<{ query: S }>;

/** Validates the headers. The schema has their names in lower case. Its output replaces the values in `req.headers`. */
export const WithHeaders = inputMaker("headers") as <S extends RequestSchema | RequestSchemaMistake<S>>(
  schema: S,
) => HeadersOption<{ headers: S }>;

/**
 * Validates the cookies: `WithCookies(z.object({ session: z.string() }))`. The schema's output becomes `req.cookies`.
 *
 * Of several cookies with one name, the first counts. If a middleware has set `req.cookies`, this value is validated.
 */
export const WithCookies = inputMaker("cookies");

/**
 * Reads and validates the body: `WithBody(NewCat, { Limit: "100kb" })`. The schema's output becomes `req.body`.
 *
 * A body that a middleware has already read is only validated. Without this option, a route reads no body.
 */
export const WithBody = inputMakerWithOptions("body") as <S extends RequestSchema | RequestSchemaMistake<S>>(
  schema: S,
  options?: BodyOptions,
) => InputOption<{ body: S }>;
