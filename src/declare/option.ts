import type { NextFunction, Response } from "express";
import type { AnyRequest } from "../model/handler";
import type { MethodMistake } from "../model/misfit";
import type { Held, Wrong } from "../model/result";
import type { Sent } from "../model/sent";
import type { RequestOf } from "../model/typed";
import {
  optionTable,
  says,
  type EarlierSetting,
  type OptionKind,
  type Setting,
  type SettingOf,
  type VerbNote,
} from "../model/setting";
import type { Carries } from "../history/versioned-type";
import { parts } from "../model/schema";
import { describe, isClass, nameOf } from "../model/value";
import { decorated, mistake, note } from "./decoration";

declare const takes: unique symbol;
declare const gives: unique symbol;

// The members whose names are sentences are for the compiler alone: its messages show them.

/** An option of a route: `app.Get(path, handler, option)`, `@Get(path, option)`, or stacked on a method. */
export interface RouteOption extends MethodDecorator {
  readonly "is an option of routes": true;
}

/** An option of a router: `app.Include(what, option)`, `new Router(prefix, option)`, or stacked on a class. */
export interface RouterOption extends ClassDecorator {
  readonly "is an option of routers": true;
}

/** An option of a webhook: `V.Webhook("cat.added", Cat, option)`. */
export interface WebhookOption {
  readonly "is an option of webhooks": true;
}

/** An option of routes and routers alike. */
export interface Option extends RouteOption, RouterOption {}

/** An option of routers alone, which says so where it decorates a method. */
export interface RouterOnlyOption extends RouterOption, MistakenOnMethod {}

/** An option in the `Before` of a route; a verb is one too. */
export interface RouteBeforeOption {
  readonly "is an option of routes in Before": true;
}

/** An option in the `Before` of a router, class or `Include`. */
export interface RouterBeforeOption {
  readonly "is an option of routers in Before": true;
}

/** An option in every `Before`. */
export interface BeforeOption extends RouteBeforeOption, RouterBeforeOption {}

/** An option of routes and routers alike that may stand in their `Before` too. */
export interface VersionedOption extends Option, BeforeOption {}

/** An option of routes, routers and webhooks alike. */
export interface SharedOption extends Option, WebhookOption {}

/** The same that may stand in the `Before` of routes and routers too. */
export interface VersionedSharedOption extends VersionedOption, WebhookOption {}

/**
 * An option of a route that types a part of its requests: a handler whose `req` contradicts it does not compile.
 *
 * An intersection, not an interface with call signatures: TypeScript puts off what a generic function returns where
 * that is a function, and would know of no schema when it gives types to the parameters of a handler.
 */
export type InputOption<Schemas> = MethodDecorator<RequestOf<Schemas>> & {
  readonly "is an option of routes": true;
  readonly [takes]: Schemas;
};

/**
 * An option of routes, routers and webhooks that types an answer: a handler beside it whose result contradicts it does not compile.
 *
 * Stacked on a method it holds nothing: it knows of no other success that the result may fit. An intersection, as
 * {@link InputOption}.
 */
export type ResponseOption<Status, S, About = undefined> = SharedOption & {
  readonly [gives]: SuccessOf<Status, S, About>;
};

/**
 * The type that an answer with this status asks of a handler's result: `never`, which is nothing, of errors.
 *
 * Of a success without a schema it is nothing as well, but `any` where a media type stands in the schema's place.
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

/** The union of a handler's results, of all successes that a list of options describes; `never` where it describes none. */
export type SuccessesOf<Options extends readonly unknown[]> = Options[number] extends infer One
  ? One extends { readonly [gives]: infer Success }
    ? Success
    : never
  : never;

/** The schemas that a list of options declares. */
export type SchemasOf<Options extends readonly unknown[]> = Options extends readonly []
  ? EmptySchemas
  : Joined<
      Options[number] extends infer One
        ? One extends { readonly [takes]: infer Schemas }
          ? (_: Schemas) => void
          : never
        : never
    >;

/** All of a union of functions' parameters at once (in brackets, lest each is looked at alone); nothing where there is none. */
type Joined<Functions> = [Functions] extends [never]
  ? EmptySchemas
  : [Functions] extends [(_: infer All) => void]
    ? All
    : never;

/** No schema for any part. */
type EmptySchemas = object;

/** A class as a decorator sees it, whatever its constructor takes. */
type AnyClass = abstract new (...args: never[]) => unknown;

/** Stands on a class, in both flavours of decorators. */
export interface ClassDecorator {
  <Class extends AnyClass>(target: Class, context: ClassDecoratorContext<Class>): void;
  <Class extends AnyClass>(target: Class): void;
  /** Every other function has a `caller` by its type: this one keeps decorators from being handlers. */
  readonly caller: Wrong<"this is an option: pass the handler before the options">;
}

/** A method that can be decorated: it can be called as a handler. */
type RouteMethod<Req> = (req: Req, res: Response, next: NextFunction) => unknown;

/** Stands on a public instance method, in both flavours of decorators. */
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
 * The same of a verb, which says of what it cannot decorate why not.
 *
 * Options do without: each of them is compared with RouteOption, and each signature more would be as well.
 */
