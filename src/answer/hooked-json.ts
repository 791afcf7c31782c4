import { hasContent } from "../http/status";
import type { RouteResponses } from "../model/serving";
import { passOn, type Exchange, type Serve } from "../request/exchange";
import { namingRequest } from "./conversion-failure";
import { JSONHook, type AnswerJSON } from "./json-hook";
import { asJSON, converter, convertNothing, handlerCopy, type ConvertedBody } from "./stages";
import { tellUndescribed } from "./undescribed";
import { write } from "./write";

/** Serves with what the handler itself sends by `res.json` and its like converted, until the response is another's. */
export function hooked(serve: Serve, responses: RouteResponses): Serve {
  return (exchange) => {
    const hook = new JSONHook(exchange.res, (value, send) => {
      answerConverted(inner, value, responses, send);
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

/** Answers with what the handler gave `res.json`; whatever fails is the exchange's failure, not its caller's. */
function answerConverted(
  exchange: Exchange,
  value: unknown,
  responses: RouteResponses,
  send: Parameters<AnswerJSON>[1],
): void {
  const { res, req } = exchange;
  const { version } = responses;
  const terms = res.headersSent || value === undefined ? undefined : responses.termsOf(res.statusCode);
  const isConverted = terms?.down && (terms.down.isFromNothing || hasContent(res.statusCode));
  if (!terms?.down || !isConverted) {
    if (!res.headersSent) tellUndescribed(responses, value, res.statusCode);
    send.asItIs(value);
    return;
  }
  const { closed, down } = terms;
  let body: ConvertedBody;
  try {
    const convert = converter({ closed, down }, version);
    body = down.isFromNothing
      ? convertNothing(convert, exchange)
      : convert(handlerCopy({ kind: "json", value }, down, exchange), exchange);
  } catch (error) {
    exchange.fail(exchange, namingRequest(error, req, version));
    return;
  }
  if (body.kind === "nothing") write(exchange, body, res.statusCode);
  else {
    if (down.type !== undefined && !res.get("Content-Type")) res.type(down.type);
    send.turned(asJSON(body));
  }
}
