import type { NextFunction, Response } from "express";
import type { AnyRequest, RequestOf } from "../model/handler";
import type { HeldMethod, Wrong, MethodMistake, ContentOption } from "../model/result";
import type { Sent } from "../model/as-json";
import { isUnderstood, mark } from "../model/copies";
import {
  optionTable,
  says,
  type EarlierSetting,
  type OptionKind,
  type Setting,
  type SettingOf,
  type VerbNote,
} from "../model/setting";
import type { Nothing } from "../model/histories";
import type { Carries, NewestOf } from "../history/versioned-type";
import { parts, type OutputOf } from "../model/schema";
import { describe, isClass, nameOf } from "../model/value";
import { decorated, mistake, note } from "./decoration";

declare const takes: unique symbol;
declare const gives: unique symbol;

// Some member names are sentences, because the compiler prints them in its errors.

/** An option of a route: `app.Get(path, handler, option)`, `@Get(path, option)`, or as a decorator of a method. */
export interface RouteOption extends MethodDecorator {
  readonly "is an option of routes": true;
}

/** An option of a router: `app.Include(what, option)`, `new Router(prefix, option)`, or as a decorator of a class. */
export interface RouterOption extends ClassDecorator {
  readonly "is an option of routers": true;
}

/** An option of a webhook: `V.Webhook("cat.added", Cat, option)`. */
export interface WebhookOption {
  readonly "is an option of webhooks": true;
}

/** An option of routes and routers. */
export interface Option extends RouteOption, RouterOption {}

/** An option of routers only. On a method, the compiler explains the mistake. */
export interface RouterOnlyOption extends RouterOption, MistakenOnMethod {}

/** An option that is allowed in the `Before` of a route, or a verb there: `Before(Moved, Post("/cats"))`. */
export interface RouteBeforeOption {
  readonly "is an option of routes in Before": true;
}

/** An option that is allowed in the `Before` of a router, class or `Include`. */
export interface RouterBeforeOption {
  readonly "is an option of routers in Before": true;
}

/** An option that is allowed in every `Before`. */
export interface BeforeOption extends RouteBeforeOption, RouterBeforeOption {}

/** An option of routes and routers that is also allowed in their `Before`. */
export interface VersionedOption extends Option, BeforeOption {}

/** An option of routes, routers and webhooks. */
export interface SharedOption extends Option, WebhookOption {}

/** An option of routes, routers and webhooks that is also allowed in the `Before` of routes and routers. */
export interface VersionedSharedOption extends VersionedOption, WebhookOption {}

/**
 * An option that types a part of the request: the compiler rejects a handler that expects another type.
 *
 * For an interface with call signatures instead of this intersection, TypeScript would infer the types of a generic call
 * after those of the handler's parameters, which need the schema.
 */
export type InputOption<Schemas> = MethodDecorator<RequestOf<Schemas>> & {
  readonly "is an option of routes": true;
  readonly [takes]: Schemas;
};

/** The type of `WithHeaders`, which webhooks also accept. Declaration files need the name. */
export type HeadersOption<Schemas> = InputOption<Schemas> & WebhookOption;

/**
 * An option that types a response: the compiler rejects a handler in the same list that returns another type.
 *
 * As a decorator of a method, the option checks nothing, because it cannot see the method's other successes. For the
 * intersection, see {@link InputOption}.
 */
export type ResponseOption<Status, S, About = undefined> = SharedOption & {
  readonly [gives]: SuccessOf<Status, S, About>;
} & ContentOption<ContentOf<Status, S>>;

/** The type of `Status(204)`, by which the compiler knows whether a success has no content. */
export type StatusOption<Status> = VersionedOption & ContentOption<BareContent<Status>>;

/**
 * The results that a handler may return for a status: `any` for a media type without a schema, `never` for an error.
 */
type SuccessOf<Status, S, About> = Status extends number | string
  ? `${Status}` extends `2${string}`
    ? S extends undefined
      ? About extends { readonly Type: string }
        ? // eslint-disable-next-line @typescript-eslint/no-explicit-any -- whatever is sent as that type
          any
        : never
      : S extends Carries<infer Result>
        ? Result
        : Sent<S>
    : never
  : never;

