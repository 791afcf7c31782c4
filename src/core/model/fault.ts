import { recognizing, sharedByCopies } from "./copies";
import { isObject } from "./value";
import type { Version } from "./version";

/** An error for a mistake in the application, never of the client: the answer is a 500, and `MapError` is not called. */
export abstract class Fault extends Error {
  /** Returns a copy of the error whose message names the client's version, and the request, such as `POST /books`. */
  abstract of(request: string | undefined, version: Version | undefined): Fault;
}

/** True for a `Fault`, even if another copy of the package in the same process created it. */
export const isFault = /* @__PURE__ */ recognizing("Fault", Fault);

/**
 * Wraps an error that a function of the application threw while it handled a value of the client. Clients never get the
 * error's message, even if it has `expose: true`, because the message may quote the value.
 */
export class ConcealedError extends Error {
  constructor(cause: unknown) {
    super("a function of the application threw an error", { cause });
  }
}

export const isConcealed = /* @__PURE__ */ recognizing("ConcealedError", ConcealedError);

/**
 * The error for a wrong value from the application, such as a Map that a handler returns. The client gets a 500.
 * `MapError` cannot make it a 4xx, because the mistake is not the client's.
 */
export class ValueError extends TypeError {
  override readonly name = "TypeError";
}

export const isValueError = /* @__PURE__ */ recognizing("ValueError", ValueError);

/** An error for a response that breaks its declaration. The answer is always 500, and `MapError` is not called. */
export class ResponseError extends Error {
  override readonly name = "ResponseError";
}

export const isResponseError = /* @__PURE__ */ recognizing("ResponseError", ResponseError);

/** An error for a value of the wrong kind, such as a list where the response's schema allows only an object. */
export class KindError extends ResponseError {
  readonly #path: readonly (string | number)[];
  readonly #what: string;
  readonly #place: string | undefined;

  /** `what` is the kind of the value, such as `a list`; `place` is the response: `GET /books, version 1`. */
  constructor(path: readonly (string | number)[], what: string, place?: string) {
    const found = `${path.join(".") || "the value"} is ${what}, which the schema of the response does not allow`;
    super(place === undefined ? found : `${place}: ${found}`);
    this.#path = path;
    this.#what = what;
    this.#place = place;
  }

  of(place: string): KindError {
    return new KindError(this.#path, this.#what, this.#place ?? place);
  }
}

export const isKindError = /* @__PURE__ */ recognizing("KindError", KindError);

/** Members of a line in the log: `{ change: "Cats have colours", side: "Up" }`. */
export type LogFacts = Readonly<Record<string, string>>;

const factsOfErrors = sharedByCopies("log-facts", () => new WeakMap<object, LogFacts>());

/** Records what the log says beside an error, such as the change whose `Up` threw it. A second record replaces the first. */
export function noteFacts<Thrown>(error: Thrown, facts: LogFacts | undefined): Thrown {
  if (isObject(error) && facts) factsOfErrors.set(error, facts);
  return error;
}

/** Returns the facts recorded for an error. Deletes the record, because a handler may throw the same object again. */
export function takeFacts(error: unknown): LogFacts | undefined {
  if (!isObject(error)) return undefined;
  const facts = factsOfErrors.get(error);
  factsOfErrors.delete(error);
  return facts;
}
