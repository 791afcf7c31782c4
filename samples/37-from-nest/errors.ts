import { HTTPError, RouteOf, type ErrorFormat } from "versioned-controllers";
import { z } from "zod";
import { BookIsLent } from "./loans-store";

type Issues = readonly { readonly path: readonly (string | number)[]; readonly message: string }[];

/** Every error as the exception filter wrote it: `{ status, message, path, fields? }`. */
export const libraryErrors: ErrorFormat = {
  InvalidStatus: 422,
  Schema: z
    .object({
      status: z.number(),
      message: z.string(),
      path: z.string(),
      fields: z.record(z.string(), z.string()).optional(),
    })
    .meta({ title: "Error" }),
  Body: ({ status, code, message, details }, { Request: req }) => {
    const path = req.originalUrl;
    if (code === "invalid_request") {
      return { status, message: "the request is invalid", path, fields: toFields(details as Issues) };
    }
    const isUnmatched = status === 404 && RouteOf(req) === undefined;
    return { status, message: isUnmatched ? `Cannot ${req.method} ${path}` : message, path };
  },
};

export function mapError(error: unknown): HTTPError | undefined {
  return error instanceof BookIsLent ? new HTTPError(409, error.message) : undefined;
}

/** The first message of each member. */
function toFields(issues: Issues): Record<string, string> {
  const fields = new Map<string, string>();
  for (const { path, message } of issues) {
    const field = String(path[0] ?? "body");
    if (!fields.has(field)) fields.set(field, message);
  }
  return Object.fromEntries(fields);
}
