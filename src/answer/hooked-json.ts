import { hasContent } from "../http/status";
import type { OpenedValue, Opening, RouteResponses } from "../model/serving";
import { isOver, passOn, type Exchange, type Serve } from "../request/exchange";
import { awaitFor, endAwait, isAwaited } from "./awaited";
import { openedBy } from "./opened-value";
import { namingRequest } from "./conversion-failure";
import { JSONHook, type AnswerJSON } from "./json-hook";
import { isExpressOwn } from "./json-text";
import { asJSON, converter, convertNothing, handlerCopy, wordsOfCarried, type ConvertedBody } from "./stages";
import { tellUndescribed } from "./undescribed";
import { write } from "./write";

/** Serves with what the handler itself sends by `res.json` and its like converted, until the response is another's. */
export function hooked(serve: Serve, responses: RouteResponses): Serve {
  return (exchange) => {
    const hook = new JSONHook(exchange.res, (value, send) => {
      answerConverted(inner, { value, send, isPassedOn: () => hook.hasEnded }, responses);
    });
    const inner: Exchange = {
      ...exchange,
      next: (error?: unknown) => {
        hook.end();
        endAwait(exchange.res);
        passOn(exchange, error as Error | undefined);
      },
    };
    serve(inner);
  };
}

/**
 * The same for a version that is sent what the handler means: whoever has wrapped `res.json` is given the value without what
 * it carries. Express's own needs no hook: for JSON a carried value is the value.
 */
export function hookedWhereWrapped(serve: Serve, responses: RouteResponses): Serve {
  const hookedServe = hooked(serve, responses);
  return (exchange) => {
    const { res } = exchange;
    if (isExpressOwn(res, "json") && !Object.hasOwn(res, "jsonp")) serve(exchange);
    else hookedServe(exchange);
  };
}

/** A value that a handler gave `res.json`, and the ways to send it. */
interface GivenJSON {
  readonly value: unknown;
  readonly send: Parameters<AnswerJSON>[1];
  /** Whether the response is no longer the handler's. */
  readonly isPassedOn: () => boolean;
}

/** Answers with what the handler gave `res.json`; whatever fails is the exchange's failure, not its caller's. */
function answerConverted(exchange: Exchange, given: GivenJSON, responses: RouteResponses): void {
  const { res, req } = exchange;
  const { value, send } = given;
  if (isAwaited(res)) return;
  const terms = res.headersSent || value === undefined ? undefined : responses.termsOf(res.statusCode);
  const isConverted = terms?.down && (terms.down.isFromNothing || hasContent(res.statusCode));
  const down = isConverted ? terms.down : undefined;
  if (!terms || !down) {
    if (!res.headersSent) tellUndescribed(responses, value, res.statusCode);
    send.asItIs(terms?.opening ? plainOf(terms.opening, value) : value);
    return;
  }
  const failed = (error: unknown): void => {
    exchange.fail(exchange, namingRequest(error, req, responses.version));
  };
  const convert = converter({ closed: terms.closed, down }, responses.version);
  const answer = ({ value: plain, carried }: Opened): void => {
    let body: ConvertedBody;
    try {
      body = down.isFromNothing
        ? convertNothing(convert, exchange)
        : convert(handlerCopy({ kind: "json", value: plain }, down, exchange), exchange, carried);
    } catch (error) {
      failed(error);
      return;
    }
    if (body.kind === "nothing") write(exchange, body, res.statusCode);
    else {
      if (down.type !== undefined && !res.get("Content-Type")) res.type(down.type);
      send.turned(asJSON(body));
    }
  };
  if (down.opening) openThen({ exchange, given, opening: down.opening }, answer, failed);
  else answer({ value, carried: undefined });
}

type Opened = Pick<OpenedValue, "value" | "carried">;

interface OpeningOfJSON {
  readonly exchange: Exchange;
  readonly given: GivenJSON;
  readonly opening: Opening;
}

/** Answers at once where all that is carried is there. */
function openThen(
  { exchange, given: { value, isPassedOn }, opening }: OpeningOfJSON,
  answer: (opened: Opened) => void,
  failed: (error: unknown) => void,
): void {
  let opened: ReturnType<typeof openedBy>;
  try {
    opened = openedBy(opening, value, () => wordsOfCarried({ exchange, status: exchange.res.statusCode }));
  } catch (error) {
    failed(error);
    return;
  }
  if (!(opened instanceof Promise)) answer(opened);
  else {
    const { res } = exchange;
    const status = res.statusCode;
    awaitFor(res, opened);
    opened
      .then((later) => {
        // Meanwhile the handler may have ended the response, or passed the request on.
        if (isOver(exchange) || isPassedOn()) return;
        res.statusCode = status;
        answer(later);
      })
      .catch(failed);
  }
}

/** Where a version needs nothing of what is carried, nothing is waited for. */
function plainOf({ open }: Opening, value: unknown): unknown {
  const opened = open(value);
  return opened instanceof Promise ? value : opened.value;
}