/** "none" for a success without a schema whose status may be 204, such as "2XX" or the type `number`. */
type ContentOf<Status, S> =
  | BareContent<Status>
  | (Status extends number | string
      ? `${Status}` extends `2${string}`
        ? S extends undefined
          ? // A range without a schema includes the status 204.
            Status extends string
            ? "none"
            : never
          : SchemaContent<S>
        : never
      : never);

type SchemaContent<S> = unknown extends S
  ? "none"
  : S extends { readonly "~standard": object }
    ? undefined extends OutputOf<S>
      ? "none"
      : "some"
    : typeof Nothing extends NewestOf<S>
      ? "none"
      : "some";

/** "none" for 204 and 205, and for the type `number`, which includes both. */
type BareContent<Status> = 204 extends Status ? "none" : 205 extends Status ? "none" : never;

/**
 * The union of the types that a handler may return for the successes in a list of options; `never` without successes.
 */
export type SuccessesOf<Options extends readonly unknown[]> = Options[number] extends infer One
  ? One extends { readonly [gives]: infer Success }
    ? Success
    : never
  : never;

/** The schemas of the request's parts in a list of options. */
export type SchemasOf<Options extends readonly unknown[]> = Options extends readonly []
  ? EmptySchemas
  : Joined<
      Options[number] extends infer One
        ? One extends { readonly [takes]: infer Schemas }
          ? (_: Schemas) => void
          : never
        : never
    >;

/** Makes a union of schemas an intersection. The tuple `[Functions]` prevents distribution over the union. */
type Joined<Functions> = [Functions] extends [never]
  ? EmptySchemas
  : [Functions] extends [(_: infer All) => void]
    ? All
    : never;

type EmptySchemas = object;

type AnyClass = abstract new (...args: never[]) => unknown;

/** A decorator of classes, for both standard and legacy decorators. */
export interface ClassDecorator {
  <Class extends AnyClass>(target: Class, context: ClassDecoratorContext<Class>): void;
  <Class extends AnyClass>(target: Class): void;
  /**
   * Every function has the member `caller`, and handlers must have it. An option has it with another type, so the
   * compiler rejects an option in a handler's place.
   */
  readonly caller: Wrong<"this is an option: pass the handler before the options">;
}

type RouteMethod<Req> = (req: Req, res: Response, next: NextFunction) => unknown;

/** A decorator of public instance methods, for both standard and legacy decorators. */
export interface MethodDecorator<Req = AnyRequest> {
  <This, Method extends RouteMethod<Req>>(
    method: Method,
    context: ClassMethodDecoratorContext<This, Method> & PublicMethod<This>,
  ): void;
  <Prototype extends object, Name extends keyof Prototype, Method extends RouteMethod<Req>>(
    prototype: Prototype extends AnyClass ? never : Prototype,
    name: Name,
    descriptor: TypedPropertyDescriptor<Method>,
  ): void;
  readonly caller: Wrong<"this is an option: pass the handler before the options">;
}

/**
 * The decorator that a verb such as `@Get()` returns. On a field or a class, the compiler explains the mistake.
 *
 * Other options have no signatures for mistakes: the compiler compares each option with RouteOption, and further
 * signatures slow this down.
 */
export interface VerbMethodDecorator<Req = AnyRequest>
  extends MethodDecorator<Req>, MistakenMethod<Req, never, []> {}

/** The decorator of a verb whose options describe successes: the method must return one of them. */
export interface HeldMethodDecorator<Req, Success, Options extends readonly unknown[]> extends MistakenMethod<
  Req,
  Success,
  Options
> {
  <This, Method extends RouteMethod<Req>>(
    method: Method & HeldMethod<Method, Success, Options>,
    context: ClassMethodDecoratorContext<This, Method> & PublicMethod<This>,
  ): void;
  <Prototype extends object, Name extends keyof Prototype, Method extends RouteMethod<Req>>(
    prototype: Prototype extends AnyClass ? never : Prototype,
    name: Name,
    descriptor: TypedPropertyDescriptor<Method> & HeldMethod<Method, Success, Options>,
  ): void;
  readonly caller: Wrong<"this is an option: pass the handler before the options">;
}

