import { hasContent } from "../http/status";
import { withoutCarry } from "../model/carried";
import type { ContextValues } from "../model/context";
import type { OpenedValue, Opening, ResponseDown, RouteResponses } from "../model/serving";
import { askContexts } from "../request/asked-contexts";
import { isOver, passOn, type Exchange, type Serve } from "../request/exchange";
import { awaitFor, endAwait, isAwaited, JSONHook, type AnswerJSON } from "./json-hook";
import { openedBy } from "./opened-value";
import { namingRequest } from "./conversion-failure";
import { isOriginal } from "../fast/originals";
import { asJSON, converter, convertNothing, handlerCopy, wordsOfCarried, type ConvertedBody } from "./stages";
import { tellUndescribed } from "./undescribed";
import { write } from "./write";

/**
 * Serves with a hook that converts values sent by `res.json` and similar methods, until another handler owns the
 * response.
 */
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
      // While res.json waits, the request is answered as if it had been sent: an error can only be logged.
      fail: (failed, error, isPassedOn) => {
        exchange.fail(failed, error, isPassedOn === true || isAwaited(exchange.res));
      },
    };
    serve(inner);
  };
}

/**
 * The same for a version that gets the handler's own form: a wrapper of `res.json` gets the value without its carried
 * values. Express's own method needs no hook: its JSON has no carried values.
 */
export function hookedWhereWrapped(serve: Serve, responses: RouteResponses): Serve {
  const hookedServe = hooked(serve, responses);
  return (exchange) => {
    const { res } = exchange;
    if (isOriginal(res, "json") && !Object.hasOwn(res, "jsonp")) serve(exchange);
    else hookedServe(exchange);
  };
}

/** A value that a handler passed to `res.json`, and the ways to send it. */
interface GivenJSON {
  readonly value: unknown;
  readonly send: Parameters<AnswerJSON>[1];
  /** True if the handler has passed the request on. */
  readonly isPassedOn: () => boolean;
}

/** Answers with the value passed to `res.json`; an error fails the exchange instead of the caller. */
function answerConverted(exchange: Exchange, given: GivenJSON, responses: RouteResponses): void {
  const { res, req } = exchange;
  const { value, send } = given;
  if (isAwaited(res)) return;
  const terms = res.headersSent || value === undefined ? undefined : responses.termsOf(res.statusCode);
  const isConverted = terms?.down && (terms.down.isFromNothing || hasContent(res.statusCode));
  const down = isConverted ? terms.down : undefined;
  if (!terms || !down) {
    if (!res.headersSent) tellUndescribed(responses, value, res.statusCode);
    withoutCarry(() => {
      send.asItIs(terms?.opening ? plainOf(terms.opening, value) : value);
    });
    return;
  }
  const failed = (error: unknown): void => {
    exchange.fail(exchange, namingRequest(error, req, responses.version));
  };
  const convert = converter({ closed: terms.closed, down }, responses.version);
  const answer = ({ value: plain, carried, contexts }: PreparedContent): void => {
    const asking = contexts ? { ...exchange, contexts } : exchange;
    let body: ConvertedBody;
    try {
      body = down.isFromNothing
        ? convertNothing(convert, asking)
        : convert(handlerCopy({ kind: "json", value: plain }, down, asking), asking, carried);
    } catch (error) {
      failed(error);
      return;
    }
    if (body.kind === "nothing") write(exchange, body, res.statusCode);
    else {
      if (down.type !== undefined && !res.get("Content-Type")) res.type(down.type);
      send.converted(asJSON(body));
    }
  };
  if (!down.opening && down.later.length === 0) answer({ value, carried: undefined, contexts: undefined });
  else prepareThen({ exchange, given, down }, answer, failed);
}

/** A value without its carried values, and what its Downs get besides. */
interface PreparedContent extends Pick<OpenedValue, "value" | "carried"> {
  /** Undefined if the exchange has all of them. */
  readonly contexts: ContextValues | undefined;
}

interface JSONToPrepare {
  readonly exchange: Exchange;
  readonly given: GivenJSON;
  readonly down: ResponseDown;
}

/** Answers at once if all carried values and contexts are there. */
function prepareThen(
  { exchange, given: { value, isPassedOn }, down }: JSONToPrepare,
  answer: (prepared: PreparedContent) => void,
  failed: (error: unknown) => void,
): void {
  let prepared: ReturnType<typeof preparedBy>;
  try {
    prepared = preparedBy(down, exchange, value);
  } catch (error) {
    failed(error);
    return;
  }
  if (!(prepared instanceof Promise)) answer(prepared);
  else {
    const { res } = exchange;
    const status = res.statusCode;
    awaitFor(res, prepared);
    prepared
      .then((later) => {
        // Meanwhile the handler may have ended the response, or passed the request on.
        if (isOver(exchange) || isPassedOn()) return;
        res.statusCode = status;
        answer(later);
      })
      .catch(failed);
  }
}

/** Takes the carried values, then asks for contexts; waits only for promises. */
function preparedBy(
  { opening, later }: ResponseDown,
  exchange: Exchange,
  value: unknown,
): PreparedContent | Promise<PreparedContent> {
  const ask = ({ value, carried }: Pick<OpenedValue, "value" | "carried">): ReturnType<typeof preparedBy> => {
    if (later.length === 0) return { value, carried, contexts: undefined };
    const contexts = askContexts(later, exchange.req, exchange.contexts);
    if (!(contexts instanceof Promise)) return { value, carried, contexts };
    return contexts.then((known) => ({ value, carried, contexts: known }));
  };
  if (!opening) return ask({ value, carried: undefined });
  const opened = openedBy(opening, value, () =>
    wordsOfCarried({ exchange, status: exchange.res.statusCode }),
  );
  return opened instanceof Promise ? opened.then(ask) : ask(opened);
}

/** A version that needs no carried values does not wait for them. */
function plainOf({ open }: Opening, value: unknown): unknown {
  const opened = open(value);
  return opened instanceof Promise ? value : opened.value;
}
