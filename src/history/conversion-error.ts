import type { Version } from "../model/version";

/** A failed conversion: the application's mistake, never the client's. */
export class ConversionError extends Error {
  override readonly name: string = "ConversionError";
  readonly #reason: string;
  readonly #version: Version | undefined;

  /**
   * @param version the client's version, if it is known already.
   * @param request the failed request: `POST /books`.
   */
  constructor(reason: string, version?: Version, request?: string) {
    const place = [request, version === undefined ? undefined : `version ${version}`].filter(
      (part) => part !== undefined,
    );
    super(place.length === 0 ? reason : `${place.join(", ")}: ${reason}`);
    this.#reason = reason;
    this.#version = version;
  }

  /** The same with the client's version. */
  in(version: Version | undefined): ConversionError {
    return new ConversionError(this.#reason, version);
  }

  /** The same with the failed request and its version. */
  of(request: string, version: Version | undefined): ConversionError {
    return new ConversionError(this.#reason, version ?? this.#version, request);
  }
}

/**
 * An error of an Up or Down, as its cause. `MapError` is called for it, but its own message is not exposed: an error of
 * http-errors declares that clients may see it, and would describe a value that they never sent.
 */
export class ThrownInConversion extends Error {
  constructor(cause: unknown) {
    super("Up or Down threw", { cause });
  }
}
