import { isUnderstood, strangerInWords } from "./copies";

/** Describes any value in a few words for a message, without calling its methods: `a list`, `"v1"`. */
export function describe(value: unknown): string {
  const stranger = strangerInWords(value);
  if (stranger !== undefined) return stranger;
  switch (typeof value) {
    case "string":
      return JSON.stringify(value);
    case "function":
      if (isCollector(value)) return value[collects];
      return `${isClass(value) ? "the class" : "the function"} ${nameOf(value)}`;
    case "object":
      if (value === null) return "null";
      return Array.isArray(value) ? "a list" : "an object";
    default:
      return String(value);
  }
}

/** The name of a class or function; `without a name` if `name` is empty or not a string. */
export function nameOf(target: object): string {
  const name: unknown = Reflect.get(target, "name");
  return typeof name === "string" && name !== "" ? name : "without a name";
}

/** True for a class. Only the source text distinguishes a class from other functions. */
export function isClass(value: unknown): value is abstract new (...args: never[]) => unknown {
  if (typeof value !== "function") return false;
  // Hot path: the `prototype` of a class is read-only. This fast test excludes most functions before the slow one.
  if (Object.getOwnPropertyDescriptor(value, "prototype")?.writable !== false) return false;
  return /^class\b/.test(Function.prototype.toString.call(value));
}

export function quote(text: string): string {
  return JSON.stringify(text);
}

/** Quotes a text of a client: at most 100 characters, with escapes for those that a terminal or a page could obey. */
export function quoteShort(text: string): string {
  const short = text.length > 100 ? `${text.slice(0, 100)}…` : text;
  return quote(short).replaceAll(/[\x7f-\x9f\p{Cf}\p{Zl}\p{Zp}]/gu, (character) =>
    [...Array(character.length).keys()]
      .map((at) => `\\u${character.charCodeAt(at).toString(16).padStart(4, "0")}`)
      .join(""),
  );
}

/** The message of an error; for any other value, a description in a few words. */
export function messageOf(thrown: unknown): string {
  return thrown instanceof Error ? thrown.message : describe(thrown);
}

/** True for a promise, and for anything else that can be awaited like one. */
export function isThenable(value: unknown): value is PromiseLike<unknown> {
  // Hot path: V8 reads a missing member much faster than it evaluates `in`.
  return typeof value === "object" && value !== null && typeof (value as WithThen).then === "function";
}

/** Calls `then` with a value at once, or with the result of a promise when the promise resolves. */
export function afterwards<Value, Result>(
  given: Value | Promise<Value>,
  then: (given: Value) => Result | Promise<Result>,
): Result | Promise<Result> {
  return isThenable(given) ? Promise.resolve(given).then(then) : then(given);
}

interface WithThen {
  readonly then?: unknown;
}

/**
 * Returns true for a promise, and passes its rejection to `failed`, because an unhandled rejection would end the
 * process. Never throws; `failed` must not throw either.
 */
export function takeRejection(value: unknown, failed: (error: unknown) => void = ignoreRejection): boolean {
  try {
    if (!isThenable(value)) return false;
    // The application's own `then` may throw an error, or call back twice. `Promise.resolve` handles both.
    Promise.resolve(value).then(undefined, failed);
    return true;
  } catch (error) {
    failed(error);
    return false;
  }
}

/**
 * Takes the rejections of a value and of all values within its lists, objects, Maps and Sets. Values of classes, whose
 * getters could do anything, are not searched, and of very large values only the beginning is.
 */
export function takeRejectionsWithin(value: unknown): void {
  if (!isObject(value)) return;
  const open = new Set<object>([value]);
  // The loop also visits the values that it adds.
  for (const one of open) {
    if (takeRejection(one)) continue;
    for (const child of childrenOf(one)) {
      if (open.size >= mostSearched) break;
      if (isObject(child)) open.add(child);
    }
  }
}

const mostSearched = 10_000;

