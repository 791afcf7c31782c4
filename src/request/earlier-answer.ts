import type { Response } from "express";
import { hasContent } from "../http/status";
import { sentStatus, type Renumbering } from "../model/contract";
import { touch, type TouchedChanges } from "../model/histories";
import { beforeHead, renameInHead } from "./head";

/** The code that writes the answer. Answers of `"others"` (middleware, guards, the host) are not converted. */
type Writer = "others" | "handler" | "App";

/**
 * Converts the status and headers of an answer to those of an older version. The status is converted before Express's
 * `send` decides on a 304; without `send`, it is converted in `writeHead`.
 */
export class EarlierAnswer {
  readonly #res: Response;
  readonly #renumbering: Renumbering;
  readonly #touched: TouchedChanges | undefined;
  readonly #sender: Response["send"];
  #replaced: Response["send"] | undefined;
  #writer: Writer = "others";
  #isSettled = false;
  #hasOwnContent = false;

  constructor(res: Response, renumbering: Renumbering, touched?: TouchedChanges) {
    this.#res = res;
    this.#renumbering = renumbering;
    this.#touched = touched;
    const before = res.send;
    this.#sender = (body?: unknown) => this.#send(this.#replaced ?? before, body);
    beforeHead(res, (_, args) => {
      this.#changeHead(args);
    });
  }

  sent(intendedStatus: number): number {
    touch(this.#touched, this.#renumbering.statusChanges.get(intendedStatus));
    return sentStatus(this.#renumbering, intendedStatus);
  }

  /** Allows the body that a `Down` has created, although the handler's status, such as 204, allows no body. */
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
    // Other bodies come back here: for an object, Express's `send` calls `res.json`, which calls `send` with a string.
    const isContent =
      typeof body === "string" || body === undefined || body === null || ArrayBuffer.isView(body);
    if (this.#writer !== "handler" || this.#isSettled || !isContent) return send.call(res, body);
    const intendedStatus = res.statusCode;
    this.#isSettled = true;
    res.statusCode = this.sent(intendedStatus);
    try {
      // If the handler's status allows no content, such as 204, the App has not converted the body, and drops it.
      if (this.#mayHaveContent(intendedStatus) && hasContent(res.statusCode)) return send.call(res, body);
      res.removeHeader("Content-Type");
      return send.call(res);
    } catch (error) {
      // Nothing has been sent. The error answer sets and converts a status of its own, as if `send` was not called.
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
