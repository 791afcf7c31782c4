import type * as FastCheck from "fast-check";

export type FastCheckModule = typeof FastCheck;
export type Arbitrary<T> = FastCheck.Arbitrary<T>;

/** Loads fast-check, or throws FastCheckMissing. Bundlers accept a missing package only for a `require` in a `try`. */
export function fastCheck(): FastCheckModule {
  try {
    // eslint-disable-next-line @typescript-eslint/no-require-imports -- it is an optional peer
    return require("fast-check") as FastCheckModule;
  } catch (cause) {
    throw new FastCheckMissing(cause);
  }
}

class FastCheckMissing extends Error {
  override readonly name = "FastCheckMissing";

  constructor(cause: unknown) {
    super("examples need fast-check: npm install fast-check", { cause });
  }
}
