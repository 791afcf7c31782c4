import { classify } from "../../core/answer/body";
import { type Respond, respondBy, respondWith } from "../../core/answer/respond";
import type { OwnHandler } from "../../core/dispatch/endpoint";
import { handlerServe } from "../../core/dispatch/handlers";
import { inputStep } from "../../schema/serving/input-step";
import { telling } from "../../core/dispatch/observers";
import type { Handler } from "../../core/model/handler";
import type { Route } from "../../core/model/route";
import type { Version } from "../../core/model/version";
import { type Exchange, type Failure, inTurn, type Serve } from "../../core/request/exchange";
import { differencesOf, errorDifference, type HandlerFailure } from "./answer-difference";
import { answeredBy, detachedResponse, givenAnswer, type GivenAnswer, secondView } from "./second-exchange";
import type { ShadowDifference, ShadowOptions } from "./shadow-types";
import type { RouteResponses } from "../../core/answer/terms";
import { compileResponses } from "../../schema/serving/response-terms";
import { type DeclaredResponse, sentStatus } from "../../core/model/contract";
import type { HandlerWrap } from "../../core/wings/wing";
import { isShadowed, writtenShadows } from "./shadow-rules";

interface ShadowPlan {
  readonly handler: Handler;
  readonly options: ShadowOptions;
  /** The status of the answer if the old handler returns a value. */
  readonly status: number;
  readonly responses: RouteResponses | undefined;
  readonly version: Version;
  readonly record: Route;
  readonly quiet: Failure;
}

/** Runs the handler whose answer is sent, and then, for a share of the requests, the other handler. */
function beside(plan: ShadowPlan, { input, serve, inItsForm }: OwnHandler): Serve {
  const { Answer, Share = 1 } = plan.options;
  const serveNew = serve(endingWithExchange);
  const serveOld = oldServe(plan, input);
  const serveSent = Answer === "old" ? inOldForm(serveOld) : serveNew;
  const serveOther = Answer === "old" ? inItsForm(serveNew) : serveOld;
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
    // The other handler begins later, so that it does not delay the answer that is sent.
    setImmediate(() => {
      serveOther(otherExchange(exchange, comparison, { req: view, res }));
    });
  };
  // A body can be read only once, so it is read before both handlers run.
  const begin = input?.body ? inputStep({ ...input, parts: [], convert: undefined })(both) : both;
  return (exchange) => {
    (Math.random() < Share ? begin : serveSent)(exchange);
  };
}

/** Runs the old handler. It gets the request unconverted, and its answer already has the form for the client. */
function oldServe({ handler, status, responses }: ShadowPlan, input: OwnHandler["input"]): Serve {
  const answer = endingWithExchange(responses ? respondBy(responses) : respondWith);
  const steps = input ? [inputStep({ ...input, convert: undefined })] : [];
  return inTurn(steps, handlerServe(handler, status, { answer }));
}

/**
 * Ends `earlier`, the conversion of status and headers: the old handler's already have the form for the client. A recorder
 * gets nothing, because the old handler reads and gives no value of the newest version.
 */
function inOldForm(serveOld: Serve): Serve {
  return ({ earlier, ...exchange }) => {
    earlier?.end();
    serveOld({ ...exchange, notes: undefined });
  };
}

/** Creates the `Exchange` of the handler whose answer is not sent. Its errors and `next` do not affect the client. */
function otherExchange(
  { direct, errorVersion }: Exchange,
  comparison: Comparison,
  messages: Pick<Exchange, "req" | "res">,
): Exchange {
  return {
    ...messages,
    direct,
    errorVersion,
    next: comparison.passOtherOn,
    fail: (failed, error, isPassedOn) => {
      comparison.add({ error, isAnswered: isPassedOn !== true && !failed.res.headersSent });
      comparison.plan.quiet(failed, error, isPassedOn);
    },
  };
}

const passedOnAnswer: GivenAnswer = { status: undefined, body: undefined, isWhole: true };

/** The time for which a stream that is not sent may continue after the other answer was sent, to reach its own end. */
const millisecondsAfter = 500;

/** For each response that is not sent, the comparison to which it belongs. */
const comparisons = new WeakMap<object, Comparison>();

