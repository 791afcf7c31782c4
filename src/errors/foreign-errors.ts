import { codeOf, reasonPhrase } from "../http/status";
import { isObject } from "../model/value";
import type { ErrorAnswer } from "./error-answer";
import { codeOfParserError } from "../body/parser-errors";

/** Reads the response from an error of another library, if the error describes one. */
export type ErrorReading = (thrown: unknown) => ErrorAnswer | undefined;

/** Reads errors of http-errors and body parsers with `expose: true`, whose message clients may see. */
export const exposedAnswer: ErrorReading = (thrown) => {
  if (!isObject(thrown) || !("expose" in thrown) || thrown.expose !== true) return undefined;
  const { message } = thrown as { readonly message?: unknown };
  return clientAnswer(thrown, typeof message === "string" ? message : undefined);
};

/** Reads the status of the host's errors, as Express does. Clients do not get their messages. */
export const hostAnswer: ErrorReading = (thrown) =>
  exposedAnswer(thrown) ?? (isObject(thrown) ? clientAnswer(thrown, undefined) : undefined);

/** The hint for the log if an error with a status such as 404 became a 500, because it has no `expose: true`. */
export function unexposedHint(thrown: unknown): string {
  const status = isObject(thrown) ? errorStatusOf(thrown) : undefined;
  if (status === undefined || status > 499) return "";
  return (
    `; the error has the status ${status}, but not \`expose: true\`, so the client got a 500: ` +
    `throw an HTTPError(${status}), or convert the error in MapError`
  );
}

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

/** The error's `status`, or its `statusCode`, as in Express. */
function errorStatusOf(error: object): number | undefined {
  const { status, statusCode } = error as { readonly status?: unknown; readonly statusCode?: unknown };
  return [status, statusCode].find(
    (code): code is number =>
      typeof code === "number" && Number.isInteger(code) && code >= 400 && code <= 599,
  );
}

function ownHeadersOf(error: object): NonNullable<ErrorAnswer["headers"]> {
  const { headers } = error as { readonly headers?: unknown };
  // The cast: Node checks each header when it is set, and the answer to an invalid header is a 500.
  return isObject(headers) ? { ...(headers as NonNullable<ErrorAnswer["headers"]>) } : {};
}
