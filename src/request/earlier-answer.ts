import type { Response } from "express";
import { hasContent } from "../http/status";
import { sentStatus, type Renumbering } from "../model/contract";
import { touch, type TouchedChanges } from "../model/histories";
import { beforeHead, renameInHead } from "./head";

/**
 * The code that writes a response at present. Statuses and headers are converted for the handler and the App, but not
 * for `"others"`: middleware, guards and the host.
 */
type Writer = "others" | "handler" | "App";

/**
 * Converts the status and headers of an answer to those of an older version.
 *
 * The status is converted before anything depends on it, such as the ETag, a 304, or whether there is a body. If code
 * bypasses `res.send`, the status is converted when the head is written.
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

  /** The status that is sent in place of the handler's status. */
  sent(intendedStatus: number): number {
    touch(this.#touched, this.#renumbering.statusChanges.get(intendedStatus));
    return sentStatus(this.#renumbering, intendedStatus);
  }

  /** Allows a body that newer versions do not have, so that only the sent status may forbid the body. */
  giveContent(): void {
    this.#hasOwnContent = true;
  }

  /** Marks the handler as the writer, so that its answer is converted. */
  begin(): void {
    this.#writer = "handler";
    if (this.#renumbering.statuses.size === 0) return;
    this.#replaced = Object.hasOwn(this.#res, "send") ? this.#res.send : undefined;
    this.#res.send = this.#sender;
  }

  /** Marks another handler as the writer, so that its answer is not converted. */
  end(): void {
    this.#writer = "others";
    if (this.#res.send !== this.#sender) return;
    if (this.#replaced) this.#res.send = this.#replaced;
    else Reflect.deleteProperty(this.#res, "send");
  }

  /** The status that is sent in place of the status of an error of the App. */
  statusOfError(intendedStatus: number): number {
    this.#writer = "App";
    return this.sent(intendedStatus);
  }

  #send(send: Response["send"], body: unknown): Response {
    const res = this.#res;
    // For any other value, Express calls `res.json`, which calls this function again with a string.
    const isContent =
      typeof body === "string" || body === undefined || body === null || ArrayBuffer.isView(body);
    if (this.#writer !== "handler" || this.#isSettled || !isContent) return send.call(res, body);
    const intendedStatus = res.statusCode;
    this.#isSettled = true;
    res.statusCode = this.sent(intendedStatus);
    try {
      // If the handler's status has no content, no content is sent, because no Down has converted a value.
      if (this.#mayHaveContent(intendedStatus) && hasContent(res.statusCode)) return send.call(res, body);
      res.removeHeader("Content-Type");
      return send.call(res);
    } catch (error) {
      // No response has been sent, so that the answer to the error can begin anew.
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
