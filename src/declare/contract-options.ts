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
  type HeadersOption,
  type InputOption,
  type Option,
  type ResponseOption,
} from "./option";

/**
 * Validates the path's parameters: `WithParams(z.object({ id: z.coerce.number() }))`. The schema must name exactly the
 * parameters of the path.
 *
 * The schema's output overrides `req.params`.
 */
export const WithParams = inputMaker("params");

/**
 * Validates the query: `WithQuery(z.object({ page: z.coerce.number().default(1) }))`. The schema's output is
 * `req.query`.
 *
 * A single value becomes a list of one if the schema's JSON Schema needs a list. `{ Separator: { status: "," } }`
 * splits `?status=new,old` into a list too.
 */
export const WithQuery = optionMaker<"query", [schema: Schema, options?: QueryOptions], InputOption<object>>(
  "query",
  (schema, options) => ({ schema, options }),
) as <S extends RequestSchema>(schema: S, options?: QueryOptions) => InputOption<{ query: S }>;

/** Validates the headers, whose names are in lower case; the schema's output overrides `req.headers`. */
export const WithHeaders = inputMaker("headers") as <S extends RequestSchema>(
  schema: S,
) => HeadersOption<{ headers: S }>;

/**
 * Validates the cookies: `WithCookies(z.object({ session: z.string() }))`. The schema's output is `req.cookies`.
 *
 * The first of several cookies with one name counts; `req.cookies` parsed by a middleware is used unchanged.
 */
export const WithCookies = inputMaker("cookies");

/**
 * Reads the body, unless a middleware has read it, and validates it: `WithBody(NewCat, { Limit: "100kb" })`.
 *
 * The schema's output is `req.body`. A route without this option reads no body.
 */
export const WithBody = optionMaker<"body", [schema: Schema, options?: BodyOptions], InputOption<object>>(
  "body",
  (schema, options) => ({ schema, options }),
) as <S extends RequestSchema>(schema: S, options?: BodyOptions) => InputOption<{ body: S }>;

/**
 * Describes the answer with one status: `WithResponse(201, Cat, "The new cat")`, `WithResponse("4XX", Problem)`.
 *
 * Options for different statuses add up; for the same status the nearest one wins. The compiler compares the handler's
 * result with the schemas of successes in the same verb's list or registration call.
 */
export const WithResponse = optionMaker<
  "response",
  [status: ResponseStatus, schema?: Schema, about?: string | ResponseOptions],
  Option
>("response", (status, schema, about) => ({ status, schema, about })) as ResponseMaker;

/**
 * Infers the types of the status and the schema from a call of `WithResponse`.
 *
 * The check for a history's functions is part of the constraint: for a parameter `schema: S & CanDown` TypeScript would
 * compare all methods of the schema at each call, which is most of the compile time of a plain route.
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

/** Infers the type of the schema from the call that makes the option. */
type InputMaker<P extends Part> = <S extends RequestSchema>(schema: S) => InputOption<Record<P, S>>;

function inputMaker<P extends Part>(part: P): InputMaker<P> {
  return optionMaker<Part, [schema: Schema], InputOption<object>>(part, (schema) => ({
    schema,
  })) as InputMaker<P>;
}
