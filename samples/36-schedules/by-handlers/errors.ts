import type { ErrorFormat } from "versioned-controllers";
import { z } from "zod";
import { ErrorBody, errorBody } from "../errors";
import { Error1 } from "../older-schemas";

/** Errors know no route's version where none has matched: the header tells. */
export const Errors: ErrorFormat = {
  Schema: z.union([ErrorBody, Error1]),
  Body: (error, about) => {
    if (about.Request.get("X-API-Version") !== "2025-04-01") return errorBody(error, about);
    return { status: "error", message: error.message, problems: error.details ?? [] };
  },
};
