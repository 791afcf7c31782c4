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

// The compiler prints the names of members in its errors, so some members have sentences as their names.

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

/** An option that routes and routers accept. */
export interface Option extends RouteOption, RouterOption {}

/** An option that only routers accept. If it decorates a method, the compiler explains the mistake. */
export interface RouterOnlyOption extends RouterOption, MistakenOnMethod {}

/** An option, or a verb, for the `Before` of a route: `Before(Moved, Post("/cats"))`. */
export interface RouteBeforeOption {
  readonly "is an option of routes in Before": true;
}

/** An option that the `Before` of a router, a class or an `Include` accepts. */
export interface RouterBeforeOption {
  readonly "is an option of routers in Before": true;
}

/** An option that every `Before` accepts. */
export interface BeforeOption extends RouteBeforeOption, RouterBeforeOption {}

/** An option that routes, routers and every `Before` accept. */
export interface VersionedOption extends Option, BeforeOption {}

/** An option that routes, routers and webhooks accept. */
export interface SharedOption extends Option, WebhookOption {}

/** An option that routes, routers, webhooks and every `Before` of a route or router accept. */
export interface VersionedSharedOption extends VersionedOption, WebhookOption {}

/**
 * An option that determines the type of a part of the request. The compiler rejects a handler that expects another
 * type.
 *
 * The type is an intersection. From an interface with call signatures, TypeScript would infer the schema only after the
 * types of the handler's parameters, which depend on the schema.
 */
export type InputOption<Schemas> = MethodDecorator<RequestOf<Schemas>> & {
  readonly "is an option of routes": true;
  readonly [takes]: Schemas;
};

/** The type of `WithHeaders`, which webhooks also accept. It has a name, because declaration files need one. */
export type HeadersOption<Schemas> = InputOption<Schemas> & WebhookOption;

/**
 * An option that determines the type of a response. If the option and the handler are arguments of the same call, the
 * compiler rejects a handler that returns another type.
 *
 * As a decorator of a method, the option checks nothing, because the method may have other successes. The type is an
 * intersection for the same reason as {@link InputOption}.
 */
export type ResponseOption<Status, S, About = undefined> = SharedOption & {
  readonly [gives]: SuccessOf<Status, S, About>;
} & ContentOption<ContentOf<Status, S>>;

/** The type of `Status(204)`, from which the compiler knows that a success has no content. */
export type StatusOption<Status> = VersionedOption & ContentOption<BareContent<Status>>;

/** The results that a handler may return: `any` for a media type without a schema; `never` for an error. */
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

/** The type is "none" for a status that may be 204, if there is no schema: for "2XX", or for the type `number`. */
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

/** The type is "none" for 204 and 205, and for the type `number`, which includes both. */
type BareContent<Status> = 204 extends Status ? "none" : 205 extends Status ? "none" : never;

/** The union of the results that the successes in a list of options allow; `never` if the list has no successes. */
export type SuccessesOf<Options extends readonly unknown[]> = Options[number] extends infer One
  ? One extends { readonly [gives]: infer Success }
    ? Success
    : never
  : never;

/** The schemas for the parts of a request, from all options of a list. */
export type SchemasOf<Options extends readonly unknown[]> = Options extends readonly []
  ? EmptySchemas
  : Joined<
      Options[number] extends infer One
        ? One extends { readonly [takes]: infer Schemas }
          ? (_: Schemas) => void
          : never
        : never
    >;

/** Turns a union of functions into the intersection of their parameters. The brackets keep the union undivided. */
type Joined<Functions> = [Functions] extends [never]
  ? EmptySchemas
  : [Functions] extends [(_: infer All) => void]
    ? All
    : never;

type EmptySchemas = object;

type AnyClass = abstract new (...args: never[]) => unknown;

/** A decorator of classes, both standard and legacy. */
export interface ClassDecorator {
  <Class extends AnyClass>(target: Class, context: ClassDecoratorContext<Class>): void;
  <Class extends AnyClass>(target: Class): void;
  /** Every function has a member `caller`. Options have one of another type, so they are not accepted as handlers. */
  readonly caller: Wrong<"this is an option: pass the handler before the options">;
}

