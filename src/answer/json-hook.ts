import type { Response } from "express";
import { sendJSONText, withoutReplacer } from "./json-text";

/** Converts and sends the value that a handler has passed to `res.json`. */
export type AnswerJSON = (value: unknown, send: SendJSON) => void;

interface SendJSON {
  readonly asItIs: (value: unknown) => void;
  readonly converted: (text: string) => void;
}

type Sender = "json" | "jsonp";
const senders: readonly Sender[] = ["json", "jsonp"];

/** A method of the response, and the hook's method that replaces it. */
interface HookedMethod {
  readonly name: Sender;
  readonly method: Response["json"];
  /** False for Express's own methods, which the response inherits. */
  readonly isOwn: boolean;
  readonly hook: Response["json"];
}

// Hot path: a property of the response costs V8 far less than an entry in a WeakMap.
const hookKey = Symbol("versioned-controllers");

interface HookedResponse {
  [hookKey]?: JSONHook | undefined;
}

function hookOf(res: Response): JSONHook | undefined {
  return (res as HookedResponse)[hookKey];
}

/**
 * Replaces `res.json` and `res.jsonp`, and so `res.send` of an object, even if a handler calls them late. If a
 * middleware has replaced such a method before, its method gets the final answer.
 */
export class JSONHook {
  readonly #res: Response;
  readonly #outer: JSONHook | undefined;
  readonly #methods: readonly HookedMethod[];
  /** Only an active hook converts values. */
  #state: "active" | "lifted" | "ended" = "active";

  constructor(res: Response, answer: AnswerJSON) {
    this.#res = res;
    this.#outer = hookOf(res);
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

  /** Sends a converted value. During the call, the hook passes values through unconverted. */
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

  /** Express's own method would apply the "json replacer" again, and a handler's own method would call the hook. */
  #sendersOf({ name, method, hook }: Omit<HookedMethod, "isOwn">): SendJSON {
    const res = this.#res;
    const isFirst = name === "json" && res.json === hook;
    return {
      asItIs: (value) => {
        this.lift(() => method.call(res, value));
      },
      converted: (text) => {
        this.lift(() => {
          if (isFirst) sendJSONText(res.req, res, text);
          else withoutReplacer(res, () => method.call(res, JSON.parse(text)));
        });
      },
    };
  }

  /** Sets the hook's methods again, unless a handler has called `next` meanwhile, which ended the hook. */
  #reinstall(): void {
    if (this.#state === "ended") return;
    this.#state = "active";
    this.#install();
  }

  #install(): void {
    for (const { name, method, hook } of this.#methods) {
      // If a handler has set its own method over the hook's method, that method stays.
      if (this.#res[name] === method) this.#res[name] = hook;
    }
  }

  /** Hot path: restores the methods by assignment, because a deletion makes an object slow in V8. */
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

/** Sends a converted value without the hook, which would convert the value again. */
export function unhooked(res: Response, send: () => void): void {
  const hook = hookOf(res);
  if (hook) hook.lift(send);
  else send();
}

const awaited = new WeakSet<Response>();

/** True while a value that the handler passed to `res.json` waits for carried values. */
export function isAwaited(res: Response): boolean {
  return awaited.has(res);
}

/** Marks the response until `answer` settles. The caller handles its rejection. */
export function awaitFor(res: Response, answer: Promise<unknown>): void {
  awaited.add(res);
  const release = holdEnd(res);
  const settled = (): void => {
    release();
    endAwait(res);
  };
  answer.then(settled, settled);
}

/** Ignores `res.end()` during the wait: `res.json(cat).end()` would end the response before it has its value. */
function holdEnd(res: Response): () => void {
  const isOwn = Object.hasOwn(res, "end");
  const end = Reflect.get(res, "end") as (...args: unknown[]) => Response;
  const held = (...args: unknown[]): Response =>
    args.length === 0 && isAwaited(res) ? res : Reflect.apply(end, res, args);
  Reflect.set(res, "end", held);
  return () => {
    if (Reflect.get(res, "end") !== held) return;
    if (isOwn) Reflect.set(res, "end", end);
    else Reflect.deleteProperty(res, "end");
  };
}

/** Removes the mark of `awaitFor`, because another handler may answer now. */
export function endAwait(res: Response): void {
  awaited.delete(res);
}
