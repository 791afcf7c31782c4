/**
 * A response that breaks its own contract: the App itself answers the uniform 500, even under `PassErrors`, and does
 * not call `MapError`, because no request or client has caused it.
 */
export class ResponseError extends Error {
  override readonly name = "ResponseError";
}

/** A value of a kind that its schema does not allow: its members have not been searched for closed ones. */
export class KindError extends ResponseError {
  readonly #path: readonly (string | number)[];
  readonly #what: string;
  readonly #place: string | undefined;

  /**
   * @param what the kind of the value: `a list`.
   * @param place the answer with the value: `GET /books, version 1`.
   */
  constructor(path: readonly (string | number)[], what: string, place?: string) {
    const found = `${path.join(".") || "the value"} is ${what}, which the schema of the response does not allow`;
    super(place === undefined ? found : `${place}: ${found}`);
    this.#path = path;
    this.#what = what;
    this.#place = place;
  }

  /** The same with its answer, unless that is known already. */
  of(place: string): KindError {
    return new KindError(this.#path, this.#what, this.#place ?? place);
  }
}
