/** The phrases of the registered statuses of errors, copied from Node, because browsers have no such list. */
const errorPhrases: Readonly<Partial<Record<number, string>>> = {
  400: "Bad Request",
  401: "Unauthorized",
  402: "Payment Required",
  403: "Forbidden",
  404: "Not Found",
  405: "Method Not Allowed",
  406: "Not Acceptable",
  407: "Proxy Authentication Required",
  408: "Request Timeout",
  409: "Conflict",
  410: "Gone",
  411: "Length Required",
  412: "Precondition Failed",
  413: "Payload Too Large",
  414: "URI Too Long",
  415: "Unsupported Media Type",
  416: "Range Not Satisfiable",
  417: "Expectation Failed",
  418: "I'm a Teapot",
  421: "Misdirected Request",
  422: "Unprocessable Entity",
  423: "Locked",
  424: "Failed Dependency",
  425: "Too Early",
  426: "Upgrade Required",
  428: "Precondition Required",
  429: "Too Many Requests",
  431: "Request Header Fields Too Large",
  451: "Unavailable For Legal Reasons",
  500: "Internal Server Error",
  501: "Not Implemented",
  502: "Bad Gateway",
  503: "Service Unavailable",
  504: "Gateway Timeout",
  505: "HTTP Version Not Supported",
  506: "Variant Also Negotiates",
  507: "Insufficient Storage",
  508: "Loop Detected",
  509: "Bandwidth Limit Exceeded",
  510: "Not Extended",
  511: "Network Authentication Required",
};

/** Returns the reason phrase of an error's status: `Not Found` for 404, and `HTTP 599` if there is no phrase. */
export function errorPhrase(status: number): string {
  return errorPhrases[status] ?? `HTTP ${String(status)}`;
}

/** Returns the code in the body of an error: `not_found` for 404, and `internal_error` for 500. */
export function codeOf(status: number): string {
  if (status === 500) return "internal_error";
  return errorPhrase(status)
    .toLowerCase()
    .replaceAll("'", "")
    .replaceAll(/[^a-z0-9]+/g, "_");
}

/** True if responses of this status may have content (RFC 9110, 15.3.5, 15.3.6 and 15.4.5). */
export function hasContent(status: number): boolean {
  return status !== 204 && status !== 205 && status !== 304;
}

export function isSuccess(status: number | string): status is number {
  return typeof status === "number" && status >= 200 && status <= 299;
}

/** True for a status from 200 to 299, and for the range `2XX`. */
export function isSuccessOrRange(status: number | string): status is number | "2XX" {
  return status === "2XX" || isSuccess(status);
}

export function isErrorOrRange(status: number | string): boolean {
  return typeof status === "number" ? status >= 400 : status === "4XX" || status === "5XX";
}
