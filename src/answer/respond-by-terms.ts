import { ResponseError } from "../model/response-error";
import type { ClosedMembers, Issue, Validate } from "../model/schema";
import type { ResponseTerms, ResponseTermsOf } from "../model/serving";
import type { Exchange } from "../request/exchange";
import { jsonText } from "./json-text";
import { failUnsent, isAnswered, send, statusFor, type Respond } from "./respond";
import { classify, type ReturnedValue, type SerialisedValue } from "./returned-value";

/** A responder that answers by the terms of the response that a value's status has. */
export function respondBy(termsOf: ResponseTermsOf, sendIt: typeof send = send): Respond {
  return (exchange, value, status) => {
    if (isAnswered(exchange, value)) return;
    const terms = termsOf(statusFor(exchange, status));
    try {
      const returned = classify(value);
      if (terms?.validate) {
        sendChecked(exchange, returned, status, { ...terms, validate: terms.validate }, sendIt);
      } else sendIt(exchange, returned, status, terms);
    } catch (error) {
      failUnsent(exchange, error, status);
    }
  };
}

type CheckedTerms = ResponseTerms & { readonly validate: Validate };

/** Judges a value before it is sent (`AppOptions.CheckResponses`): a misfit is a 500. */
function sendChecked(
  exchange: Exchange,
  returned: ReturnedValue,
  status: number,
  terms: CheckedTerms,
  sendIt: typeof send,
): void {
  const judged = serialised(returned, exchange);
  assertFits(judged, terms, saidOfHandler(exchange, statusFor(exchange, status)))
    .then(() => {
      if (!exchange.res.headersSent) sendIt(exchange, judged, status, terms);
    })
    .catch((error: unknown) => {
      failUnsent(exchange, error, status);
    });
}

/** A value as a client reads it, serialised once: a Date is text, and an undefined member is not there. */
function serialised(returned: ReturnedValue, { res }: Exchange): ReturnedValue | SerialisedValue {
  return returned.kind === "json" ? { kind: "json text", text: jsonText(returned.value, res) } : returned;
}

/** The words that tell of a value that does not fit, before the misfits. */
export function saidOfHandler({ req }: Exchange, status: number): string {
  return `what the handler of ${req.method} ${req.baseUrl}${req.path} returned does not fit its WithResponse(${status})`;
}

/** Rejects with an error of these words where a value does not fit. */
export async function assertFits(
  returned: ReturnedValue | SerialisedValue,
  { validate, closed }: { readonly validate: Validate; readonly closed: ClosedMembers | undefined },
  said: string,
): Promise<void> {
  const judged = asRead(returned);
  if (!judged) return;
  const verdict = await validate(judged.value);
  const misfits = "issues" in verdict ? issuesInWords(verdict.issues) : closedOut(judged.value, closed);
  if (misfits.length > 0) throw new ResponseError(`${said}: ${misfits.join("; ")}`);
}

/** At least one: a validator may refuse a value without a word. */
function issuesInWords(issues: readonly Issue[]): readonly string[] {
  if (issues.length === 0) return ["the value: does not fit"];
  return issues.map(({ path, message }) => `${path.join(".") || "the value"}: ${message}`);
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
    case "nothing":
    case "bytes":
    case "stream":
    case "items":
    case "unsupported":
    case "json":
      return undefined;
  }
}
