import type * as V8 from "node:v8";
import { once } from "../core/model/collections";
import { builtin, isAsyncFunction } from "../core/model/runtime";
import { isObject, isPlainObject, takeRejection } from "../core/model/value";

/**
 * Calls a function, and handles the rejections of all promises created meanwhile. zod's `~standard.validate` may drop
 * the promise of an asynchronous check, and an unhandled rejection would end the process.
 */
export function keepingPromises<Result>(call: () => Result): Result {
  const made: object[] = [];
  const stop = watchPromises()?.((promise) => void made.push(promise));
  try {
    return call();
  } finally {
    stop?.();
    for (const promise of made) takeRejection(promise);
  }
}

type WatchPromises = (made: (promise: object) => void) => () => void;

const watchPromises = once((): WatchPromises | undefined => {
  try {
    const v8 = builtin("node:v8") as Partial<typeof V8> | undefined;
    const hooks = v8?.promiseHooks;
    hooks?.onInit(() => undefined)();
    return hooks && ((made) => hooks.onInit(made) as () => void);
  } catch {
    return undefined;
  }
});

/** True if a zod schema certainly calls no function that could return a promise; false for other libraries' schemas. */
export function callsNoFunctions(schema: object): boolean {
  try {
    return "_zod" in schema && isCertain(schema, new Set());
  } catch {
    // A getter in a schema may call a function of the application, which may throw.
    return false;
  }
}

interface Inner {
  readonly def: object;
  readonly traits: ReadonlySet<string>;
}

function isCertain(value: unknown, seen: Set<object>): boolean {
  if (!isObject(value)) return typeof value !== "function";
  if (seen.has(value)) return true;
  seen.add(value);
  if (value instanceof RegExp) return true;
  if ("_zod" in value) return isCertainPart(value._zod as Partial<Inner>, seen);
  return (
    (Array.isArray(value) || isPlainObject(value)) &&
    Object.values(value).every((one) => isCertain(one, seen))
  );
}

/** True if a part of zod certainly returns no promise. An application's own subclass of a zod class may return one. */
function isCertainPart({ def, traits }: Partial<Inner>, seen: Set<object>): boolean {
  if (!def || !traits || ![...traits].every((trait) => /^[$_]?[$]?Zod/.test(trait))) return false;
  const { type, check } = def as { readonly type?: string; readonly check?: string };
  if (type === undefined ? check === undefined : !certainTypes.has(type)) return false;
  if (check !== undefined && !certainChecks.has(check)) return false;
  return Object.entries(Object.getOwnPropertyDescriptors(def)).every(([name, property]) => {
    if (name === "shape") return isCertain((def as { readonly shape: unknown }).shape, seen);
    // A getter, as in zod's `.default()`, calls the application's function, which may return a promise.
    return "value" in property && (isMessageOrTest(name, property.value) || isCertain(property.value, seen));
  });
}

/** True for the functions `error` and `when`: zod takes their results as text and boolean, and never as promises. */
function isMessageOrTest(name: string, value: unknown): boolean {
  return (name === "error" || name === "when") && typeof value === "function" && !isAsyncFunction(value);
}

/** The types of zod schemas that contain no functions, only other schemas and values. */
const certainTypes = wordsIn(`
  any array bigint boolean date enum intersection literal map nan never nonoptional null nullable number object
  optional readonly record set string symbol template_literal tuple undefined union unknown void
`);

const certainChecks = wordsIn(`
  bigint_format greater_than length_equals less_than max_length max_size min_length min_size multiple_of number_format
  size_equals string_format
`);

function wordsIn(text: string): ReadonlySet<string> {
  return new Set(text.trim().split(/\s+/));
}
