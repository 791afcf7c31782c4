import type * as FastCheck from "fast-check";

export type FastCheckModule = typeof FastCheck;
export type Arbitrary<T> = FastCheck.Arbitrary<T>;

/**
 * fast-check, which makes examples of what no schema gives an example of: only those who ask for examples need it.
 *
 * Bundlers resolve `require` when they bundle; that nothing is there they tolerate directly inside of `try` alone.
 *
 * @throws FastCheckMissing where it is not installed.
 */
export function fastCheck(): FastCheckModule {
  try {
    // eslint-disable-next-line @typescript-eslint/no-require-imports -- it is an optional peer
    return require("fast-check") as FastCheckModule;
  } catch (cause) {
    throw new FastCheckMissing(cause);
  }
}

/** Says what to install. */
export class FastCheckMissing extends Error {
  override readonly name = "FastCheckMissing";

  constructor(cause: unknown) {
    super("examples need fast-check: npm install fast-check", { cause });
  }
}
