/**
 * A response that breaks its own contract: the App answers it with the uniform 500 itself, under `PassErrors` too, and
 * `MapError` is not asked, since no request and no client has caused it.
 */
export class ResponseError extends Error {
  override readonly name = "ResponseError";
}
