import type { ContextValues } from "../model/context";
import type { ContextQuestion } from "../model/serving";
import { askContexts } from "../request/asked-contexts";
import type { Step } from "../request/exchange";

/** Computes a request's contexts before its handler runs; an error of a context function is the answer. */
export function contextStep(questions: readonly ContextQuestion[]): Step {
  return (next) => (exchange) => {
    const failed = (error: unknown): void => {
      exchange.fail(exchange, error);
    };
    const settled = (contexts: ContextValues): void => {
      next({ ...exchange, contexts });
    };
    try {
      const contexts = askContexts(questions, exchange.req);
      if (contexts instanceof Promise) contexts.then(settled, failed);
      else settled(contexts);
    } catch (error) {
      failed(error);
    }
  };
}
