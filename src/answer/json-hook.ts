import type { Response } from "express";
import { sendJSONText, withoutReplacer } from "./json-text";

/** Converts and sends the value that a handler has passed to `res.json`. */
export type AnswerJSON = (value: unknown, send: SendJSON) => void;

/** Two ways to send a value from a hook; both may throw errors of the host's `res.json`. */
interface SendJSON {
  /** Sends a value without converting it. */
  readonly asItIs: (value: unknown) => void;
  /** Sends a converted value as JSON. */
  readonly converted: (text: string) => void;
}

type Sender = "json" | "jsonp";
const senders: readonly Sender[] = ["json", "jsonp"];

/** A method of the response that the hook has replaced. */
interface ReplacedMethod {
  readonly method: Response["json"];
  /** True for a property of the response itself: Express's own methods are on the prototype. */
  readonly isOwn: boolean;
}

// Hot path: a property that is added with the hook's methods costs V8 far less than an entry in a WeakMap.
const hookKey = Symbol("versioned-controllers");

interface HookedResponse {
  [hookKey]?: JSONHook | undefined;
}

function hookOf(res: Response): JSONHook | undefined {
  return (res as HookedResponse)[hookKey];
}

/**
 * Replaces `res.json` and `res.jsonp`, which `res.send` of an object calls too, until another handler owns the response.
 *
 * If a middleware has replaced the method before, its method gets the final answer.
 */
export class JSONHook {
  readonly #res: Response;
  readonly #outer: JSONHook | undefined;
  readonly #replaced: ReadonlyMap<Sender, ReplacedMethod>;
  readonly #own = new Map<Sender, Response["json"]>();
  /** Only a standing hook converts: a lifted or ended one passes values through. */
  #state: "stands" | "lifted" | "ended" = "stands";

  constructor(res: Response, answer: AnswerJSON) {
    this.#res = res;
    this.#outer = hookOf(res);
    this.#replaced = new Map(
      senders.map((name) => [name, { method: res[name], isOwn: Object.hasOwn(res, name) }] as const),
    );
    for (const name of senders) {
      const before = res[name];
      this.#own.set(name, (value: unknown) => {
        if (this.#state === "stands") answer(value, this.#sendersOf(name, before));
        else before.call(res, value);
        return res;
      });
    }
    (res as HookedResponse)[hookKey] = this;
    this.#install();
  }

  get hasEnded(): boolean {
    return this.#state === "ended";
  }

  /** Sends a converted value: during the call the hook passes values through. */
  lift(send: () => void): void {
    this.#state = "lifted";
    this.#stepAside();
    try {
      send();
    } finally {
      this.#reinstall();
    }
  }

  /** Ends the hook, because another handler owns the response. */
  end(): void {
    this.#state = "ended";
    this.#remove();
    (this.#res as HookedResponse)[hookKey] = this.#outer;
  }

  /** Express's own `res.json` would call the host's "json replacer" a second time, so the text is sent without it. */
  #sendersOf(name: Sender, before: Response["json"]): SendJSON {
    const res = this.#res;
    const isFirst = name === "json" && res.json === this.#own.get(name);
    return {
      asItIs: (value) => {
        this.lift(() => before.call(res, value));
      },
      converted: (text) => {
        this.lift(() => {
          if (isFirst) sendJSONText(res.req, res, text);
          else withoutReplacer(res, () => before.call(res, JSON.parse(text)));
        });
      },
    };
  }

  /** During `lift`, a method of the handler's may have called `next`, which ended the hook. */
  #reinstall(): void {
    if (this.#state === "ended") return;
    this.#state = "stands";
    this.#install();
  }

  #install(): void {
    for (const [name, own] of this.#own) {
      // A method that the handler has set over the hook stays.
      if (this.#res[name] === this.#replaced.get(name)?.method) this.#res[name] = own;
    }
  }

  /**
   * Hot path: while the hook is lifted, the methods of the prototype become properties of the response, because V8
   * reads an object slowly after a property was deleted.
   */
  #stepAside(): void {
    for (const [name, { method }] of this.#replaced) {
      if (this.#res[name] === this.#own.get(name)) this.#res[name] = method;
    }
  }

  #remove(): void {
    for (const [name, { method, isOwn }] of this.#replaced) {
      const stands = this.#res[name];
      if (stands !== this.#own.get(name) && (isOwn || stands !== method)) continue;
      if (isOwn) this.#res[name] = method;
      else Reflect.deleteProperty(this.#res, name);
    }
  }
}

/** Sends a value that is already converted, past the hook if there is one. */
export function unhooked(res: Response, send: () => void): void {
  const hook = hookOf(res);
  if (hook) hook.lift(send);
  else send();
}

const awaited = new WeakSet<Response>();

/** True if the handler has called `res.json`, and the answer waits for carried values. */
export function isAwaited(res: Response): boolean {
  return awaited.has(res);
}

/**
 * Marks the response as answered until the promise settles, or until the request is passed on. A rejection is the
 * caller's to handle.
 */
export function awaitFor(res: Response, answer: Promise<unknown>): void {
  awaited.add(res);
  const settled = (): void => {
    endAwait(res);
  };
  answer.then(settled, settled);
}

/** Removes the mark of `awaitFor`, because another handler may answer now. */
export function endAwait(res: Response): void {
  awaited.delete(res);
}