/** These signatures return a value, which the compiler rejects. They come last, after all correct uses. */
interface MistakenMethod<Req, Success, Options extends readonly unknown[]> {
  // eslint-disable-next-line @typescript-eslint/no-explicit-any -- as ClassMethodDecoratorContext has it
  <This, Method extends (this: This, ...args: any) => unknown, Context extends MethodContext>(
    method: Method,
    context: ClassMethodDecoratorContext<This, Method> & Context,
  ): Wrong<ContextMistake<Context, keyof This> | MethodMistake<Method, Req, Success, Options>>;
  (
    field: undefined,
    context: ClassFieldDecoratorContext,
  ): Wrong<"a property cannot be a route: write a method">;
  (
    target: AnyClass,
    context: ClassDecoratorContext,
  ): Wrong<"this decorator belongs on a method, not on a class">;
  <Prototype extends object, Name extends string | symbol, Method extends AnyFunction>(
    prototype: Prototype,
    name: Name,
    descriptor: TypedPropertyDescriptor<Method>,
  ): Wrong<PrototypeMistake<Prototype, Name> | MethodMistake<Method, Req, Success, Options>>;
  (prototype: object, name: string | symbol): Wrong<"a property cannot be a route: write a method">;
  (target: AnyClass): Wrong<"this decorator belongs on a method, not on a class">;
}

interface MistakenOnMethod {
  (
    method: AnyFunction,
    context: ClassMethodDecoratorContext,
  ): Wrong<"this decorator belongs on a class, not on a method">;
  (
    prototype: object,
    name: string | symbol,
    descriptor: PropertyDescriptor,
  ): Wrong<"this decorator belongs on a class, not on a method">;
}

type MethodContext = Pick<ClassMethodDecoratorContext, "name" | "private" | "static">;

type ContextMistake<Context, Public> = Context extends { readonly static: true }
  ? "a static method cannot be a route"
  : Context extends { readonly private: false; readonly name: Public }
    ? never
    : "a private method cannot be a route";

type PrototypeMistake<Prototype, Name> = Prototype extends AnyClass
  ? "a static method cannot be a route"
  : Name extends keyof Prototype
    ? never
    : "a private method cannot be a route";

/**
 * The type of a decorator without its call, such as `@Get`. As a decorator it returns a value, which the compiler
 * rejects; in a list of options, its member names explain the mistake.
 *
 * Standard and legacy decorators have three signatures each: with fewer, TypeScript 6 prints all of them for any wrong
 * call.
 */
export interface NotCalled<Call extends string> {
  (method: AnyFunction, context: ClassMethodDecoratorContext): Wrong<CallMissing<Call>>;
  (field: undefined, context: ClassFieldDecoratorContext): Wrong<CallMissing<Call>>;
  (target: AnyClass, context: ClassDecoratorContext): Wrong<CallMissing<Call>>;
  (prototype: object, name: string | symbol, descriptor: PropertyDescriptor): Wrong<CallMissing<Call>>;
  (prototype: object, name: string | symbol, index: number): Wrong<CallMissing<Call>>;
  (target: AnyClass, name: undefined, index: number): Wrong<CallMissing<Call>>;
  readonly "is an option of routes": CallMissing<Call>;
  readonly "is an option of routers": CallMissing<Call>;
}

type CallMissing<Call extends string> = `the call is missing: write ${Call}`;
type AnyFunction = (...args: never[]) => unknown;

/** Accepts only public instance methods, by the context of standard decorators. */
interface PublicMethod<This> {
  readonly static: false;
  readonly private: false;
  readonly name: keyof This;
}

/** `optionMaker("summary", (text) => ({ text }))` is `Summary`. `takes` is the maximum number of arguments. */
export function optionMaker<
  Kind extends OptionKind,
  Args extends unknown[],
  Made extends RouteOption | RouterOption | RouteBeforeOption,
