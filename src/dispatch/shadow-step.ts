import type { Route } from "../model/route";
import type { RouteShadow } from "../model/serving";
import type { ShadowDifference, ShadowOptions } from "../model/shadow";
import type { Version } from "../model/version";
import type { Exchange, Failure, Serve, Step } from "../request/exchange";
import { differencesOf, errorDifference, type HandlerFailure } from "./shadow-difference";
import { answeredBy, secondView, detachedResponse, givenAnswer, type GivenAnswer } from "./shadow-exchange";
import { telling } from "./telling";

/** An old handler next to the route's own, in one version. */
export interface ShadowPlan extends RouteShadow {
  readonly version: Version;
  readonly record: Route;
  /** Answers an error without logging it. */
  readonly quiet: Failure;
}

/** The functions of both handlers, each with its input. */
interface BothWays {
  /** Reads the body for both; undefined without a declared body. */
  readonly readBody: Step | undefined;
  readonly serveOld: Serve;
  readonly serveNew: Serve;
  /** The same on a response that is not renumbered yet. */
  readonly serveNewAlone: Serve;
}

/** Serves with the handler whose answer is sent, then runs the other one for a share of the requests. */
export function beside(plan: ShadowPlan, ways: BothWays): Serve {
  const { Answer, Share = 1 } = plan.options;
  const serveSent = Answer === "old" ? inOldForm(ways.serveOld) : ways.serveNew;
  const serveOther = Answer === "old" ? ways.serveNewAlone : ways.serveOld;
  const both: Serve = (exchange) => {
    const view = secondView(exchange.req);
    const res = detachedResponse(exchange.res, view);
    answeredBy(view, res);
    const comparison = new Comparison(plan, exchange);
    comparison.begin(res);
    serveSent({
      ...exchange,
      next: (error?: unknown) => {
        comparison.passSentOn(error);
        exchange.next(error);
      },
    });
    // The answer may be sent before the other handler begins.
    setImmediate(() => {
      serveOther(otherExchange(exchange, comparison, { req: view, res }));
    });
  };
  const begin = ways.readBody ? ways.readBody(both) : both;
  return (exchange) => {
    (Math.random() < Share ? begin : serveSent)(exchange);
  };
}

/** The old handler uses the statuses and headers of its version: nothing changes them. */
function inOldForm(serveOld: Serve): Serve {
  return ({ earlier, ...exchange }) => {
    earlier?.end();
    serveOld(exchange);
  };
}

/** The exchange of the handler whose answer goes nowhere: its errors and `next` calls end here. */
function otherExchange(
  { errorVersion }: Exchange,
  comparison: Comparison,
  messages: Pick<Exchange, "req" | "res">,
): Exchange {
  return {
    ...messages,
    errorVersion,
    next: () => {
      comparison.passOtherOn();
    },
    fail: (failed, error, isPassedOn) => {
      comparison.add({ error, isAnswered: isPassedOn !== true && !failed.res.headersSent });
      comparison.plan.quiet(failed, error, isPassedOn);
    },
  };
}

const passedOnAnswer: GivenAnswer = { status: undefined, body: undefined };

/** The comparison of two answers to one request. */
class Comparison {
  readonly plan: ShadowPlan;
  readonly #exchange: Exchange;
  readonly #thrown: HandlerFailure[] = [];
  #isOver = false;
  #passSentOn: (answer: GivenAnswer | undefined) => void = () => undefined;
  #passOtherOn: (answer: GivenAnswer) => void = () => undefined;

  constructor(plan: ShadowPlan, exchange: Exchange) {
    this.plan = plan;
    this.#exchange = exchange;
  }

  /** Waits for both answers, and reports their difference. */
  begin(other: Exchange["res"]): void {
    const sentOn = new Promise<GivenAnswer | undefined>((resolve) => {
      this.#passSentOn = resolve;
    });
    const otherOn = new Promise<GivenAnswer>((resolve) => {
      this.#passOtherOn = resolve;
    });
    const sent = givenAnswer(this.#exchange.res);
    void Promise.all([Promise.race([sent, sentOn]), Promise.race([givenAnswer(other), otherOn])]).then(
      ([sentAnswer, otherAnswer]) => {
        if (sentAnswer && otherAnswer) this.#compare(sentAnswer, otherAnswer);
      },
    );
    void sent.then((answer) => {
      // The client has gone: this ends an endless stream.
      if (!answer) other.destroy();
    });
  }

  /** Adds an error of the handler whose answer is not sent; after the report it is reported by itself. */
  add(thrown: HandlerFailure): void {
    if (this.#isOver) this.#tell([errorDifference(thrown, this.#otherName)]);
    else this.#thrown.push(thrown);
  }

  /** Ends the part of the handler whose answer is not sent, because it passed the request on. */
  passOtherOn(): void {
    this.#passOtherOn(passedOnAnswer);
  }

  /**
   * The same for the other handler: the host answers instead. If the host answers an error, there is nothing to
   * compare.
   */
  passSentOn(error: unknown): void {
    this.#passSentOn(error === undefined || error === null ? passedOnAnswer : undefined);
  }

  get #otherName(): "old" | "new" {
    return this.plan.options.Answer === "old" ? "new" : "old";
  }

  #compare(sent: GivenAnswer, other: GivenAnswer): void {
    this.#isOver = true;
    const { Answer, Compare } = this.plan.options;
    const answers = Answer === "old" ? { old: sent, new: other } : { old: other, new: sent };
    telling(this.#exchange, () => {
      const found = differencesOf(answers, { thrown: this.#thrown, of: this.#otherName }, Compare);
      if (found.length > 0) this.#tell(found);
    });
  }

  #tell(Difference: readonly ShadowDifference[]): void {
    const { record, version, options } = this.plan;
    const { Method, Path } = record;
    const told = { Method, Path, Version: version, Difference, Request: this.#exchange.req };
    // It returns a promise if the application passes an async function.
    const onDifference: (...told: Parameters<ShadowOptions["OnDifference"]>) => unknown =
      options.OnDifference;
    telling(this.#exchange, () => onDifference(told));
  }
}
