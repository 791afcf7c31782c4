import { takeRejection } from "../model/rejections";
import type { Exchange } from "../request/exchange";

/** Tells an application; what it throws, or its promise rejects with, is logged, and the request goes on. */
export function telling(exchange: Exchange, tell: () => unknown): void {
  const log = (error: unknown): void => {
    exchange.fail(exchange, error, true);
  };
  try {
    takeRejection(tell(), log);
  } catch (error) {
    log(error);
  }
}
