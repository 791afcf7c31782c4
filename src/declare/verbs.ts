import type { Offered } from "../model/typed";
import { mistake } from "./decoration";
import {
  decoratorOf,
  sayingNotCalled,
  settingOf,
  settingsOf,
  type HeldMethodDecorator,
  type MethodDecorator,
  type RouteBeforeOption,
  type RouteOption,
  type SchemasOf,
  type SuccessesOf,
} from "./option";

/** Makes a method a route: `@Get("/{id}", ...options)`; without a path, `/`. */
export interface Verb {
  <Options extends readonly RouteOption[]>(path: string, ...options: Options): VerbDecorator<Options>;
  <Options extends readonly RouteOption[]>(...options: Options): VerbDecorator<Options>;
}

/**
 * A method that its options' schemas contradict, by its request or by its result, can't carry it.
 *
 * Most lists declare none: each step spares the compiler the next.
 */
export type VerbDecorator<Options extends readonly RouteOption[]> = Options extends readonly []
  ? MethodDecorator & RouteBeforeOption
  : [SuccessesOf<Options>] extends [never]
    ? MethodDecorator<Offered<SchemasOf<Options>>>
    : HeldMethodDecorator<Offered<SchemasOf<Options>>, SuccessesOf<Options>>;

/** Answers GET, and HEAD where no Head route does. */
export const Get = verb("Get", "GET");
/** Answers POST. */
export const Post = verb("Post", "POST");
/** Answers PUT. */
export const Put = verb("Put", "PUT");
/** Answers PATCH. */
export const Patch = verb("Patch", "PATCH");
/** Answers DELETE. */
export const Delete = verb("Delete", "DELETE");
/** Answers HEAD, before a GET route does. */
export const Head = verb("Head", "HEAD");

/** Answers any of node:http's METHODS but CONNECT, in any case: `@Handle("REPORT", "/{id}")`. */
export const Handle: {
  <Options extends readonly RouteOption[]>(
    method: string,
    path: string,
    ...options: Options
  ): VerbDecorator<Options>;
  <Options extends readonly RouteOption[]>(method: string, ...options: Options): VerbDecorator<Options>;
} = sayingNotCalled("Handle", (...args: unknown[]) =>
  methodDecorator("Handle", args, args[0], args.slice(1)),
);

function verb(name: string, method: string): Verb {
  return sayingNotCalled(name, (...args: unknown[]) => methodDecorator(name, args, method, args));
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
