/**
 * A response that breaks its own contract: the App answers it with the uniform 500 itself, under `PassErrors` too, and
 * `MapError` is not asked, since no request and no client has caused it.
 */
export class ResponseError extends Error {
  override readonly name = "ResponseError";
}

/** A value of a kind that no alternative of its schema takes: nobody has looked for what must not be sent of it. */
export class KindError extends ResponseError {
  readonly #path: readonly (string | number)[];
  readonly #what: string;
  readonly #place: string | undefined;

  /**
   * @param what in words: `a list`.
   * @param place the answer that has it: `GET /books, version 1`.
   */
  constructor(path: readonly (string | number)[], what: string, place?: string) {
    const found = `${path.join(".") || "the value"} is ${what}, which the schema of the response does not allow`;
    super(place === undefined ? found : `${place}: ${found}`);
    this.#path = path;
    this.#what = what;
    this.#place = place;
  }

  /** The same, with the answer that has it, unless that is known already. */
  of(place: string): KindError {
    return new KindError(this.#path, this.#what, this.#place ?? place);
  }
}
