import { checkResponse } from "./arguments";
import { optionMaker } from "../../core/declare/option";
import type { ResponseOption } from "../../types/option";
import type { AnswerSchema } from "../../types/history-schema";
import type { AnswerSchemaMistake } from "../../types/schema-mistake";
import type { Wrong } from "../../types/wrong";
import { declaredResponses, type DeclaredResponse } from "../../core/model/contract";
import {
  isResponseStatus,
  type ResponseOptions,
  type ResponseStatus,
  type Schema,
} from "../interface/schema";
import type { OptionObject } from "../../core/model/setting";
import { describe, isObject, isObjectOrFunction, isText } from "../../core/model/value";
import { schemas } from "./wing";

const places = { home: "both", onWebhook: true, inBefore: "nowhere" } as const;

/** The arguments of `WithResponse(201, Cat, "The new cat")`. */
interface WrittenResponse {
  readonly status: unknown;
  readonly schema: unknown;
  readonly about: unknown;
}

const name = "WithResponse";

const response: OptionObject<WrittenResponse, readonly DeclaredResponse[], typeof places> = {
  ...declaredResponses,
  name,
  places,
  repeats: "replaces",
  // One place may have several `WithResponse` for different statuses; two for the same status are a mistake.
  subject: ({ status }) => {
    const inWords = `${name}(${describe(status)})`;
    return { by: inWords, inWords };
  },
  traits: [],
  arguments: [
    {
      name: `the status of ${name}`,
      expected: 'a whole number from 200 to 599, a range such as "4XX", or "default"',
      holds: isResponseStatus,
      of: ({ status }) => [status],
    },
  ],
  check: ({ where }, { value }) => checkResponse(where, value),
  ofApp: { wing: schemas },
  join: (outer, { value: { status, schema, about } }) => {
    if (!isResponseStatus(status)) return outer;
    const declared = declaredResponse(status, schema, about);
    const isKnown = outer.some((known) => known.status === status);
    return isKnown
      ? outer.map((known) => (known.status === status ? declared : known))
      : [...outer, declared];
  },
  within: undefined,
  // The contract of each version decides which responses the document shows.
  writes: undefined,
  headers: undefined,
  steps: undefined,
};

function declaredResponse(status: ResponseStatus, schema: unknown, about: unknown): DeclaredResponse {
  const { Description, Headers, Type, Examples }: ResponseOptions = isText(about)
    ? { Description: about }
    : isObject(about)
      ? about
      : {};
  return {
    place: "response",
    status,
    schema: isObjectOrFunction(schema) ? schema : undefined,
    converted: undefined,
    description: isText(Description) ? Description : undefined,
    headers: new Map(Object.entries(isObject(Headers) ? Headers : {})),
    type: isText(Type) ? Type : undefined,
    examples: new Map(Object.entries(isObject(Examples) ? Examples : {})),
  };
}

/**
 * Describes the response of one status: `WithResponse(201, Cat, "The new cat")`, `WithResponse("4XX", Problem)`.
 *
 * For the same status, a route's option replaces that of its router. In `app.Get(path, handler, ...options)` and in
 * `@Get(path, ...options)`, the compiler rejects a handler whose result matches no 2xx option.
 */
export const WithResponse = optionMaker(
  response,
  (status: ResponseStatus, schema?: Schema, about?: string | ResponseOptions) => ({ status, schema, about }),
  // The cast is safe: the maker's result also types the handler's value, which only the compiler reads.
) as unknown as ResponseMaker;

/**
 * The constraint `AnswerSchema` rejects schemas that cannot be converted for older versions. A parameter of the type `S
 * & CanDown` would do this, too, but take far more time to compile.
 */
type ResponseMaker = <
  const Status extends ResponseStatus | Wrong<"a status is a number, a range such as '4XX', or 'default'">,
  S extends AnswerSchema | AnswerSchemaMistake<S> | undefined = undefined,
  About extends string | ResponseOptions | undefined = undefined,
>(
  status: Status,
  schema?: S,
  about?: About,
) => ResponseOption<Status, S, About>;