type RouteMethod<Req> = (req: Req, res: Response, next: NextFunction) => unknown;

/** A decorator of public instance methods, both standard and legacy. */
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
 * Only verbs have the signatures for mistakes: the compiler compares every other option with RouteOption, and more
 * signatures would make this slower.
 */
export interface VerbMethodDecorator<Req = AnyRequest>
  extends MethodDecorator<Req>, MistakenMethod<Req, never, []> {}

/** The decorator of a verb whose options describe successes. The method must return one of these successes. */
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

/** Signatures for mistakes: the compiler rejects the results of these. All correct signatures must come first. */
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
 * The type of a decorator without its call, such as `@Get`. The compiler rejects the result of such a decorator. In a
 * list of options, the compiler prints the names of the members of this type, which explain the mistake.
 *
 * Three signatures are for standard decorators, and three for legacy ones. If there were fewer, TypeScript 6 would
 * print all signatures for any wrong call.
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

/** The part of a standard decorator's context that only public instance methods have. */
interface PublicMethod<This> {
  readonly static: false;
  readonly private: false;
  readonly name: keyof This;
}

/** Creates an option: `optionMaker("summary", (text) => ({ text }))`. `takes` is the maximum number of arguments. */
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
      : // The cast is safe: `fieldsOf` returns the fields that an option of this kind has.
        ({ kind, ...fieldsOf(...args) } as unknown as Setting);
    // The cast is safe: all options are equal at run time, and only `Made` limits where an option is allowed.
    return decoratorOf(name, args, { class: setting, method: setting }, setting) as Made;
  };
  return sayingNotCalled(name, make);
}

/**
 * Creates a decorator, standard and legacy, that records `notes`. In a list of options, its setting is `saysInLists`.
 *
 * Returns undefined for `@WithTags` without its call, because any other result would replace the class or method.
 */
export function decoratorOf(
  name: string,
  args: readonly unknown[],
  notes: Parameters<typeof note>[1],
  saysInLists: EarlierSetting,
): unknown {
  // `WithTags(SomeClass)` is a call with a wrong argument, or a legacy `@WithTags` that decorates `SomeClass`.
  const [on] = args;
  // A class with `~standard` is a schema, so it is a correct argument.
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

/** True for an option that may take a class. Build reports a wrong class. */
function takesClasses({ kind }: EarlierSetting): boolean {
  return kind === "guards" || kind === "middleware" || parts.some((part) => part === kind);
}

/** Lets Build report an option without its call: in a list of options, `WithTags` instead of `WithTags("a")`. */
export function sayingNotCalled<Maker extends object>(name: string, maker: Maker): Maker {
  return Object.assign(mark(maker), { [says]: mistake({ kind: "not called", name }) });
}

/** Returns the settings of the options in a list. Build reports each value that is not an option. */
export function settingsOf(options: readonly unknown[]): readonly Setting[] {
  return options.map(
    (option) => settingOf(option) ?? mistake({ kind: "not an option", written: describe(option) }),
  );
}

/** Returns the settings of a `Before`, which may also contain verbs and the name of a webhook. */
export function earlierSettingsOf(options: readonly unknown[]): readonly EarlierSetting[] {
  return options.map((option) => {
    if (typeof option === "string") return { kind: "name", name: option };
    return settingOrVerb(option) ?? mistake({ kind: "not an option", written: describe(option) });
  });
}

export function settingOf(value: unknown): Setting | undefined {
  const setting = settingOrVerb(value);
  return setting?.kind === "verb" ? noOption(setting.name) : setting;
}

/** Makes Build report a decorator such as `Router("/cats")` in a list of options. */
export function noOption(name: string): Setting {
  return mistake({ kind: "not an option", written: `${name}(...)` });
}

function settingOrVerb(value: unknown): Setting | VerbNote | undefined {
  if (typeof value !== "function" || !Object.hasOwn(value, says) || !isUnderstood(value)) return undefined;
  return (value as unknown as { readonly [says]: Setting | VerbNote })[says];
}
