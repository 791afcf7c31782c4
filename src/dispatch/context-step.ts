import type { Request } from "express";
import { ContextValues } from "../model/context";
import { takeRejection, isThenable } from "../model/value";
import type { ContextQuestion } from "../model/serving";
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

/** Calls all context functions at once, each once; waits only for promises. */
export function askContexts(
  questions: readonly ContextQuestion[],
  req: Request,
): ContextValues | Promise<ContextValues> {
  const answers: unknown[] = [];
  try {
    for (const { ask } of questions) answers.push(ask(req));
  } catch (error) {
    // The earlier results are no longer needed, and their rejections must be handled.
    for (const answer of answers) takeRejection(answer);
    throw error;
  }
  const valuesOf = (given: readonly unknown[]): ContextValues =>
    new ContextValues(new Map(questions.map(({ key }, i) => [key, given[i]])));
  return answers.some(isThenable) ? Promise.all(answers).then(valuesOf) : valuesOf(answers);
}
