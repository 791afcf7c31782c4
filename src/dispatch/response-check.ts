import type { Validate } from "../model/schema";
import type { ResponseChecks } from "../model/serving";
import type { Exchange } from "./exchange";
import { jsonText } from "./json";
import { failUnsent, isAnswered, respondWith, send, type Respond } from "./respond";
import { classify, type ReturnedValue } from "./returned-value";

/** A responder that holds a value against its `WithResponse` first (`AppOptions.CheckResponses`): a misfit is a 500. */
export function respondChecked(checks: ResponseChecks): Respond {
  return (exchange, value, status) => {
    const { res } = exchange;
    const sent = res.statusCode === 200 ? status : res.statusCode;
    const validate = checks(sent);
    if (!validate || isAnswered(exchange, value)) {
      respondWith(exchange, value, status);
      return;
    }
    assertFits(validate, exchange, value, sent)
      .then((returned) => {
        if (!isAnswered(exchange, value)) send(exchange, returned, status);
      })
      .catch((error: unknown) => {
        failUnsent(exchange, error, status);
      });
  };
}

/** The value by its kind; rejects where it does not fit. */
async function assertFits(
  validate: Validate,
  exchange: Exchange,
  value: unknown,
  status: number,
): Promise<ReturnedValue> {
  const returned = classify(value);
  const form = asRead(returned, exchange);
  if (!form) return returned;
  const verdict = await validate(form.value);
  if (!("issues" in verdict)) return returned;
  const { req } = exchange;
  const issues = verdict.issues.map(({ path, message }) => `${path.join(".") || "the value"}: ${message}`);
  throw new Error(
    `what the handler of ${req.method} ${req.baseUrl}${req.path} returned does not fit its WithResponse(${status}): ` +
      issues.join("; "),
  );
}

/** A value as a client reads it: a Date is text, and an undefined member is not there; undefined where no schema describes the kind. */
function asRead(returned: ReturnedValue, { res }: Exchange): { readonly value: unknown } | undefined {
  switch (returned.kind) {
    case "text":
      return { value: returned.text };
    case "json":
      return { value: JSON.parse(jsonText(returned.value, res)) };
    case "nothing":
    case "bytes":
    case "stream":
    case "items":
    case "unsupported":
      return undefined;
  }
}
