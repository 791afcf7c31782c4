import type { RequestOf } from "../model/handler";
import { mistake } from "./decoration";
import {
  decoratorOf,
  sayingNotCalled,
  settingOf,
  settingsOf,
  type HeldMethodDecorator,
  type MethodDecorator,
  type NotCalled,
  type RouteBeforeOption,
  type RouteOption,
  type SchemasOf,
  type VerbMethodDecorator,
  type SuccessesOf,
} from "./option";

/** Turns a method into a route: `@Get("/{id}", ...options)`. The default path is `/`. */
export interface Verb extends VerbWithPath, NotCalled<"@Get()">, VerbCall {}

/** The first signature, because most calls have a path. */
type VerbWithPath = <Options extends readonly RouteOption[]>(
  path: string,
  ...options: Options
) => VerbDecorator<Options>;

/** The last signature, because the compiler explains the last one that does not match. */
type VerbCall = <First extends string | RouteOption = string, Options extends readonly RouteOption[] = []>(
  pathOrOption?: First,
  ...options: Options
) => VerbDecorator<First extends string ? Options : readonly [First, ...Options]>;

/**
 * The decorator of a verb. The compiler rejects a method whose request or result contradicts the schemas.
 *
 * Most lists of options have no schemas, so each condition spares the compiler the next one.
 */
export type VerbDecorator<Options extends readonly RouteOption[]> = Options extends readonly []
  ? VerbMethodDecorator & RouteBeforeOption
  : [SuccessesOf<Options>] extends [never]
    ? VerbMethodDecorator<RequestOf<SchemasOf<Options>>>
    : HeldMethodDecorator<RequestOf<SchemasOf<Options>>, SuccessesOf<Options>, Options>;

/** The HTTP methods with a decorator and a method of Router: `@Get` and `router.Get`. */
export const verbs = {
  Get: "GET",
  Post: "POST",
  Put: "PUT",
  Patch: "PATCH",
  Delete: "DELETE",
  Head: "HEAD",
  Query: "QUERY",
} as const;

/** Answers GET. It also answers HEAD, unless there is a Head route. */
export const Get = verb("Get");
/** Answers POST. */
export const Post = verb("Post");
/** Answers PUT. */
export const Put = verb("Put");
/** Answers PATCH. */
export const Patch = verb("Patch");
/** Answers DELETE. */
export const Delete = verb("Delete");
/** Answers HEAD, instead of the GET route at the same path. */
export const Head = verb("Head");
/** Answers QUERY (RFC 10008): a safe request with its query in the body. */
export const Query = verb("Query");

/** Like {@link Verb}, but with the name of the HTTP method as its first argument. */
export interface HandleVerb extends HandleWithPath, NotCalled<'@Handle("REPORT")'>, HandleCall {}

type HandleWithPath = <Options extends readonly RouteOption[]>(
  method: string,
  path: string,
  ...options: Options
) => VerbDecorator<Options>;

type HandleCall = <First extends string | RouteOption = string, Options extends readonly RouteOption[] = []>(
  method: string,
  pathOrOption?: First,
  ...options: Options
) => VerbDecorator<First extends string ? Options : readonly [First, ...Options]>;

/**
 * Answers any other method in METHODS of node:http, except CONNECT: `@Handle("REPORT", "/{id}")`. Case is ignored.
 * `"QUERY"` is accepted on every version of Node.
 */
export const Handle: HandleVerb = maker("Handle", (args) =>
  methodDecorator("Handle", args, args[0], args.slice(1)),
);

function verb(name: keyof typeof verbs): Verb {
  return maker(name, (args) => methodDecorator(name, args, verbs[name], args));
}

function maker<Maker>(name: string, make: (args: readonly unknown[]) => unknown): Maker {
  // The cast: the members of NotCalled exist only in types.
  return sayingNotCalled(name, (...args: unknown[]) => make(args)) as Maker;
}

function methodDecorator(
  name: string,
  args: readonly unknown[],
  method: unknown,
  pathAndOptions: readonly unknown[],
): MethodDecorator & RouteBeforeOption {
  const [path, options] = splitLeadingText(pathAndOptions);
  const verb = { kind: "verb", name, method, path: path ?? "/", settings: settingsOf(options) } as const;
  const notes = { class: mistake({ kind: "misplaced decorator", name, on: "class" }), method: verb };
  return decoratorOf(name, args, notes, verb) as MethodDecorator & RouteBeforeOption;
}

/** Splits the arguments `(path?, ...options)` into the path and the options. */
export function splitLeadingText(args: readonly unknown[]): [text: unknown, options: readonly unknown[]] {
  const [first] = args;
  return args.length === 0 || settingOf(first) ? [undefined, args] : [first, args.slice(1)];
}
