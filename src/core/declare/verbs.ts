import { noteStack } from "../model/declaration-stacks";
import type { RequestOf } from "../../types/request";
import { mistake } from "./decoration";
import { decoratorOf, sayingNotCalled, settingOf, settingsOf } from "./option";
import type {
  HeldMethodDecorator,
  MethodDecorator,
  NotCalled,
  RouteBeforeOption,
  RouteOption,
  SchemasOf,
  VerbMethodDecorator,
  SuccessesOf,
} from "../../types/option";
import type { RouteOptionMistake } from "../../types/option-mistake";

/**
 * The type of a decorator that makes a method a route: `@Get("/{id}", ...options)`. The default path is `/`.
 *
 * There is one signature for calls: with several, the first line of the compiler's error would be "No overload matches
 * this call".
 */
export interface Verb extends NotCalled<"Get()"> {
  <
    Options extends readonly (RouteOption | RouteOptionMistake<Options[number]>)[],
    First extends string | RouteOption | RouteOptionMistake<Exclude<First, string>> = string,
  >(
    pathOrOption?: First,
    ...options: Options
  ): VerbResult<First, Options>;
}

type VerbResult<First, Options extends readonly unknown[]> = [First] extends [string]
  ? VerbDecorator<Options>
  : VerbDecorator<readonly [First, ...Options]>;

/**
 * The decorator of a verb. The compiler rejects a method whose request or result contradicts the schemas.
 *
 * The conditional type first tests for the most frequent options, which saves compile time.
 */
export type VerbDecorator<Options extends readonly unknown[]> = Options extends readonly []
  ? VerbMethodDecorator & RouteBeforeOption
  : [SuccessesOf<Options>] extends [never]
    ? VerbMethodDecorator<RequestOf<SchemasOf<Options>>>
    : HeldMethodDecorator<RequestOf<SchemasOf<Options>>, SuccessesOf<Options>, Options>;

/** The HTTP methods for which there is a decorator, such as `@Get`, and a method of Router, such as `router.Get`. */
export const verbs = {
  Get: "GET",
  Post: "POST",
  Put: "PUT",
  Patch: "PATCH",
  Delete: "DELETE",
  Head: "HEAD",
  Query: "QUERY",
} as const;

/** Declares a route for GET. The route also answers HEAD, unless there is a Head route. */
export const Get = verb("Get");
/** Declares a route for POST: `@Post("/cats", ...options)`. */
export const Post = verb("Post");
/** Declares a route for PUT: `@Put("/cats/{id}", ...options)`. */
export const Put = verb("Put");
/** Declares a route for PATCH: `@Patch("/cats/{id}", ...options)`. */
export const Patch = verb("Patch");
/** Declares a route for DELETE: `@Delete("/cats/{id}", ...options)`. */
export const Delete = verb("Delete");
/** Declares a route for HEAD. Without such a route, the GET route at the same path answers HEAD. */
export const Head = verb("Head");
/** Declares a route for QUERY (RFC 10008). QUERY is safe like GET, but its parameters are in the request's body. */
export const Query = verb("Query");

/** The type of `Handle`: `@Handle("REPORT", "/{id}", ...options)`. The default path is `/`. See {@link Verb}. */
export interface HandleVerb extends NotCalled<'Handle("REPORT")'> {
  <
    Options extends readonly (RouteOption | RouteOptionMistake<Options[number]>)[],
    First extends string | RouteOption | RouteOptionMistake<Exclude<First, string>> = string,
  >(
    method: string,
    pathOrOption?: First,
    ...options: Options
  ): VerbResult<First, Options>;
}

/**
 * Declares a route for any method in `METHODS` of node:http, except CONNECT: `@Handle("REPORT", "/{id}")`. The method
 * may be in lower case. `"QUERY"` is accepted on every version of Node.
 */
export const Handle: HandleVerb = maker("Handle", (args) =>
  methodDecorator("Handle", args, args[0], args.slice(1)),
);

function verb(name: keyof typeof verbs): Verb {
  return maker(name, (args) => methodDecorator(name, args, verbs[name], args));
}

function maker<Maker>(name: string, make: (args: readonly unknown[]) => unknown): Maker {
  // The cast is safe: the types passed as `Maker` add to a function only members that no code reads.
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
  noteStack(verb);
  const notes = { class: mistake({ kind: "misplaced decorator", name, on: "class" }), method: verb };
  return decoratorOf(name, args, notes, verb) as MethodDecorator & RouteBeforeOption;
}

export function splitLeadingText(args: readonly unknown[]): [text: unknown, options: readonly unknown[]] {
  const [first] = args;
  return args.length === 0 || settingOf(first) ? [undefined, args] : [first, args.slice(1)];
}
