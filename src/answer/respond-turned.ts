import { hasContent } from "../http/status";
import { ConversionError } from "../history/conversion-error";
import type { Validate } from "../model/schema";
import type { ResponseDown, ResponseTerms, RouteResponses } from "../model/serving";
import { describe, isObject } from "../model/value";
import type { Version } from "../model/version";
import { isOver, passOn, type Exchange, type Serve } from "../request/exchange";
import { failureOfConversion, namingRequest } from "./conversion-failure";
import type { ItemText } from "./items";
import { jsonText } from "./json-text";
import { JSONHook, unhooked, type AnswerJSON } from "./json-hook";
import { discard, failUnsent, isAnswered, send, statusFor, type Respond } from "./respond";
import { assertFits, respondBy, saidOfHandler } from "./respond-by-terms";
import { classify, type ReturnedValue, type SerialisedValue } from "./returned-value";

/** Answers with what a handler returned as its version is sent it: turned down, and never in the handler's own words. */
export function respondTurned(responses: RouteResponses): Respond {
  const respondAsItIs = respondBy(responses.termsOf, sendUnhooked);
  return (exchange, value, status) => {
    if (isAnswered(exchange, value)) return;
    const meant = statusFor(exchange, status);
    const terms = turningTerms(responses, meant);
    if (!terms || value === undefined) {
      tellUndescribed(responses, value, meant);
      respondAsItIs(exchange, value, status);
      return;
    }
    const failed = (error: unknown): void => {
      failUnsent(exchange, namingRequest(error, exchange.req, terms.version), status);
    };
    try {
      const returned = classify(value);
      if (isOver(exchange)) discard(exchange, returned);
      else sendTurned(exchange, returned, { terms, status, failed });
    } catch (error) {
      failed(error);
    }
  };
}

/** Serves with what the handler itself sends by `res.json` and its like turned down, until the response is another's. */
export function hooked(serve: Serve, responses: RouteResponses): Serve {
  return (exchange) => {
    const hook = new JSONHook(exchange.res, (value, send) => {
      answerTurned(inner, value, responses, send);
    });
    const inner: Exchange = {
      ...exchange,
      next: (error?: unknown) => {
        hook.end();
        passOn(exchange, error as Error | undefined);
      },
    };
    serve(inner);
  };
}

interface TurningTerms extends ResponseTerms {
  readonly down: ResponseDown;
  readonly version: Version | undefined;
}

/** The terms of a status whose answers are turned down; undefined where they go out as they are. */
function turningTerms({ termsOf, version }: RouteResponses, status: number): TurningTerms | undefined {
  const terms = termsOf(status);
  return terms?.down && hasContent(status) ? { ...terms, down: terms.down, version } : undefined;
}

function tellUndescribed({ termsOf, undescribed }: RouteResponses, value: unknown, status: number): void {
  if (undescribed && hasContent(status) && !termsOf(status) && hasMembers(value)) undescribed(status);
}

/** Whether a version may know a value's members by other names; what cannot be read fails where it is sent. */
function hasMembers(value: unknown): boolean {
  try {
    return isObject(value) && classify(value).kind === "json";
  } catch {
    return false;
  }
}

const sendUnhooked: typeof send = (exchange, ...rest) => {
  unhooked(exchange.res, () => {
    send(exchange, ...rest);
  });
};

interface Turning {
  readonly terms: TurningTerms;
  readonly status: number;
  readonly failed: (error: unknown) => void;
}

function sendTurned(exchange: Exchange, returned: ReturnedValue, { terms, status, failed }: Turning): void {
  const { down } = terms;
  if (!down.convert && returned.kind !== "json" && returned.kind !== "text") {
    discard(exchange, returned);
    sendAsSeen(exchange, { kind: "nothing" }, { terms, status });
    return;
  }
  switch (returned.kind) {
    case "items": {
      const itemText: ItemText = (data, res) =>
        seenAsJSON(
          turned(
            strippedBy(down, data.kind === "text" ? data.text : JSON.parse(jsonText(data.value, res))),
            terms,
            exchange,
          ),
        );
      sendUnhooked(exchange, returned, status, { type: terms.type, closed: undefined, itemText });
      return;
    }
    case "json":
    case "text": {
      const spoken: Spoken =
        returned.kind === "text"
          ? returned
          : { kind: "json text", text: jsonText(returned.value, exchange.res) };
      if (!down.validate) {
        sendAsSeen(exchange, seenOf(spoken, terms, exchange), { terms, status });
        return;
      }
      sendTurnedChecked(exchange, spoken, { terms, status, failed, fits: down.validate });
      return;
    }
    case "bytes":
    case "stream":
      discard(exchange, returned);
      throw new ConversionError(
        `${returned.kind === "bytes" ? "bytes were" : "a stream was"} returned, which cannot be turned down`,
      );
    case "unsupported":
    case "nothing":
      sendUnhooked(exchange, returned, status, terms);
  }
}

