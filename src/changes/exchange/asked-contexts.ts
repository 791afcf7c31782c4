import type { Request } from "express";
import { noContexts, type ContextValues } from "../../schema/interface/context";
import type { ContextQuestion } from "../options/contexts";
import { isThenable, takeRejection } from "../../core/model/value";
import { settle, type Step } from "../../core/request/exchange";

/** Calls all functions of `WithContext` before it awaits any result. Returns `known` with the results. */
export function askContexts(
  questions: readonly ContextQuestion[],
  req: Request,
  known: ContextValues = noContexts,
): ContextValues | Promise<ContextValues> {
  const answers: unknown[] = [];
  try {
    for (const { ask } of questions) answers.push(ask(req));
  } catch (error) {
    // The other results are not needed, but a rejected promise among them must not remain unhandled.
    for (const answer of answers) takeRejection(answer);
    throw error;
  }
  const valuesOf = (given: readonly unknown[]): ContextValues =>
    known.and(new Map(questions.map(({ key }, i) => [key, given[i]])));
  return answers.some(isThenable) ? Promise.all(answers).then(valuesOf) : valuesOf(answers);
}

/** Asks the contexts of a route without input. Otherwise, the conversion of its input asks them. */
export function contextStep(questions: readonly ContextQuestion[]): Step {
  return (next) => (exchange) => {
    settle(
      () => askContexts(questions, exchange.req),
      (contexts) => {
        if (exchange.notes) exchange.notes.contexts = contexts;
        next({ ...exchange, contexts });
      },
      (error) => {
        exchange.fail(exchange, error);
      },
    );
  };
}
