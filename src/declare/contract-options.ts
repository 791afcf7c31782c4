import type {
  BodyOptions,
  Part,
  QueryOptions,
  ResponseOptions,
  ResponseStatus,
  Schema,
} from "../model/schema";
import type { AnswerSchema, RequestSchema } from "../history/versioned-type";
import {
  optionMaker,
  type InputOption,
  type Option,
  type ResponseOption,
  type WebhookOption,
} from "./option";

/**
 * Checks the path's parameters: `WithParams(z.object({ id: z.coerce.number() }))`. It names each of them, and no other.
 *
 * The schema's output is laid over `req.params`.
 */
export const WithParams = inputMaker("params");

/**
 * Checks the query: `WithQuery(z.object({ page: z.coerce.number().default(1) }))`. The schema's output is `req.query`.
 *
 * A name that is given once is a list of one where the schema's JSON Schema asks for a list. `{ Separator: { status: "," } }`
 * makes a list of `?status=new,old` too.
 */
export const WithQuery = optionMaker<"query", [schema: Schema, options?: QueryOptions], InputOption<object>>(
  "query",
  (schema, options) => ({ schema, options }),
) as <S extends RequestSchema>(schema: S, options?: QueryOptions) => InputOption<{ query: S }>;

/** Checks the headers, whose names are in lower case; the schema's output is laid over `req.headers`. */
export const WithHeaders = inputMaker("headers") as <S extends RequestSchema>(
  schema: S,
) => InputOption<{ headers: S }> & WebhookOption;

/**
 * Checks the cookies: `WithCookies(z.object({ session: z.string() }))`. The schema's output is `req.cookies`.
 *
 * Of a cookie that is sent twice the first counts; `req.cookies` that a middleware has parsed is taken as it is.
 */
export const WithCookies = inputMaker("cookies");

/**
 * Reads the body, if nobody has yet, and checks it: `WithBody(NewCat, { Limit: "100kb" })`.
 *
 * The schema's output is `req.body`. Without it, a route reads no body.
 */
export const WithBody = optionMaker<"body", [schema: Schema, options?: BodyOptions], InputOption<object>>(
  "body",
  (schema, options) => ({ schema, options }),
) as <S extends RequestSchema>(schema: S, options?: BodyOptions) => InputOption<{ body: S }>;

/**
 * Describes what is answered with one status: `WithResponse(201, Cat, "The new cat")`, `WithResponse("4XX", Problem)`.
 *
 * Statuses add up; for one status the nearest wins. What a handler returns is held, in the same verb's list or
 * registration call, against the successes' schemas.
 */
export const WithResponse = optionMaker<
  "response",
  [status: ResponseStatus, schema?: Schema, about?: string | ResponseOptions],
  Option
>("response", (status, schema, about) => ({ status, schema, about })) as ResponseMaker;

/**
 * The maker knows the status, and the schema's type, where the option is made.
 *
 * A history's ways belong to the constraint: for a parameter `schema: S & CanDown` TypeScript would compare all of the
 * schema's methods, each time, which is most of what a plain route costs.
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

/** The maker knows the schema's type where the option is made. */
type InputMaker<P extends Part> = <S extends RequestSchema>(schema: S) => InputOption<Record<P, S>>;

function inputMaker<P extends Part>(part: P): InputMaker<P> {
  return optionMaker<Part, [schema: Schema], InputOption<object>>(part, (schema) => ({
    schema,
  })) as InputMaker<P>;
}
