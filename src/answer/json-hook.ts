import type { Response } from "express";
import { sendJSONText, withoutReplacer } from "./json-text";

/** Takes a value that the handler answers with by itself, and answers with another. */
export type AnswerJSON = (value: unknown, send: SendJSON) => void;

/** The two ways out of a hook; both may throw what the host's own `res.json` throws. */
interface SendJSON {
  /** Sends a value that is not turned. */
  readonly asItIs: (value: unknown) => void;
  /** Sends a JSON text in the version's words. */
  readonly turned: (text: string) => void;
}

type Sender = "json" | "jsonp";
const senders: readonly Sender[] = ["json", "jsonp"];

/** A method that a response had before it was hooked. */
interface Replaced {
  readonly method: Response["json"];
  /** Whether it was the response's own; Express's stand on the prototype. */
  readonly isOwn: boolean;
}

// Hot path: a member beside those that a hook puts there costs V8 a fraction of what an entry of a WeakMap does.
const hookKey = Symbol("versioned-controllers");

interface HookedResponse {
  [hookKey]?: JSONHook | undefined;
}

function hookOf(res: Response): JSONHook | undefined {
  return (res as HookedResponse)[hookKey];
}

/**
 * Stands before `res.json` and `res.jsonp`, and so before `res.send` of an object, however late a handler calls them.
 *
 * A method that a middleware has put there is called with what is answered in the end.
 */
export class JSONHook {
  readonly #res: Response;
  readonly #outer: JSONHook | undefined;
  readonly #replaced: ReadonlyMap<Sender, Replaced>;
  readonly #own = new Map<Sender, Response["json"]>();
  /** Only a hook that stands answers otherwise: lifted or ended, it lets a value through as it is. */
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

  /** Whether the response is no longer the handler's. */
  get hasEnded(): boolean {
    return this.#state === "ended";
  }

  /** Sends what is in the version's words already. */
  lift(send: () => void): void {
    this.#state = "lifted";
    this.#stepAside();
    try {
      send();
    } finally {
      this.#reinstall();
    }
  }

  /** Ends it: the response is no longer the handler's. */
  end(): void {
    this.#state = "ended";
    this.#remove();
    (this.#res as HookedResponse)[hookKey] = this.#outer;
  }

  /** Express's own `res.json` would ask the host's "json replacer" again; what a handler has put there calls this hook. */
  #sendersOf(name: Sender, before: Response["json"]): SendJSON {
    const res = this.#res;
    const isFirst = name === "json" && res.json === this.#own.get(name);
    return {
      asItIs: (value) => {
        this.lift(() => before.call(res, value));
      },
      turned: (text) => {
        this.lift(() => {
          if (isFirst) sendJSONText(res.req, res, text);
          else withoutReplacer(res, () => before.call(res, JSON.parse(text)));
        });
      },
    };
  }

  /** A handler's own `res.json` may call `next` while it is lifted: that ends it for good. */
  #reinstall(): void {
    if (this.#state === "ended") return;
    this.#state = "stands";
    this.#install();
  }

  #install(): void {
    for (const [name, own] of this.#own) {
      // A method that a handler has put before it since then stays where it is.
      if (this.#res[name] === this.#replaced.get(name)?.method) this.#res[name] = own;
    }
  }

  /** Hot path: the methods of the prototype stand as own ones meanwhile, since V8 reads an object that has lost a member slowly. */
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

/** Sends what is in the version's words already, whether or not a hook stands on its response. */
export function unhooked(res: Response, send: () => void): void {
  const hook = hookOf(res);
  if (hook) hook.lift(send);
  else send();
}