export interface VerbMethodDecorator<Req = AnyRequest>
  extends MethodDecorator<Req>, MistakenMethod<Req, never> {}

/** The same, on a method whose result fits what the successes put out. */
export interface HeldMethodDecorator<Req, Success> extends MistakenMethod<Req, Success> {
  <This, Method extends RouteMethod<Req>>(
    method: Method & Held<ReturnType<Method>, Success>,
    context: ClassMethodDecoratorContext<This, Method> & PublicMethod<This>,
  ): void;
  <Prototype extends object, Name extends keyof Prototype, Method extends RouteMethod<Req>>(
    prototype: Prototype extends AnyClass ? never : Prototype,
    name: Name,
    descriptor: TypedPropertyDescriptor<Method> & Held<ReturnType<Method>, Success>,
  ): void;
  readonly caller: Wrong<"this is an option: pass the handler before the options">;
}

/**
 * A decorator of methods where it cannot stand: it returns a mistake, which no decorator may. Last among its signatures, so
 * that nothing comes here that fits.
 */
interface MistakenMethod<Req, Success> {
  // eslint-disable-next-line @typescript-eslint/no-explicit-any -- as ClassMethodDecoratorContext has it
  <This, Method extends (this: This, ...args: any) => unknown, Context extends MethodContext>(
    method: Method,
    context: ClassMethodDecoratorContext<This, Method> & Context,
  ): Wrong<ContextMistake<Context, keyof This> | MethodMistake<Method, Req, Success>>;
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
  ): Wrong<PrototypeMistake<Prototype, Name> | MethodMistake<Method, Req, Success>>;
  (prototype: object, name: string | symbol): Wrong<"a property cannot be a route: write a method">;
  (target: AnyClass): Wrong<"this decorator belongs on a method, not on a class">;
}

/** A decorator of classes where it cannot stand, as {@link MistakenMethod}. */
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
 * A maker of decorators where its call is forgotten: as a decorator it returns a mistake, which no decorator may; in a
 * list of options its members say so.
 *
 * Three signatures in each flavour: with fewer TypeScript 6 prints all of them about each call that is wrong otherwise.
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

/** The context of a public instance method, in the standard flavour. */
interface PublicMethod<This> {
  readonly static: false;
  readonly private: false;
  readonly name: keyof This;
}

/**
 * Makes the maker of an option: `optionMaker("summary", (text) => ({ text }))`, which makes `Summary(text)`.
 *
 * `Made` says where the option may stand; its effect is the same everywhere: it writes down its setting.
 * `takes` is how many arguments it takes.
 */
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
      : // The fields are those of this kind.
        ({ kind, ...fieldsOf(...args) } as unknown as Setting);
    // The types alone say where it may stand.
    return decoratorOf(name, args, { class: setting, method: setting }, setting) as Made;
  };
  return sayingNotCalled(name, make);
}

/**
 * The decorator that writes a note, in both flavours, and `saysInLists` where it stands in a list of options.
 *
 * Undefined where the maker itself was used as a decorator, which has no use for a value. Calling the decorator as
 * neither flavour does throws a TypeError.
 */
export function decoratorOf(
  name: string,
  args: readonly unknown[],
  notes: Parameters<typeof note>[1],
  saysInLists: EarlierSetting,
): unknown {
  // A single class may be what a legacy decorator stands on, or a wrong argument: both are told by what is returned.
  const [on] = args;
  // A schema may be a class too.
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
  return Object.assign(decorator, { [says]: isAmbiguous ? notCalled : saysInLists });
}

/** Options that a class may be given to: as one of their functions, or, by mistake, as a schema. */
function takesClasses({ kind }: EarlierSetting): boolean {
  return kind === "guards" || kind === "middleware" || parts.some((part) => part === kind);
}

/** Marks a maker of decorators, so that it is told where it stands in a list without its call. */
export function sayingNotCalled<Maker extends object>(name: string, maker: Maker): Maker {
  return Object.assign(maker, { [says]: mistake({ kind: "not called", name }) });
}

/** The settings that a list of options says; what is no option is kept as a mistake. */
export function settingsOf(options: readonly unknown[]): readonly Setting[] {
  return options.map(
    (option) => settingOf(option) ?? mistake({ kind: "not an option", written: describe(option) }),
  );
}

/** The same of a list in `Before`, where verbs may stand, and the name of a webhook. */
export function earlierSettingsOf(options: readonly unknown[]): readonly EarlierSetting[] {
  return options.map((option) => {
    if (typeof option === "string") return { kind: "name", name: option };
    return saidBy(option) ?? mistake({ kind: "not an option", written: describe(option) });
  });
}

/** The setting of an option; undefined for anything else. */
export function settingOf(value: unknown): Setting | undefined {
  const said = saidBy(value);
  return said?.kind === "verb" ? noOption(said.name) : said;
}

/** The mistake of a decorator that is no option in a list of options. */
export function noOption(name: string): Setting {
  return mistake({ kind: "not an option", written: `${name}(...)` });
}

function saidBy(value: unknown): Setting | VerbNote | undefined {
  if (typeof value !== "function" || !Object.hasOwn(value, says)) return undefined;
  return (value as unknown as { readonly [says]: Setting | VerbNote })[says];
}
