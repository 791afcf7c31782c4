/** An error of reading a body, with the status that Express's parsers give theirs. */
export function bodyError(status: 400 | 413, message: string, cause?: unknown): Error {
  return Object.assign(new Error(message, { cause }), { status });
}
