import { hasContent } from "../../http/status";
import { withoutCarry } from "../../schema/interface/carried";
import {
  isOver,
  passOn,
  type Exchange,
  type Serve,
  type Step,
  namingRequest,
} from "../../core/request/exchange";
import type { AnswerInProgress, Body } from "../../core/answer/body";
import { awaited, write } from "../../core/answer/write";
import { awaitFor, endAwait, JSONHook, type AnswerJSON } from "./json-hook";
import { passed } from "../../core/answer/stages";
import { noResponses, type RouteResponses } from "../../core/answer/terms";
import { asJSON } from "./response-conversion";
import { tellUndescribed } from "../../core/answer/respond";

/** The steps around a handler that may send values itself, with `res.json`. */
export function jsonSteps(responses: RouteResponses | undefined, isRecorded: boolean): readonly Step[] {
  if (responses?.convertsDown) return [(serve) => hooked(serve, responses)];
  return [
    ...(responses?.carries ? [(serve: Serve) => hookedWhereWrapped(serve, responses)] : []),
    ...(isRecorded ? [(serve: Serve) => hookedWhereNoted(serve, responses)] : []),
  ];
}

/** Runs `serve` with a `res.json` that first converts its value to the client's API version. */
function hooked(serve: Serve, responses: RouteResponses): Serve {
  return (exchange) => {
    const hook = new JSONHook(exchange, (value, send) => {
      answerConverted(inner, { value, send, isPassedOn: () => hook.hasEnded }, responses);
    });
    const inner: Exchange = {
      ...exchange,
      next: (error?: unknown) => {
        hook.end();
        endAwait(exchange.res);
        passOn(exchange, error as Error | undefined);
      },
      // While `res.json` waits for a promise, it will still send a response, so the error is only logged.
      fail: (failed, error, isPassedOn) => {
        exchange.fail(failed, error, isPassedOn === true || awaited.has(exchange.res));
      },
    };
    serve(inner);
  };
}

/** For a recorded exchange, notes the JSON that a handler sends by `res.json`. */
function hookedWhereNoted(serve: Serve, responses: RouteResponses = noResponses): Serve {
  const hookedServe = hooked(serve, responses);
  return (exchange) => {
    (exchange.notes ? hookedServe : serve)(exchange);
  };
}

/** If a middleware has replaced `res.json`, converts each value before the middleware gets it. */
function hookedWhereWrapped(serve: Serve, responses: RouteResponses): Serve {
  const hookedServe = hooked(serve, responses);
  return (exchange) => {
    const { res, direct } = exchange;
    if (direct.isOriginal(res) && !Object.hasOwn(res, "jsonp")) serve(exchange);
    else hookedServe(exchange);
  };
}

interface GivenJSON {
  readonly value: unknown;
  readonly send: Parameters<AnswerJSON>[1];
  readonly isPassedOn: () => boolean;
}

function answerConverted(exchange: Exchange, given: GivenJSON, responses: RouteResponses): void {
  const { res, req } = exchange;
  const { value, send, isPassedOn } = given;
  if (awaited.has(res)) return;
  const terms = res.headersSent || value === undefined ? undefined : responses.termsOf(res.statusCode);
  const conversion =
    terms?.conversion?.isFromNothing || hasContent(res.statusCode) ? terms?.conversion : undefined;
  if (!conversion) {
    if (!res.headersSent) tellUndescribed(responses, value, res.statusCode);
    const status = res.statusCode;
    const plain = terms?.opening ? terms.opening.plain(value) : value;
    withoutCarry(() => {
      send.asItIs(plain);
    });
    exchange.notes?.noteUnconverted(plain, status);
    return;
  }
  const status = res.statusCode;
  const { opening, asked, convert, type } = conversion;
  const inProgress: AnswerInProgress = { exchange, status };
  const failed = (error: unknown): void => {
    exchange.fail(exchange, namingRequest(error, req, responses.version));
  };
  const answer = (prepared: Body): void => {
    const body = attempt(() => convert(prepared, inProgress), failed);
    if (body?.kind !== "text" && body?.kind !== "jsonText") {
      if (body) write(exchange, body, res.statusCode);
      return;
    }
    if (type !== undefined && !res.get("Content-Type")) res.type(type);
    send.converted(asJSON(body));
  };
  const prepared = attempt(
    () => passed({ kind: "json", value }, opening ? [opening, ...asked] : asked, inProgress),
    failed,
  );
  if (!prepared) return;
  if (!(prepared instanceof Promise)) {
    answer(prepared);
    return;
  }
  awaitFor(res, prepared);
  prepared
    .then((later) => {
      // Before the promise resolved, the handler may have ended the response or called `next`.
      if (isOver(exchange) || isPassedOn()) return;
      res.statusCode = status;
      answer(later);
    })
    .catch(failed);
}

function attempt<Made>(make: () => Made, failed: (error: unknown) => void): Made | undefined {
  try {
    return make();
  } catch (error) {
    failed(error);
    return undefined;
  }
}
