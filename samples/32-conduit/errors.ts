import { HTTPError, type ErrorFormat } from "versioned-controllers";
import { z } from "zod";

type Issues = readonly { readonly path: readonly (string | number)[]; readonly message: string }[];

/** RealWorld's form, `{ "errors": { "body": [...] } }`, of every error; of input that does not fit by 422. */
export const realWorldErrors: ErrorFormat = {
  InvalidStatus: 422,
  Schema: z.object({ errors: z.object({ body: z.array(z.string()) }) }).meta({ title: "Errors" }),
  Body: ({ code, message, details }) => ({
    errors: { body: code === "invalid_request" ? (details as Issues).map(sentence) : [message] },
  }),
};

/** `email is invalid` of `["user", "email"]`: the envelope says nothing. */
function sentence({ path, message }: Issues[number]): string {
  const name = path.length > 1 ? path.slice(1).join(".") : path.join(".");
  return name === "" ? message : `${name} ${message}`;
}

export class NotFound extends Error {}
export class NotYours extends Error {}

/** Errors of the store, as clients are told of them. */
export function mapError(error: unknown): HTTPError | undefined {
  if (error instanceof NotFound) return new HTTPError(404, error.message);
  if (error instanceof NotYours) return new HTTPError(403, error.message);
  // PostgreSQL's unique_violation: the constraints are named as the members are.
  if (error instanceof Error && "code" in error && error.code === "23505" && "constraint" in error) {
    return new HTTPError(422, `${String(error.constraint)} has already been taken`);
  }
  return undefined;
}
