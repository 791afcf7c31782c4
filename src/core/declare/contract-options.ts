import type {
  BodyOptions,
  Part,
  QueryOptions,
  ResponseOptions,
  ResponseStatus,
  Schema,
} from "../model/schema";
import type { AnswerSchema, RequestSchema } from "../../changes/history/versioned-type";
import {
  optionMaker,
  type HeadersOption,
  type InputOption,
  type Option,
  type ResponseOption,
} from "./option";

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
export const WithQuery = optionMaker<"query", [schema: Schema, options?: QueryOptions], InputOption<object>>(
  "query",
  (schema, options) => ({ schema, options }),
) as <S extends RequestSchema>(schema: S, options?: QueryOptions) => InputOption<{ query: S }>;

/** Validates the headers. The schema has their names in lower case. Its output replaces the values in `req.headers`. */
export const WithHeaders = inputMaker("headers") as <S extends RequestSchema>(
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
export const WithBody = optionMaker<"body", [schema: Schema, options?: BodyOptions], InputOption<object>>(
  "body",
  (schema, options) => ({ schema, options }),
) as <S extends RequestSchema>(schema: S, options?: BodyOptions) => InputOption<{ body: S }>;

/**
 * Describes the response of one status: `WithResponse(201, Cat, "The new cat")`, `WithResponse("4XX", Problem)`.
 *
 * For the same status, a route's option replaces that of its router. In `app.Get(path, handler, ...options)` and in
 * `@Get(path, ...options)`, the compiler rejects a handler whose result matches no 2xx option.
 */
export const WithResponse = optionMaker<
  "response",
  [status: ResponseStatus, schema?: Schema, about?: string | ResponseOptions],
  Option
>("response", (status, schema, about) => ({ status, schema, about })) as ResponseMaker;

/**
 * The constraint `AnswerSchema` rejects schemas that cannot be converted for older versions. A parameter of the type `S
 * & CanDown` would do this, too, but take far more time to compile.
 */
type ResponseMaker = <
  const Status extends ResponseStatus,
  S extends AnswerSchema | undefined = undefined,
  About extends string | ResponseOptions | undefined = undefined,
>(
  status: Status,
  schema?: S,
  about?: About,
) => ResponseOption<Status, S, About>;

type InputMaker<P extends Part> = <S extends RequestSchema>(schema: S) => InputOption<Record<P, S>>;

function inputMaker<P extends Part>(part: P): InputMaker<P> {
  return optionMaker<Part, [schema: Schema], InputOption<object>>(part, (schema) => ({
    schema,
  })) as InputMaker<P>;
}
