import { isAnyArrayBuffer } from "node:util/types";
import type { Response } from "express";
import type { Validate } from "../model/schema";
import type { ResponseChecks } from "../model/serving";
import type { Exchange } from "./exchange";
import { respondWith } from "./respond";
import { isStream } from "./stream";

/** Makes what answers with what fits its `WithResponse`, and fails otherwise: `AppOptions.CheckResponses`. */
export function respondChecked(checks: ResponseChecks): typeof respondWith {
  return (exchange, value, status) => {
    const { res, fail } = exchange;
    const sent = res.statusCode === 200 ? status : res.statusCode;
    const validate = res.headersSent || !isText(value, res) ? undefined : checks.get(sent);
    if (!validate) {
      respondWith(exchange, value, status);
      return;
    }
    assertFits(validate, exchange, value, sent).then(
      () => {
        respondWith(exchange, value, status);
      },
      (error: unknown) => {
        fail(exchange, error);
      },
    );
  };
}

/** Whether a value is answered as JSON or text: no schema describes bytes. */
function isText(value: unknown, res: Response): boolean {
  const isBytes = ArrayBuffer.isView(value) || isAnyArrayBuffer(value);
  return value !== undefined && value !== res && !isBytes && !isStream(value);
}

async function assertFits(
  validate: Validate,
  { req, res }: Exchange,
  value: unknown,
  status: number,
): Promise<void> {
  const verdict = await validate(serialised(value, res));
  if (!("issues" in verdict)) return;
  const issues = verdict.issues.map(({ path, message }) => `${path.join(".") || "the value"}: ${message}`);
  throw new Error(
    `what the handler of ${req.method} ${req.baseUrl}${req.path} returned does not fit its WithResponse(${status}): ` +
      issues.join("; "),
  );
}

/** The value as a client reads it: a Date is text, what is undefined is not there. */
function serialised(value: unknown, res: Response): unknown {
  if (typeof value === "string") return value;
  const replacer = res.app.get("json replacer") as Parameters<typeof JSON.stringify>[1];
  const text = JSON.stringify(value, replacer) as string | undefined;
  return text === undefined ? undefined : JSON.parse(text);
}
