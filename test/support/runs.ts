import fc, { type Parameters, type Plugin } from "fast-check";

/**
 * How often a property is tried. Few times by default, so that `npm test` takes two minutes; `.ci/run` sets 2,000, and
 * `npm run test:long` sets more.
 */
const numRuns = Number(process.env.PROPERTY_RUNS ?? 200);

/** In milliseconds, for one property: a slow machine is no fault, and one that hangs is found. */
const limit = 600_000 + 10 * numRuns;
jest.setTimeout(limit + 10_000);

/** How a property is tried: first with the counterexamples that it has had, or that others have had. */
export function runs<Things>(...examples: readonly Things[]): Parameters<Things> {
  return often(2_000, ...examples);
}

/** The same for a property that takes longer, or less: tried so many times where others are tried 2,000 times. */
export function often<Things>(times: number, ...examples: readonly Things[]): Parameters<Things> {
  // It looks at no value, whatever its type says.
  const inTime = fc.interruptAfterTimeLimit(limit, { failOnInterrupt: true }) as Plugin<Things>;
  return {
    numRuns: Math.ceil((times * numRuns) / 2_000),
    examples: [...examples],
    plugins: [inTime],
  };
}
