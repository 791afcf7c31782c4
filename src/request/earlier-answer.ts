import type { Response } from "express";
import { hasContent } from "../http/status";
import { sentStatus, type Renumbering } from "../model/contract";
import { touch, type TouchedChanges } from "../model/touched";
import { beforeHead, renameInHead } from "./head";

/** Who writes a response: middleware and guards, and the host, are sent as they write. */
type Writer = "others" | "handler" | "App";

/**
 * The answer to a version that is sent other statuses or headers than the handler means.
 *
 * A status is changed once, before anything is made of it: ETag, 304 and a body that is left out are those of the status
 * that is sent. What the handler writes past `res.send` is changed as its head is written.
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

  /** The status that is sent for one that was meant. */
  sent(meant: number): number {
    touch(this.#touched, this.#renumbering.statusChanges.get(meant));
    return sentStatus(this.#renumbering, meant);
  }

  /** Lets a body be sent that the version has where newer ones have none: only its own status may forbid it. */
  giveContent(): void {
    this.#hasOwnContent = true;
  }

  /** Begins the handler's turn. */
  begin(): void {
    this.#writer = "handler";
    if (this.#renumbering.statuses.size === 0) return;
    this.#replaced = Object.hasOwn(this.#res, "send") ? this.#res.send : undefined;
    this.#res.send = this.#sender;
  }

  /** Ends it: the response is another's. */
  end(): void {
    this.#writer = "others";
    if (this.#res.send !== this.#sender) return;
    if (this.#replaced) this.#res.send = this.#replaced;
    else Reflect.deleteProperty(this.#res, "send");
  }

  /** The status of an error, which the App is about to answer. */
  statusOfError(meant: number): number {
    this.#writer = "App";
    return this.sent(meant);
  }

  #send(send: Response["send"], body: unknown): Response {
    const res = this.#res;
    // Express gives all else to `res.json`, which comes back with the text of what was meant.
    const isContent =
      typeof body === "string" || body === undefined || body === null || ArrayBuffer.isView(body);
    if (this.#writer !== "handler" || this.#isSettled || !isContent) return send.call(res, body);
    const meant = res.statusCode;
    this.#isSettled = true;
    res.statusCode = this.sent(meant);
    try {
      // An answer that was meant without content has none: no Down has turned its value.
      if (this.#mayHaveContent(meant) && hasContent(res.statusCode)) return send.call(res, body);
      res.removeHeader("Content-Type");
      return send.call(res);
    } catch (error) {
      // Nothing has been sent: the error's answer begins anew.
      this.#isSettled = false;
      res.statusCode = meant;
      throw error;
    }
  }

  #mayHaveContent(meant: number): boolean {
    return this.#hasOwnContent || hasContent(meant);
  }

  #changeHead(args: unknown[]): void {
    if (this.#writer === "others") return;
    const [meant] = args;
    if (this.#writer === "handler" && !this.#isSettled && typeof meant === "number") {
      this.#isSettled = true;
      const sent = this.sent(meant);
      args[0] = sent;
      if (sent !== meant && !hasContent(sent)) {
        for (const name of contentFields) this.#res.removeHeader(name);
      }
      if (sent !== meant && !this.#mayHaveContent(meant)) this.#res.removeHeader("Content-Type");
    }
    const { headers, headerChanges } = this.#renumbering;
    renameInHead(this.#res, args, headers, (now) => {
      touch(this.#touched, headerChanges.get(now));
    });
  }
}

const contentFields = ["Content-Type", "Content-Length", "Transfer-Encoding"] as const;
