/** A hundred years, seven months, and some hours, minutes, seconds and milliseconds, so that each part of a date differs. */
const laterMilliseconds = 36_735 * 24 * 60 * 60 * 1000 + 18_431_013;

/**
 * Runs a function while `Date` is a hundred years later. A result that depends on the clock then differs from today's
 * result. A function that asks if a date has passed gives the same result at both times only if the date has passed today.
 */
export async function atLaterTime<Result>(run: () => Promise<Result>): Promise<Result> {
  const today = globalThis.Date;
  globalThis.Date = laterDate(today);
  try {
    return await run();
  } finally {
    globalThis.Date = today;
  }
}

function laterDate(today: DateConstructor): DateConstructor {
  const now = (): number => today.now() + laterMilliseconds;
  return new Proxy(today, {
    construct: (target, given, newTarget: () => void) =>
      Reflect.construct(target, given.length === 0 ? [now()] : given, newTarget) as Date,
    apply: () => new today(now()).toString(),
    get: (target, name) => (name === "now" ? now : (Reflect.get(target, name) as unknown)),
  });
}
