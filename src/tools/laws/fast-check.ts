import type * as FastCheck from "fast-check";

export type FastCheckModule = typeof FastCheck;
export type Arbitrary<T> = FastCheck.Arbitrary<T>;

/**
 * Loads fast-check, which generates examples for schemas without any: only users of examples need it.
 *
 * Bundlers resolve `require` when they bundle, and tolerate a missing package only directly inside of `try`.
 *
 * @throws FastCheckMissing if it is not installed.
 */
export function fastCheck(): FastCheckModule {
  try {
    // eslint-disable-next-line @typescript-eslint/no-require-imports -- it is an optional peer
    return require("fast-check") as FastCheckModule;
  } catch (cause) {
    throw new FastCheckMissing(cause);
  }
}

/** An error that names the package to install. */
class FastCheckMissing extends Error {
  override readonly name = "FastCheckMissing";

  constructor(cause: unknown) {
    super("examples need fast-check: npm install fast-check", { cause });
  }
}