/**
 * Calls `make`, which makes JSON text of a value, or sends it, and takes the rejections within the value. JSON has `{}`
 * for a promise, a Map and a Set, so that a text tells whether the value may hold a promise.
 */
export function takingRejections<Made>(value: unknown, make: () => Made): Made {
  try {
    const made = make();
    if (typeof made === "string" ? made.includes("{}") : made === undefined) takeRejectionsWithin(value);
    return made;
  } catch (error) {
    takeRejectionsWithin(value);
    throw error;
  }
}

function childrenOf(value: object): readonly unknown[] {
  try {
    if (Array.isArray(value) || value instanceof Set) return [...(value as Iterable<unknown>)];
    // The cast: TypeScript takes the keys and values of a Map that it does not know for any.
    if (value instanceof Map) return [...(value as ReadonlyMap<unknown, unknown>)].flat();
    if (!isPlainObject(value)) return [];
    // A getter could throw an error, or make another promise.
    return Object.keys(value).map((name): unknown => Object.getOwnPropertyDescriptor(value, name)?.value);
  } catch {
    // A Proxy may throw an error for any access.
    return [];
  }
}

function ignoreRejection(): void {
  // The rejection itself does not matter: the caller reports that the value must not be a promise.
}

/** Marks Routers and Apps. The symbol is registered, because one process may load two copies of the package. */
export const collects: unique symbol = Symbol.for("versioned-controllers.router");

export interface Collector {
  readonly [collects]: "an App" | "a Router";
}

/** True for a Router or an App. Both are functions, but must not be called as handlers. */
export function isCollector(value: unknown): value is Collector {
  return typeof value === "function" && collects in value && isUnderstood(value);
}

export function isText(value: unknown): value is string {
  return typeof value === "string";
}

export function isFilledText(value: unknown): value is string {
  return typeof value === "string" && value !== "";
}

/** Creates the error for a value of a wrong kind: `Change: the version must be a non-empty string, got 1`. */
export function misfit(what: string, expected: string, value: unknown): TypeError {
  return new TypeError(`${what} must be ${expected}, got ${describe(value)}`);
}

/** @throws TypeError unless a value is an address to which paths can be appended: `assertBase("Catalog", Base)`. */
export function assertBase(where: string, value: unknown): asserts value is string {
  if (typeof value === "string" && isWebURL(value) && !/[?#]/.test(value)) return;
  throw misfit(`${where}: Base`, "an http or https URL without a query", value);
}

export function isWebURL(text: string): boolean {
  return /^https?:/i.test(text) && URL.canParse(text);
}

/** True for an object or a function: both can be a schema, or the target of a decorator. */
export function isObjectOrFunction(value: unknown): value is object {
  return isObject(value) || typeof value === "function";
}

export function routeName({ Method, Path }: { readonly Method: string; readonly Path: string }): string {
  return `${Method} ${Path}`;
}

/** True for an object that is not an instance of a class: a literal, parsed JSON, or an object without a prototype. */
export function isPlainObject(value: object): value is Readonly<Record<string, unknown>> {
  const prototype: unknown = Object.getPrototypeOf(value);
  return prototype === Object.prototype || prototype === null;
}

/** True for an object, including a list. False for null and functions. */
export function isObject(value: unknown): value is object {
  return typeof value === "object" && value !== null;
}

/** True for an object that is not a list. */
export function isRecord(value: unknown): value is object {
  return isObject(value) && !Array.isArray(value);
}

/** True for a UUID in its usual form (RFC 9562, 4). */
export function isUUID(text: string): boolean {
  return /^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/i.test(text);
}

/** In `f(a: T, b: NotInferred<T>)`, TypeScript infers T only from `a`, as with `NoInfer` of TypeScript 5.4. */
export type NotInferred<T> = [T][T extends unknown ? 0 : never];

/** One step of a JSON Pointer, with its escapes (RFC 6901, 3). */
export function pointerStep(key: string): string {
  return key.replaceAll("~", "~0").replaceAll("/", "~1");
}
