import type { Response } from "express";
import { hasContent } from "../../http/status";
import { sentStatus, type Renumbering } from "../../core/model/contract";
import { touch, type TouchedChanges } from "../../schema/interface/histories";
import type { ExchangeNotes } from "../../schema/interface/exchange-recorder";
import type { AnswerConversion } from "../../core/model/exchange";
import { passOn, type Step } from "../../core/request/exchange";
import { beforeHead, renameInHead } from "../../core/request/head";

interface EarlierExchange {
  readonly res: Response;
  readonly touched?: TouchedChanges | undefined;
  readonly notes?: ExchangeNotes | undefined;
}

/** The code that writes the response. Responses written by `"others"` (middleware and guards) are not converted. */
type Writer = "others" | "handler" | "App";

/** The steps of a route whose statuses or headers were others in an older version: `outer` is around all others. */
export function earlierSteps(renumbering: Renumbering | undefined): EarlierSteps {
  return renumbering ? { outer: [inEarlierForm(renumbering)], inner: [begun] } : { outer: [], inner: [] };
}

interface EarlierSteps {
  readonly outer: readonly Step[];
  readonly inner: readonly Step[];
}

function inEarlierForm(renumbering: Renumbering): Step {
  return (next) => (exchange) => {
    const earlier = new EarlierAnswer(exchange, renumbering);
    next({
      ...exchange,
      earlier,
      next: (error?: unknown) => {
        earlier.end();
        passOn(exchange, error as Error | undefined);
      },
    });
  };
}

const begun: Step = (next) => (exchange) => {
  exchange.earlier?.begin();
  next(exchange);
};

/** Converts the status and headers of a response to those of an older version, such as 201 to 200. */
class EarlierAnswer implements AnswerConversion {
  readonly #res: Response;
  readonly #renumbering: Renumbering;
  readonly #touched: TouchedChanges | undefined;
  readonly #notes: ExchangeNotes | undefined;
  readonly #sender: Response["send"];
  #replaced: Response["send"] | undefined;
  #writer: Writer = "others";
  #isSettled = false;
  #hasOwnContent = false;

  constructor({ res, touched, notes }: EarlierExchange, renumbering: Renumbering) {
    this.#res = res;
    this.#renumbering = renumbering;
    this.#touched = touched;
    this.#notes = notes;
    const before = res.send;
    this.#sender = (body?: unknown) => this.#send(this.#replaced ?? before, body);
    beforeHead(res, (_, args) => {
      this.#changeHead(args);
    });
  }

  sent(intendedStatus: number): number {
    this.#notes?.noteMeant(intendedStatus);
    touch(this.#touched, this.#renumbering.statusChanges.get(intendedStatus));
    return sentStatus(this.#renumbering, intendedStatus);
  }

  giveContent(): void {
    this.#hasOwnContent = true;
  }

  begin(): void {
    this.#writer = "handler";
    if (this.#renumbering.statuses.size === 0) return;
    this.#replaced = Object.hasOwn(this.#res, "send") ? this.#res.send : undefined;
    this.#res.send = this.#sender;
  }

  end(): void {
    this.#writer = "others";
    if (this.#res.send !== this.#sender) return;
    if (this.#replaced) this.#res.send = this.#replaced;
    else Reflect.deleteProperty(this.#res, "send");
  }

  statusOfError(intendedStatus: number): number {
    this.#writer = "App";
    return this.sent(intendedStatus);
  }

  #send(send: Response["send"], body: unknown): Response {
    const res = this.#res;
    // Values that are not content, such as objects, come back as a string: `send` calls `res.json`, which calls `send`.
    const isContent =
      typeof body === "string" || body === undefined || body === null || ArrayBuffer.isView(body);
    if (this.#writer !== "handler" || this.#isSettled || !isContent) return send.call(res, body);
    const intendedStatus = res.statusCode;
    this.#isSettled = true;
    res.statusCode = this.sent(intendedStatus);
    try {
      // Express drops the body of a 204. So the body of a handler's 204 is also dropped if an older version gets a 200.
      if (this.#mayHaveContent(intendedStatus) && hasContent(res.statusCode)) return send.call(res, body);
      res.removeHeader("Content-Type");
      return send.call(res);
    } catch (error) {
      // `send` threw before it sent anything. The error response has its own status, which must be converted, too.
      this.#isSettled = false;
      res.statusCode = intendedStatus;
      throw error;
    }
  }

  #mayHaveContent(intendedStatus: number): boolean {
    return this.#hasOwnContent || hasContent(intendedStatus);
  }

  #changeHead(args: unknown[]): void {
    if (this.#writer === "others") return;
    const [intendedStatus] = args;
    if (this.#writer === "handler" && !this.#isSettled && typeof intendedStatus === "number") {
      this.#isSettled = true;
      const sent = this.sent(intendedStatus);
      args[0] = sent;
      if (sent !== intendedStatus && !hasContent(sent)) {
        for (const name of contentFields) this.#res.removeHeader(name);
      }
      if (sent !== intendedStatus && !this.#mayHaveContent(intendedStatus)) {
        this.#res.removeHeader("Content-Type");
      }
    }
    const { headers, headerChanges } = this.#renumbering;
    renameInHead(this.#res, args, headers, (now) => {
      touch(this.#touched, headerChanges.get(now));
    });
  }
}

const contentFields = ["Content-Type", "Content-Length", "Transfer-Encoding"] as const;
