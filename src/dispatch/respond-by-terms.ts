import { ResponseError } from "../model/response-error";
import type { ClosedMembers, Validate } from "../model/schema";
import type { ResponseTerms, ResponseTermsOf } from "../model/serving";
import type { Exchange } from "./exchange";
import { jsonText } from "./json";
import { failUnsent, isAnswered, send, statusFor, type Respond } from "./respond";
import { classify, type ReturnedValue, type SerialisedValue } from "./returned-value";

/** A responder that answers by the terms of the response that a value's status has. */
export function respondBy(termsOf: ResponseTermsOf): Respond {
  return (exchange, value, status) => {
    if (isAnswered(exchange, value)) return;
    const terms = termsOf(statusFor(exchange, status));
    try {
      const returned = classify(value);
      if (terms?.validate) sendChecked(exchange, returned, status, { ...terms, validate: terms.validate });
      else send(exchange, returned, status, terms);
    } catch (error) {
      failUnsent(exchange, error, status);
    }
  };
}

type CheckedTerms = ResponseTerms & { readonly validate: Validate };

/** Judges a value before it is sent (`AppOptions.CheckResponses`): a misfit is a 500. */
function sendChecked(exchange: Exchange, returned: ReturnedValue, status: number, terms: CheckedTerms): void {
  const judged = serialised(returned, exchange);
  assertFits(judged, terms, exchange, statusFor(exchange, status))
    .then(() => {
      // The text that was judged is the text that is sent: it has no closed members.
      if (!exchange.res.headersSent) send(exchange, judged, status, { ...terms, closed: undefined });
    })
    .catch((error: unknown) => {
      failUnsent(exchange, error, status);
    });
}

/** A value as a client reads it, serialised once: a Date is text, and an undefined member is not there. */
function serialised(returned: ReturnedValue, { res }: Exchange): ReturnedValue | SerialisedValue {
  return returned.kind === "json" ? { kind: "json text", text: jsonText(returned.value, res) } : returned;
}

async function assertFits(
  returned: ReturnedValue | SerialisedValue,
  { validate, closed }: CheckedTerms,
  { req }: Exchange,
  status: number,
): Promise<void> {
  const judged = asRead(returned);
  if (!judged) return;
  const verdict = await validate(judged.value);
  const misfits = "issues" in verdict ? verdict.issues.map(inWords) : closedOut(judged.value, closed);
  if (misfits.length === 0) return;
  throw new ResponseError(
    `what the handler of ${req.method} ${req.baseUrl}${req.path} returned does not fit its WithResponse(${status}): ` +
      misfits.join("; "),
  );
}

function inWords({ path, message }: { path: readonly (string | number)[]; message: string }): string {
  return `${path.join(".") || "the value"}: ${message}`;
}

function closedOut(json: unknown, closed: ClosedMembers | undefined): readonly string[] {
  return closed && closed.strip(json) !== json
    ? ["the value: it has members that the schema closes out"]
    : [];
}

/** The value that a schema judges; undefined where no schema describes the kind. */
function asRead(returned: ReturnedValue | SerialisedValue): { readonly value: unknown } | undefined {
  switch (returned.kind) {
    case "text":
      return { value: returned.text };
    case "json text":
      return { value: JSON.parse(returned.text) };
    case "json":
    case "nothing":
    case "bytes":
    case "stream":
    case "items":
    case "unsupported":
      return undefined;
  }
}