/** Notes a stream that is not sent to the client: it may be endless, so it is ended soon after the sent answer. */
function endingWithExchange(answer: Respond): Respond {
  return (exchange, value, status) => {
    const { kind } = classify(value);
    if (kind === "stream" || kind === "items") comparisons.get(exchange.res)?.noteStream();
    answer(exchange, value, status);
  };
}

class Comparison {
  readonly plan: ShadowPlan;
  readonly #exchange: Exchange;
  readonly #thrown: HandlerFailure[] = [];
  #other: Exchange["res"] | undefined;
  #isOver = false;
  #isSent = false;
  #isStreaming = false;
  #passSentOn: (answer: GivenAnswer | undefined) => void = () => undefined;
  #passOtherOn: (answer: GivenAnswer) => void = () => undefined;

  constructor(plan: ShadowPlan, exchange: Exchange) {
    this.plan = plan;
    this.#exchange = exchange;
  }

  begin(other: Exchange["res"]): void {
    const sentOn = new Promise<GivenAnswer | undefined>((resolve) => {
      this.#passSentOn = resolve;
    });
    const otherOn = new Promise<GivenAnswer>((resolve) => {
      this.#passOtherOn = resolve;
    });
    this.#other = other;
    comparisons.set(other, this);
    const sent = givenAnswer(this.#exchange.res);
    const answered = givenAnswer(other, () => {
      this.noteStream();
    });
    void Promise.all([Promise.race([sent, sentOn]), Promise.race([answered, otherOn])]).then(
      ([sentAnswer, otherAnswer]) => {
        if (sentAnswer?.isWhole && otherAnswer) this.#compare(sentAnswer, otherAnswer);
      },
    );
    void sent.then((answer) => {
      this.#isSent = true;
      // The client disconnected before the end of the answer, so the handler whose answer is not sent stops, too.
      if (!answer?.isWhole) other.destroy();
      else if (this.#isStreaming) this.#endSoon();
    });
  }

  noteStream(): void {
    if (this.#isStreaming) return;
    this.#isStreaming = true;
    if (this.#isSent) this.#endSoon();
  }

  #endSoon(): void {
    const other = this.#other;
    const ending = setTimeout(() => other?.destroy(), millisecondsAfter).unref();
    other?.once("close", () => {
      clearTimeout(ending);
    });
  }

  /** Adds an error of the handler whose answer is not sent. After the comparison, an error gets a report of its own. */
  add(thrown: HandlerFailure): void {
    if (this.#isOver) this.#tell([errorDifference(thrown, this.#otherName)]);
    else this.#thrown.push(thrown);
  }

  readonly passOtherOn = (): void => {
    this.#passOtherOn(passedOnAnswer);
  };

  /** Records that the handler whose answer is sent has called `next`. After `next(error)`, nothing is compared. */
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
    const report = { Method, Path, Version: version, Difference, Request: this.#exchange.req };
    // `OnDifference` may be an async function, which TypeScript accepts as `=> void`. `telling` handles its promise.
    const onDifference: (...told: Parameters<ShadowOptions["OnDifference"]>) => unknown =
      options.OnDifference;
    telling(this.#exchange, () => onDifference(report));
  }
}

/** Makes the function that also runs an old handler: that of the first `Shadow` for the route's version, if any. */
export const shadowBeside: HandlerWrap = (
  { form, contract, version, route },
  { schemas, check, order, quiet, recordOf },
) => {
  if (version === undefined) return undefined;
  const shadow = writtenShadows(form.settings).find(({ range }) => isShadowed(range, version, order));
  if (!shadow) return undefined;
  const { renumbering } = form;
  const responses = contract.responses.map((response): DeclaredResponse => {
    const { status } = response;
    const sent = typeof status === "number" ? sentStatus(renumbering, status) : status;
    return { ...response, status: sent, converted: undefined };
  });
  const plan = {
    ...shadow,
    version,
    status: sentStatus(renumbering, contract.status),
    responses: compileResponses(
      { contract: { ...contract, responses }, version },
      { schemas, check, conversions: undefined },
    ),
    record: recordOf(route),
    quiet: quiet(),
  };
  return (own) => beside(plan, own);
};