/** Judges what the handler returned by its own schema, and what the version is sent by the version's. */
function sendTurnedChecked(
  exchange: Exchange,
  spoken: Spoken,
  { terms, status, failed, fits }: Turning & { readonly fits: Validate },
): void {
  const { down, validate, closed } = terms;
  const meant = statusFor(exchange, status);
  const check = async (): Promise<Seen> => {
    await assertFits(spoken, { validate: fits, closed: down.closed }, saidOfHandler(exchange, meant));
    const seen = unstripped(spoken, terms, exchange);
    if (validate && seen.kind !== "nothing") {
      const { method, baseUrl, path } = exchange.req;
      const said = `what a version of ${method} ${baseUrl}${path} is sent does not fit its WithResponse(${meant})`;
      await assertFits(seen, { validate, closed }, said);
    }
    return seen;
  };
  check()
    .then((seen) => {
      if (!exchange.res.headersSent) sendAsSeen(exchange, seen, { terms, status });
    })
    .catch(failed);
}

/** A handler's value, as it would be sent: a text, or a JSON text. */
type Spoken = (ReturnedValue & { readonly kind: "text" }) | SerialisedValue;

/** The body that a version is sent: a text, a JSON text, or none at all. */
type Seen = Spoken | (ReturnedValue & { readonly kind: "nothing" });

/** The value as the version sees it. */
function seenOf(spoken: Spoken, terms: TurningTerms, exchange: Exchange): Seen {
  return turned(valueOf(spoken, terms.down), terms, exchange);
}

/** The same with what the version's schema closes out, which is a misfit where responses are checked. */
function unstripped(spoken: Spoken, terms: TurningTerms, exchange: Exchange): Seen {
  return turned(valueOf(spoken, terms.down), { ...terms, closed: undefined }, exchange);
}

/** A value as the version's clients are sent it: only now is it certain that JSON can hold it. */
function asSeen(value: unknown): Seen {
  if (value === undefined) return { kind: "nothing" };
  if (typeof value === "string") return { kind: "text", text: value };
  const text: unknown = JSON.stringify(value);
  if (typeof text === "string") return { kind: "json text", text };
  throw new ConversionError(`a Down gave ${describe(value)}, which JSON cannot hold`);
}

/** A value as JSON: of an item, and of what `res.json` was given. */
function seenAsJSON(seen: Seen): string {
  switch (seen.kind) {
    case "text":
      return JSON.stringify(seen.text);
    case "json text":
      return seen.text;
    case "nothing":
      throw new ConversionError("the older version has no body (Nothing) here; a list item needs one");
  }
}

function valueOf(spoken: Spoken, down: ResponseDown): unknown {
  return strippedBy(down, spoken.kind === "text" ? spoken.text : JSON.parse(spoken.text));
}

/** The handler's value, which is JSON and shares nothing with it, without what its own schema closes out. */
function strippedBy({ closed, convert }: ResponseDown, json: unknown): unknown {
  // Of what is not sent at all, nothing has to be looked for.
  return closed && convert ? closed.strip(json) : json;
}

function turned(copy: unknown, { down, closed, version }: TurningTerms, { req }: Exchange): Seen {
  try {
    const value = down.convert?.(copy);
    return asSeen(closed && value !== undefined ? closed.strip(value) : value);
  } catch (error) {
    throw failureOfConversion(error, req, version);
  }
}

function sendAsSeen(
  exchange: Exchange,
  seen: Seen,
  { terms: { type }, status }: Omit<Turning, "failed">,
): void {
  if (seen.kind !== "nothing") {
    sendUnhooked(exchange, seen, status, { type, closed: undefined });
    return;
  }
  const { res } = exchange;
  if (isOver(exchange)) return;
  res.statusCode = statusFor(exchange, status);
  res.removeHeader("Content-Type");
  res.send();
}

/** Answers with what the handler gave `res.json`; whatever fails is the exchange's failure, not its caller's. */
function answerTurned(
  exchange: Exchange,
  value: unknown,
  responses: RouteResponses,
  send: Parameters<AnswerJSON>[1],
): void {
  const { res, req } = exchange;
  const terms = res.headersSent || value === undefined ? undefined : turningTerms(responses, res.statusCode);
  if (!terms) {
    if (!res.headersSent) tellUndescribed(responses, value, res.statusCode);
    send.asItIs(value);
    return;
  }
  let seen: Seen;
  try {
    seen = turned(strippedBy(terms.down, JSON.parse(jsonText(value, res))), terms, exchange);
  } catch (error) {
    exchange.fail(exchange, namingRequest(error, req, terms.version));
    return;
  }
  if (seen.kind === "nothing") sendAsSeen(exchange, seen, { terms, status: res.statusCode });
  else send.turned(seenAsJSON(seen));
}
