import type { Version } from "./version";

/** A conversion that has failed: the application's mistake, and never the client's. */
export class ConversionError extends Error {
  override readonly name: string = "ConversionError";
  readonly #reason: string;

  /** @param version the version that the client speaks, where it is known already. */
  constructor(reason: string, version?: Version) {
    super(version === undefined ? reason : `version ${version}: ${reason}`);
    this.#reason = reason;
  }

  /** The same, with the version of the client that met it. */
  in(version: Version | undefined): ConversionError {
    return new ConversionError(this.#reason, version);
  }
}
