import type { Response } from "express";
import { awaited, hookKey, type Hook, type HookedResponse } from "../../core/answer/write";
import { sendJSONText, withoutReplacer } from "../../core/answer/json-text";
import type { Exchange } from "../../core/request/exchange";

/** Called with the value of `res.json(value)`. Sends the response with one of the functions in `send`. */
export type AnswerJSON = (value: unknown, send: SendJSON) => void;

interface SendJSON {
  readonly asItIs: (value: unknown) => void;
  readonly converted: (text: string) => void;
}

type Sender = "json" | "jsonp";
const senders: readonly Sender[] = ["json", "jsonp"];

interface HookedMethod {
  readonly name: Sender;
  readonly method: Response["json"];
  /** False for a method that the response inherits from Express. */
  readonly isOwn: boolean;
  readonly hook: Response["json"];
}

/**
 * Replaces `res.json` and `res.jsonp` of a response, so that `answer` gets each value passed to them. Express's
 * `res.send` passes objects to `res.json`.
 */
export class JSONHook implements Hook {
  readonly #exchange: Exchange;
  readonly #res: Response;
  readonly #outer: Hook | undefined;
  readonly #methods: readonly HookedMethod[];
  /** "lifted": an already converted value is being sent, past the hook. "ended": the handler has called `next`. */
  #state: "active" | "lifted" | "ended" = "active";

  constructor(exchange: Exchange, answer: AnswerJSON) {
    const { res } = exchange;
    this.#exchange = exchange;
    this.#res = res;
    this.#outer = (res as HookedResponse)[hookKey];
    this.#methods = senders.map((name) => {
      const method = res[name];
      const hook = (value: unknown): Response => {
        if (this.#state === "active") answer(value, this.#sendersOf({ name, method, hook }));
        else method.call(res, value);
        return res;
      };
      return { name, method, isOwn: Object.hasOwn(res, name), hook };
    });
    (res as HookedResponse)[hookKey] = this;
    this.#install();
  }

  get hasEnded(): boolean {
    return this.#state === "ended";
  }

  lift(send: () => void): void {
    this.#state = "lifted";
    this.#stepAside();
    try {
      send();
    } finally {
      this.#reinstall();
    }
  }

  /** Removes the hook, because from now on another handler sends the response. */
  end(): void {
    this.#state = "ended";
    this.#remove();
    (this.#res as HookedResponse)[hookKey] = this.#outer;
  }

  #sendersOf({ name, method, hook }: Omit<HookedMethod, "isOwn">): SendJSON {
    const res = this.#res;
    const isFirst = name === "json" && res.json === hook;
    return {
      asItIs: (value) => {
        this.lift(() => method.call(res, value));
      },
      converted: (text) => {
        this.lift(() => {
          if (isFirst) sendJSONText(this.#exchange, text);
          else withoutReplacer(res, () => method.call(res, JSON.parse(text)));
        });
      },
    };
  }

  #reinstall(): void {
    if (this.#state === "ended") return;
    this.#state = "active";
    this.#install();
  }

  #install(): void {
    for (const { name, method, hook } of this.#methods) {
      // A handler may have assigned its own `res.json`, which must remain.
      if (this.#res[name] === method) this.#res[name] = hook;
    }
  }

  /** Hot path: assigns the old methods, because deleting a property makes an object slow in V8. */
  #stepAside(): void {
    for (const { name, method, hook } of this.#methods) {
      if (this.#res[name] === hook) this.#res[name] = method;
    }
  }

  #remove(): void {
    for (const { name, method, isOwn, hook } of this.#methods) {
      const stands = this.#res[name];
      if (stands !== hook && (isOwn || stands !== method)) continue;
      if (isOwn) this.#res[name] = method;
      else Reflect.deleteProperty(this.#res, name);
    }
  }
}

/** Adds `res` to `awaited` until `answer` settles. The caller handles the rejection of `answer`. */
export function awaitFor(res: Response, answer: Promise<unknown>): void {
  awaited.add(res);
  holdEnd(res);
  const settled = (): void => {
    endAwait(res);
  };
  answer.then(settled, settled);
}

/** In `res.json(cat).end()`, ignores the `end()`, which would end the response before the cat is sent. */
function holdEnd(res: Response): void {
  const isOwn = Object.hasOwn(res, "end");
  const end = Reflect.get(res, "end") as (...args: unknown[]) => Response;
  const held = (...args: unknown[]): Response => (args.length === 0 ? res : Reflect.apply(end, res, args));
  Reflect.set(res, "end", held);
  queueMicrotask(() => {
    if (Reflect.get(res, "end") !== held) return;
    if (isOwn) Reflect.set(res, "end", end);
    else Reflect.deleteProperty(res, "end");
  });
}

/** Removes `res` from `awaited`, because from now on another handler may answer. */
export function endAwait(res: Response): void {
  awaited.delete(res);
}
