import { problem } from "./problems";
import { checkLifecycles, checkLives } from "./lifecycles";
import { writeLog } from "../core/errors/log";
import type { AppOptions } from "../core/model/app-options";
import { livesExpectation, type Lifecycle } from "../core/model/lifecycle";
import type { Problem } from "../core/model/problem";
import { describe, isObject, messageOf, quote, takeRejection } from "../core/model/value";
import type { Version } from "../core/model/version";
import type { Versioning } from "../core/model/versioning";
import type { Checkable } from "../core/check/checkable";

type Lives = Readonly<Record<Version, Lifecycle>>;

/** Replaces the function `Versioning.Lifecycle` by its result. An error or a wrong result becomes a Problem. */
export function optionsAtBuild(options: AppOptions): {
  readonly options: AppOptions;
  readonly problems: readonly Problem[];
} {
  const ask = functionIn(options);
  if (!ask) return { options, problems: [] };
  const answer = answerOf(ask);
  const Lifecycle = "lives" in answer ? answer.lives : undefined;
  const others = { ...options.Versioning };
  delete others.Lifecycle;
  return {
    options: { ...options, Versioning: { ...others, ...(Lifecycle && { Lifecycle }) } },
    problems: "fault" in answer ? [answer.fault] : [],
  };
}

/** The minimum milliseconds between two calls of `Lifecycle`, in real time: `AppOptions.Now` may be constant. */
const interval = 1000;

interface LivingContext<Context> {
  readonly built: Context;
  /** Returns `built` with other dates. */
  readonly withLifecycles: (lifecycles: Versioning["lifecycles"]) => Context;
}

/** Returns a function for the newest result of `make`, which runs again when `Lifecycle` returns other valid dates. */
export function presentOf<Context extends Checkable, Made>(
  { Versioning: written, Logger = console }: AppOptions,
  { built, withLifecycles }: LivingContext<Context>,
  make: (context: Context) => Made,
): () => Made {
  const first = make(built);
  const ask = functionIn({ ...(written && { Versioning: written }) });
  if (!ask) return () => first;
  const livesAtBuild = Object.fromEntries(built.versioning.lifecycles);
  let state = { key: keyOf(livesAtBuild), made: first };
  let asked = performance.now();
  const complain = complainer(Logger);
  return () => {
    const now = performance.now();
    if (now - asked < interval) return state.made;
    // `asked` is set first: a `Lifecycle` that calls `app.Document()` would otherwise call itself without end.
    asked = now;
    const answer = answerOf(ask);
    if ("fault" in answer) {
      complain("wrong", [answer.fault.text]);
      return state.made;
    }
    const { lives, changed } = withSettledFields(answer.lives, livesAtBuild);
    complain("changed", changed);
    const key = keyOf(lives);
    if (key === state.key) {
      complain("wrong", []);
      return state.made;
    }
    const context = withLifecycles(new Map(Object.entries(lives)));
    const problems = [...checkLifecycles(context), ...checkLives(context)];
    const faults = problems.map(({ where, text }) => `${where}: ${text}`);
    complain("wrong", faults);
    if (problems.length > 0) return state.made;
    state = { key, made: make(context) };
    return state.made;
  };
}

/** Logs the first mistake of a kind, and further ones only after a call without mistakes of that kind. */
function complainer(
  logger: NonNullable<AppOptions["Logger"]>,
): (kind: "wrong" | "changed", faults: readonly string[]) => void {
  const lastTexts = new Map<string, string>();
  return (kind, faults) => {
    const text = faults.join("; ");
    if (text === "") lastTexts.delete(kind);
    if (text === "" || lastTexts.has(kind)) return;
    lastTexts.set(kind, text);
    const message =
      kind === "wrong"
        ? `Versioning.Lifecycle returned invalid lifecycles, so the last valid ones stay in force: ${text}`
        : `Versioning.Lifecycle: ${text}; the values of Build stay in force`;
    writeLog(logger, "error", message);
  };
}

function functionIn({ Versioning }: Pick<AppOptions, "Versioning">): (() => unknown) | undefined {
  const Lifecycle: unknown = isObject(Versioning) ? Versioning.Lifecycle : undefined;
  return typeof Lifecycle === "function" ? (Lifecycle as () => unknown) : undefined;
}

type Answer = { readonly lives: Lives } | { readonly fault: Problem };

/** Asks for the lifecycles and copies them, because the application may change its own objects later. */
function answerOf(ask: () => unknown): Answer {
  try {
    const given = ask();
    if (takeRejection(given)) return { fault: faultOf("a promise") };
    if (!livesExpectation.holds(given)) return { fault: faultOf(describe(given)) };
    // The cast is safe: `checkLifecycles` checks the members afterwards.
    return { lives: copyOf(given) as Lives };
  } catch (error) {
    return { fault: faultOf(`an error: ${messageOf(error)}`) };
  }
}

function faultOf(written: string): Problem {
  const { expected } = livesExpectation;
  return problem("argument-invalid", "AppOptions.Versioning", "the result of Lifecycle", expected, written);
}

function copyOf(value: unknown, depth = 0): unknown {
  if (value instanceof Date) return new Date(value);
  if (!isObject(value) || depth > 3) return value;
  if (Array.isArray(value)) return Array.from<unknown>(value).map((one) => copyOf(one, depth + 1));
  return Object.fromEntries(Object.entries(value).map(([name, one]) => [name, copyOf(one, depth + 1)]));
}

/** Returns a text that is equal for equal lifecycles, whatever the order of their versions. */
function keyOf(lives: Lives): string {
  try {
    return JSON.stringify(Object.entries(lives).toSorted(([one], [other]) => (one < other ? -1 : 1)));
  } catch {
    // The value contains a BigInt or a cycle. `checkLifecycles` reports this, so any text will do.
    return "";
  }
}

/** Keeps the values that `Preview` and `Successor` had at Build, because these fields cannot change at run time. */
function withSettledFields(
  lives: Lives,
  atBuild: Lives,
): { readonly lives: Lives; readonly changed: readonly string[] } {
  const changed: string[] = [];
  const settled = new Map(Object.entries(lives));
  for (const version of new Set([...Object.keys(lives), ...Object.keys(atBuild)])) {
    const before = Object.hasOwn(atBuild, version) ? atBuild[version] : undefined;
    const life = settled.get(version);
    // If the function `Lifecycle` no longer lists a version, the version has no dates. But a preview remains a preview.
    if (life === undefined && before?.Preview !== true) continue;
    if (life !== undefined && !isObject(life)) continue;
    const fixed: Lifecycle = { ...life };
    for (const field of life === undefined ? (["Preview"] as const) : (["Preview", "Successor"] as const)) {
      if (meaningOf(fixed[field]) === meaningOf(before?.[field])) continue;
      changed.push(`${field} of version ${quote(version)} changes at Build alone`);
      if (before?.[field] === undefined) Reflect.deleteProperty(fixed, field);
      else Object.assign(fixed, { [field]: before[field] });
    }
    settled.set(version, fixed);
  }
  return { lives: Object.fromEntries(settled), changed };
}

function meaningOf(written: unknown): unknown {
  return written === false ? undefined : written;
}
