import { recognizing } from "./copies";
import { describe } from "./value";
import { codeOf, errorPhrase } from "../../http/status";

/** The members of an {@link HTTPError} besides its status and message. */
export interface HTTPErrorOptions {
  /** The body's `error.code`; default: the status's reason phrase in snake_case, such as `not_found`. */
  code?: string;
  /** `error.details` of the body: any JSON value. */
  details?: unknown;
  /** Headers of the response, such as `Retry-After`. */
  headers?: Readonly<Record<string, string>>;
  /** The original error; clients never see it. */
  cause?: unknown;
}

/**
 * An error that is answered with its own status, message and code, wherever it is thrown or passed to `next`.
 *
 * The answer to `throw new HTTPError(404, "no such cat", { details: { id } })` is
 * `{ "error": { "code": "not_found", "message": "no such cat", "status": 404, "details": { "id": "7" } }, "request_id": "..." }`.
 *
 * @throws RangeError for a status outside 400-599.
 */
export class HTTPError extends Error {
  override readonly name: string = "HTTPError";
  readonly status: number;
  readonly code: string;
  readonly details: unknown;
  readonly headers: Readonly<Record<string, string>>;

  constructor(status: number, message?: string, options: HTTPErrorOptions = {}) {
    if (!Number.isInteger(status) || status < 400 || status > 599) {
      throw new RangeError(
        `HTTPError: the status must be a whole number from 400 to 599, got ${describe(status)}`,
      );
    }
    super(message ?? errorPhrase(status), "cause" in options ? { cause: options.cause } : undefined);
    this.status = status;
    this.code = options.code ?? codeOf(status);
    this.details = options.details;
    this.headers = options.headers ?? {};
  }
}

export const isHTTPError = /* @__PURE__ */ recognizing("HTTPError", HTTPError);
