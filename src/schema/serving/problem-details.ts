import {
  ProblemDetails as format,
  type ErrorFormat,
  type ProblemDetailsSchema,
} from "../../core/model/error-format";
import "./wing";

/**
 * Errors in the format of RFC 9457, `application/problem+json`: `new App({ Errors: ProblemDetails })`.
 *
 * The body is `{ "type": "about:blank", "title": "Not Found", "status": 404, "detail": "no such cat",
 * "instance": "urn:uuid:...", "code": "not_found", "request_id": "..." }`, with `details` if the error has them.
 */
export const ProblemDetails: ErrorFormat & { readonly Schema: ProblemDetailsSchema } = format;
