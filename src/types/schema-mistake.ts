import type { AnswerSchema, can, RequestSchema, StoredSchema } from "./history-schema";
import type { Wrong } from "./wrong";

/**
 * The words about `S` in the place of a request's schema; `never` for a schema. Like the words about an
 * option, they are part of a constraint, so that the compiler prints them in the first line of its error.
 */
export type RequestSchemaMistake<S> = [S] extends [RequestSchema] ? never : Wrong<SchemaWords<S, "Up">>;

/** Like {@link RequestSchemaMistake}, for the schema of a response. */
export type AnswerSchemaMistake<S> = [S] extends [AnswerSchema | undefined]
  ? never
  : Wrong<SchemaWords<S, "Down">>;

/** Like {@link RequestSchemaMistake}, for the schema of stored values. */
export type StoredSchemaMistake<S> = [S] extends [StoredSchema] ? never : Wrong<SchemaWords<S, "Up">>;

/** Why `S` is not a schema, or not a history for the direction `Way`. */
export type SchemaWords<S, Way extends string> = S extends { readonly [can]: infer Ways }
  ? `every step has ${Way}` extends keyof Ways
    ? "the values of this history carry what no request has: Carrying is for responses"
    : `a step of this history has no ${Way}, which is needed here`
  : S extends abstract new (...args: never[]) => unknown
    ? "a class is not a schema: pass one, such as z.object({ ... })"
    : S extends (...args: never[]) => unknown
      ? "a function is not a schema: pass one, such as z.object({ ... })"
      : S extends symbol
        ? "Nothing is for histories: write Versioned(Nothing)"
        : "this is not a schema, such as z.object({ ... })";
