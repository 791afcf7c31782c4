import type { Version } from "../model/version";

/** A conversion that has failed: the application's mistake, and never the client's. */
export class ConversionError extends Error {
  override readonly name: string = "ConversionError";
  readonly #reason: string;
  readonly #version: Version | undefined;

  /**
   * @param version the version that the client speaks, where it is known already.
   * @param request the request that met it: `POST /books`.
   */
  constructor(reason: string, version?: Version, request?: string) {
    const place = [request, version === undefined ? undefined : `version ${version}`].filter(
      (part) => part !== undefined,
    );
    super(place.length === 0 ? reason : `${place.join(", ")}: ${reason}`);
    this.#reason = reason;
    this.#version = version;
  }

  /** The same, with the version of the client that met it. */
  in(version: Version | undefined): ConversionError {
    return new ConversionError(this.#reason, version);
  }

  /** The same, with the request that met it, and the version that it speaks. */
  of(request: string, version: Version | undefined): ConversionError {
    return new ConversionError(this.#reason, version ?? this.#version, request);
  }
}

/**
 * Whatever an Up or Down threw, as its cause. `MapError` is asked of it, and its own words are not heard: an error of
 * http-errors says itself that clients may see it, and would tell them what they never sent.
 */
export class ThrownInConversion extends Error {
  constructor(cause: unknown) {
    super("Up or Down threw", { cause });
  }
}
