import { isSuccess } from "../http/status";
import type { Exchange, Step } from "../request/exchange";
import { beforeHead, changeInHead } from "../request/head";

/**
 * Announces the media types of a QUERY to the same path on successful responses (RFC 10008, 3): `Accept-Query:
 * application/json`.
 *
 * A handler's own header wins.
 */
export function acceptQueryStep(mediaTypesFor: (exchange: Exchange) => string | undefined): Step {
  return (next) => (exchange) => {
    const types = mediaTypesFor(exchange);
    if (types !== undefined) {
      beforeHead(exchange.res, (res, args) => {
        if (!isSuccess(Number(args[0]))) return;
        changeInHead(res, args, "Accept-Query", (own) => (own === undefined ? types : undefined));
      });
    }
    next(exchange);
  };
}
