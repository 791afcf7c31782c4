import type { Request } from "express";
import type { ErrorFormat } from "../model/error-format";
import type { HTTPError } from "../model/http-error";
import { takeRejection } from "../model/rejections";
import { RequestID } from "../request/request-state";
import { classify } from "../answer/body";

/**
 * Calls the application's `Errors.Body`, and serializes the result as JSON.
 *
 * @throws whatever `Errors.Body` throws; TypeError for a result that is not a JSON value.
 */
export function ownErrorText(
  body: NonNullable<ErrorFormat["Body"]>,
  req: Request,
  errorOf: () => HTTPError,
): string {
  return jsonTextOf(body(errorOf(), { RequestID: RequestID(req), Request: req }));
}

function jsonTextOf(given: unknown): string {
  if (takeRejection(given)) throw unfitBody("a promise");
  const { kind } = classify(given);
  if (kind !== "json" && kind !== "text") throw unfitBody(kind);
  if (typeof given === "number" && !Number.isFinite(given)) throw unfitBody(String(given));
  const text = JSON.stringify(given) as string | undefined;
  if (text === undefined) throw unfitBody(`a value of type ${typeof given}`);
  return text;
}

function unfitBody(what: string): TypeError {
  return new TypeError(`Errors.Body must return a JSON value, got ${what}`);
}
