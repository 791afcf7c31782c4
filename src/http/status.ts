import { STATUS_CODES } from "node:http";

/** The reason phrase of a status (RFC 9110, 15): `Not Found` for 404; `HTTP 599` where there is none. */
export function reasonPhrase(status: number): string {
  return STATUS_CODES[status] ?? `HTTP ${String(status)}`;
}

/** The code of an error's status: its reason phrase in snake_case, and `internal_error` for 500. */
export function codeOf(status: number): string {
  if (status === 500) return "internal_error";
  return reasonPhrase(status)
    .toLowerCase()
    .replaceAll("'", "")
    .replaceAll(/[^a-z0-9]+/g, "_");
}

/** True if an answer of this status may have content (RFC 9110, 15.3.5, 15.3.6 and 15.4.5). */
export function hasContent(status: number): boolean {
  return status !== 204 && status !== 205 && status !== 304;
}

/** True if a status means success (RFC 9110, 15.3). */
export function isSuccess(status: number | string): status is number {
  return typeof status === "number" && status >= 200 && status <= 299;
}

/** The same of a status, or of the range `2XX`. */
export function isSuccessOrRange(status: number | string): status is number | "2XX" {
  return status === "2XX" || isSuccess(status);
}

/** True if a status, or a range such as `4XX`, means an error (RFC 9110, 15.5 and 15.6). */
export function isErrorOrRange(status: number | string): boolean {
  return typeof status === "number" ? status >= 400 : status === "4XX" || status === "5XX";
}
