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

/** Makes a method a route: `@Get("/{id}", ...options)`; without a path, `/`. */
export interface Verb extends VerbWithPath, NotCalled<"@Get()">, VerbCall {}

/** First, because most calls have a path. */
type VerbWithPath = <Options extends readonly RouteOption[]>(
  path: string,
  ...options: Options
) => VerbDecorator<Options>;

/** Last, because the compiler explains why the last signature does not match. */
type VerbCall = <First extends string | RouteOption = string, Options extends readonly RouteOption[] = []>(
  pathOrOption?: First,
  ...options: Options
) => VerbDecorator<First extends string ? Options : readonly [First, ...Options]>;

/**
 * A method whose request or result contradicts the schemas of its options cannot have it.
 *
 * Most lists have no schemas: each condition spares the compiler the next.
 */
export type VerbDecorator<Options extends readonly RouteOption[]> = Options extends readonly []
  ? VerbMethodDecorator & RouteBeforeOption
  : [SuccessesOf<Options>] extends [never]
    ? VerbMethodDecorator<RequestOf<SchemasOf<Options>>>
    : HeldMethodDecorator<RequestOf<SchemasOf<Options>>, SuccessesOf<Options>, Options>;

/** The methods that have a verb and a call of Router of their own. */
export const verbs = {
  Get: "GET",
  Post: "POST",
  Put: "PUT",
  Patch: "PATCH",
  Delete: "DELETE",
  Head: "HEAD",
  Query: "QUERY",
} as const;

/** Answers GET, and HEAD where no Head route does. */
export const Get = verb("Get");
/** Answers POST. */
export const Post = verb("Post");
/** Answers PUT. */
export const Put = verb("Put");
/** Answers PATCH. */
export const Patch = verb("Patch");
/** Answers DELETE. */
export const Delete = verb("Delete");
/** Answers HEAD, before a GET route does. */
export const Head = verb("Head");
/** Answers QUERY (RFC 10008): a safe request with its query in the body. */
export const Query = verb("Query");

/** As {@link Verb}, after the method's name. */
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
 * Answers any method of node:http's METHODS except CONNECT, and QUERY on every Node, in any case: `@Handle("REPORT",
 * "/{id}")`.
 */
export const Handle: HandleVerb = maker("Handle", (args) =>
  methodDecorator("Handle", args, args[0], args.slice(1)),
);

function verb(name: keyof typeof verbs): Verb {
  return maker(name, (args) => methodDecorator(name, args, verbs[name], args));
}

function maker<Maker>(name: string, make: (args: readonly unknown[]) => unknown): Maker {
  // Its members about a missing call are for the compiler.
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

/** Splits `(path?, ...options)`: the first is the path unless it is an option. */
export function splitLeadingText(args: readonly unknown[]): [text: unknown, options: readonly unknown[]] {
  const [first] = args;
  return args.length === 0 || settingOf(first) ? [undefined, args] : [first, args.slice(1)];
}