>(
  kind: Kind,
  fieldsOf: (...args: Args) => Omit<SettingOf<Kind>, "kind">,
  takes: number = fieldsOf.length,
): (...args: Args) => Made {
  const { name } = optionTable[kind];
  const make = (...args: Args): Made => {
    const isTooMuch = args.length > takes;
    const setting = isTooMuch
      ? mistake({ kind: "too many arguments", name })
      : // The cast is safe: `fieldsOf` returns the fields of this kind.
        ({ kind, ...fieldsOf(...args) } as unknown as Setting);
    // The cast: only the type `Made` limits the places of the option.
    return decoratorOf(name, args, { class: setting, method: setting }, setting) as Made;
  };
  return sayingNotCalled(name, make);
}

/**
 * Creates a standard and legacy decorator that records `notes`. In a list of options, it is `saysInLists`.
 *
 * Returns undefined for `@WithTags` without its call: another result would replace the class or method.
 */
export function decoratorOf(
  name: string,
  args: readonly unknown[],
  notes: Parameters<typeof note>[1],
  saysInLists: EarlierSetting,
): unknown {
  // `WithTags(SomeClass)` is either a wrong argument, or a legacy `@WithTags` without its call.
  const [on] = args;
  // A class with `~standard` is a schema.
  const isAmbiguous = args.length === 1 && isClass(on) && !("~standard" in on) && !takesClasses(saysInLists);
  const notCalled = mistake({ kind: "not called", name, ...(isAmbiguous ? { on: nameOf(on) } : {}) });
  const misused = args.length > 1 ? decorated(args) : undefined;
  if (misused) {
    note(misused, { class: notCalled, method: notCalled });
    return undefined;
  }
  const written = isAmbiguous ? { class: notCalled, method: notCalled } : notes;
  const decorator = (...call: unknown[]): void => {
    const target = decorated(call);
    if (!target) {
      throw new TypeError(
        `${name}(...) is an option: use it as a decorator of a class or method, or pass it in a list of options`,
      );
    }
    note(target, written);
  };
  return Object.assign(mark(decorator), { [says]: isAmbiguous ? notCalled : saysInLists });
}

/**
 * True for options whose class argument other code reports: `withoutCall` in read-tree.ts, or the checks of the option.
 */
function takesClasses({ kind }: EarlierSetting): boolean {
  return kind === "guards" || kind === "middleware" || parts.some((part) => part === kind);
}

/** Makes Build report a function such as `WithTags` in a list of options that should contain `WithTags("a")`. */
export function sayingNotCalled<Maker extends object>(name: string, maker: Maker): Maker {
  return Object.assign(mark(maker), { [says]: mistake({ kind: "not called", name }) });
}

/** The settings of a list of options. A value that is not an option becomes a mistake. */
export function settingsOf(options: readonly unknown[]): readonly Setting[] {
  return options.map(
    (option) => settingOf(option) ?? mistake({ kind: "not an option", written: describe(option) }),
  );
}

/** The settings of a `Before`, which may also have verbs and the name of a webhook. */
export function earlierSettingsOf(options: readonly unknown[]): readonly EarlierSetting[] {
  return options.map((option) => {
    if (typeof option === "string") return { kind: "name", name: option };
    return settingOrVerb(option) ?? mistake({ kind: "not an option", written: describe(option) });
  });
}

/** The setting of an option; undefined for other values. */
export function settingOf(value: unknown): Setting | undefined {
  const setting = settingOrVerb(value);
  return setting?.kind === "verb" ? noOption(setting.name) : setting;
}

/** The mistake of a decorator such as `Router("/cats")` in a list of options. */
export function noOption(name: string): Setting {
  return mistake({ kind: "not an option", written: `${name}(...)` });
}

function settingOrVerb(value: unknown): Setting | VerbNote | undefined {
  if (typeof value !== "function" || !Object.hasOwn(value, says) || !isUnderstood(value)) return undefined;
  return (value as unknown as { readonly [says]: Setting | VerbNote })[says];
}
