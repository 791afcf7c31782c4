import type { ErrorFormat } from "versioned-controllers";
import { z } from "zod";

export const ErrorBody = z.object({
  error: z.object({ code: z.string(), message: z.string(), details: z.array(z.unknown()).optional() }),
});

/** The body of errors in the newest version. */
export const errorBody: NonNullable<ErrorFormat["Body"]> = ({ code, message, details }) => ({
  error: { code, message, details },
});
