import { codeOf, reasonPhrase } from "../http/status";
import { isObject } from "../model/value";
import type { ErrorAnswer } from "./error-answer";
import { codeOfParserError } from "../body/parser-errors";

/** Says how an error of other people's making is answered; undefined where it does not say that itself. */
export type ErrorReading = (thrown: unknown) => ErrorAnswer | undefined;

/** Reads what http-errors makes, and body parsers throw: an error that says itself that the client may see it. */
export const exposedAnswer: ErrorReading = (thrown) => {
  if (!isObject(thrown) || !("expose" in thrown) || thrown.expose !== true) return undefined;
  const { message } = thrown as { readonly message?: unknown };
  return clientAnswer(thrown, typeof message === "string" ? message : undefined);
};

/** Reads an error of a host's, where as in Express a status is enough: the client sees that and the headers, no words. */
export const hostAnswer: ErrorReading = (thrown) =>
  exposedAnswer(thrown) ?? (isObject(thrown) ? clientAnswer(thrown, undefined) : undefined);

function clientAnswer(error: object, message: string | undefined): ErrorAnswer | undefined {
  const status = errorStatusOf(error);
  if (status === undefined || status > 499) return undefined;
  return {
    status,
    code: codeOfParserError(error) ?? codeOf(status),
    message: message ?? reasonPhrase(status),
    headers: ownHeadersOf(error),
  };
}

/** As Express's finalhandler finds it: `status`, else `statusCode`. */
function errorStatusOf(error: object): number | undefined {
  const { status, statusCode } = error as { readonly status?: unknown; readonly statusCode?: unknown };
  return [status, statusCode].find(
    (code): code is number =>
      typeof code === "number" && Number.isInteger(code) && code >= 400 && code <= 599,
  );
}

/** `Retry-After` of a 429, `Content-Range` of a 416: what http-errors keeps in `headers`. */
function ownHeadersOf(error: object): NonNullable<ErrorAnswer["headers"]> {
  const { headers } = error as { readonly headers?: unknown };
  // Node itself looks at each value as it is set, and an error that holds others is a 500.
  return isObject(headers) ? { ...(headers as NonNullable<ErrorAnswer["headers"]>) } : {};
}
