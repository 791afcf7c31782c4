/** A UUID as text (RFC 9562). */
export const uuid = /^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/i;

/** The uniform error body, whatever its request id. */
export function errorBody(status: number, code: string, message: string, details?: unknown): unknown {
  const error = { code, message, status, ...(details === undefined ? {} : { details }) };
  return { error, request_id: expect.stringMatching(uuid) as unknown };
}

/** The body of every 500 that is nobody's own. */
export const internalError = errorBody(500, "internal_error", "Internal Server Error");

/** The body of the uniform 404. */
export function unmatched(line: string): unknown {
  return errorBody(404, "not_found", `no route matches ${line}`);
}
