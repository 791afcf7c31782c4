import type { NextFunction, Response } from "express";
import type { AnyRequest } from "../core/model/handler";
import type { RequestOf } from "./request";
import type { Nothing } from "../schema/interface/histories";
import type { OutputOf } from "../schema/interface/schema";
import type { OptionPlaces } from "../core/model/setting";
import type { Sent } from "./as-json";
import type { Carries, NewestOf } from "./history-schema";
import type { ContentOption, HeldMethod, MethodMistake } from "./result";
import type { Wrong } from "./wrong";

declare const takes: unique symbol;
declare const gives: unique symbol;

// For a wrong argument, the compiler prints the name of a missing member, so these names are parts of sentences.

/** An option for routes: `app.Get(path, handler, option)` or `@Get(path, option)`. It also decorates methods. */
export interface RouteOption extends MethodDecorator {
  readonly "is an option of routes": true;
}

/** An option for routers: `app.Include(what, option)` or `new Router(prefix, option)`. It also decorates classes. */
export interface RouterOption extends ClassDecorator {
  readonly "is an option of routers": true;
}

/** An option of a webhook: `V.Webhook("cat.added", Cat, option)`. */
export interface WebhookOption {
  readonly "is an option of webhooks": true;
}

/** An option for routes and routers, such as `WithContext(Org, orgOf)`. */
export interface Option extends RouteOption, RouterOption {}

/** An option that only routers accept. If it decorates a method, the compiler explains the mistake. */
export interface RouterOnlyOption extends RouterOption, MistakenOnMethod {}

/** An option that only routes accept. If it decorates a class, the compiler explains the mistake. */
export interface RouteOnlyOption extends RouteOption, MistakenOnClass {}

/** An argument of `Before` on a route, after the change: `Post("/cats")` in `Before(Moved, Post("/cats"))`. */
export interface RouteBeforeOption {
  readonly "is an option of routes in Before": true;
}

/** An argument of `Before` on a router, such as `WithPrefix("/cats")` in `Before(Moved, WithPrefix("/cats"))`. */
export interface RouterBeforeOption {
  readonly "is an option of routers in Before": true;
}

/** An argument of `Before` on routes and routers, such as `Restatus(400, 422)`. */
export interface BeforeOption extends RouteBeforeOption, RouterBeforeOption {}

/** An option of routes and routers that `Before` also accepts, such as `WithGuards(isAdmin)`. */
export interface VersionedOption extends Option, BeforeOption {}

/** An option of routes and routers that webhooks also accept, such as `WithVersion("1")`. */
export interface SharedOption extends Option, WebhookOption {}

/** An option of routes and routers that `Before` and webhooks also accept, such as `WithTags("cats")`. */
export interface VersionedSharedOption extends VersionedOption, WebhookOption {}

/**
 * An option such as `WithBody(NewCat)`, which determines the type of a part of the request. The compiler rejects a
 * handler that expects another type.
 *
 * If this type were an interface, TypeScript would not infer the types of the handler's parameters.
 */
export type InputOption<Schemas> = MethodDecorator<RequestOf<Schemas>> & {
  readonly "is an option of routes": true;
  readonly [takes]: Schemas;
} & MistakenOnClass;

/** The type of `WithHeaders(schema)`, which routes and webhooks accept. */
export type HeadersOption<Schemas> = InputOption<Schemas> & WebhookOption;

/**
 * An option that determines the type of a response. If the option and the handler are arguments of the same call, the
 * compiler rejects a handler that returns another type.
 *
 * As a decorator of a method, the option checks nothing: another decorator of the method may allow the result.
 */
export type ResponseOption<Status, S, About = undefined> = SharedOption & {
  readonly [gives]: SuccessOf<Status, S, About>;
} & ContentOption<ContentOf<Status, S>>;

/** The type of `Status(204)`. It shows the compiler that the response has no content. */
export type StatusOption<Status> = VersionedOption & ContentOption<BareContent<Status>>;

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

/** `"none"` if there may be no content: for a 204, `"2XX"` without a schema, or a schema that allows undefined. */
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

/** `"none"` (no content) for 204, 205, and the type `number`, because a `number` may be 204; otherwise `never`. */
type BareContent<Status> = 204 extends Status ? "none" : 205 extends Status ? "none" : never;

/** The results that the `WithResponse` options in a list allow for a 2xx status; `never` without such options. */
export type SuccessesOf<Options extends readonly unknown[]> = SuccessIn<Options[number]>;

type SuccessIn<One> = One extends { readonly [gives]: infer Success } ? Success : never;

/** The schemas that options such as `WithBody(B)` and `WithQuery(Q)` declare: `{ body: B } & { query: Q }`. */
export type SchemasOf<Options extends readonly unknown[]> = Options extends readonly []
  ? EmptySchemas
  : Joined<TakerOf<Options[number]>>;

type TakerOf<One> = One extends { readonly [takes]: infer Schemas } ? (_: Schemas) => void : never;

/** Intersects the parameters of a union of functions: `A & B` for `((_: A) => void) | ((_: B) => void)`. */
type Joined<Functions> = [Functions] extends [never]
  ? EmptySchemas
  : [Functions] extends [(_: infer All) => void]
    ? All
    : never;

type EmptySchemas = object;

type AnyClass = abstract new (...args: never[]) => unknown;

/** A decorator of classes: the first signature is for standard decorators, and the second for legacy ones. */
export interface ClassDecorator {
  <Class extends AnyClass>(target: Class, context: ClassDecoratorContext<Class>): void;
  <Class extends AnyClass>(target: Class): void;
  /** A handler has a `caller` of another type (`Function.caller`), so the compiler rejects an option as a handler. */
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
 * Options such as `WithTags` lack this explanation, because it would slow down the compiler.
 */
export interface VerbMethodDecorator<Req = AnyRequest>
  extends MethodDecorator<Req>, MistakenMethod<Req, never, []> {}

/** The decorator of `@Get("/", WithResponse(200, Cat))`. The compiler rejects a method that does not return a cat. */
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

/** Signatures that only mistakes match: the compiler reports their result `Wrong` as an error. They must come last. */
interface MistakenMethod<Req, Success, Options extends readonly unknown[]> extends MistakenOnClass {
  // eslint-disable-next-line @typescript-eslint/no-explicit-any -- as ClassMethodDecoratorContext has it
  <This, Method extends (this: This, ...args: any) => unknown, Context extends MethodContext>(
    method: Method,
    context: ClassMethodDecoratorContext<This, Method> & Context,
  ): Wrong<ContextMistake<Context, keyof This> | MethodMistake<Method, Req, Success, Options>>;
  (
    field: undefined,
    context: ClassFieldDecoratorContext,
  ): Wrong<"a property cannot be a route: write a method">;
  <Prototype extends object, Name extends string | symbol, Method extends AnyFunction>(
    prototype: Prototype,
    name: Name,
    descriptor: TypedPropertyDescriptor<Method>,
  ): Wrong<PrototypeMistake<Prototype, Name> | MethodMistake<Method, Req, Success, Options>>;
  (prototype: object, name: string | symbol): Wrong<"a property cannot be a route: write a method">;
}

interface MistakenOnClass {
  (
    target: AnyClass,
    context: ClassDecoratorContext,
  ): Wrong<"this decorator belongs on a method, not on a class">;
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
 * The type of `Get` without `()`, which explains the missing call. Used as `@Get`, it returns `Wrong`, a compiler
 * error. In a list of options, the error has the words of the two members.
 *
 * For arguments that a decorator does not get, the signature has another number of parameters. The compiler's error
 * about such a call is then only about the other signature: its first line is not "No overload matches this call".
 */
export interface NotCalled<Call extends string> {
  <Target, Place = undefined, Others extends readonly unknown[] = []>(
    target: Target,
    place?: Place,
    ...others: IsDecorated<Target, Place, Others> extends true ? Others : TooMany
  ): Wrong<CallMissing<`@${Call}`>>;
  readonly "is an option of routes": CallMissing<Call>;
  readonly "is an option of routers": CallMissing<Call>;
}

/** True for the arguments of a decorator, first the standard ones, then the legacy ones. */
type IsDecorated<Target, Place, Others> = [Place, Others] extends [DecoratorContext, readonly []]
  ? true
  : [Place, Others] extends [string | symbol | undefined, readonly [PropertyDescriptor | number]]
    ? true
    : [Target, Place, Others] extends [AnyClass, undefined, readonly []]
      ? true
      : false;

type TooMany = [never, never, never, never, never, never, never, never];

type CallMissing<Call extends string> = `the call is missing: write ${Call}`;
type AnyFunction = (...args: never[]) => unknown;

interface PublicMethod<This> {
  readonly static: false;
  readonly private: false;
  readonly name: keyof This;
}

/** The type of an option that may be written in some places: `Option` on routes and routers. */
export type OptionAt<Places extends OptionPlaces> = {
  readonly nowhere: BeforeOption;
  readonly both: Places["inBefore"] extends "both"
    ? Places["onWebhook"] extends true
      ? VersionedSharedOption
      : VersionedOption
    : Places["onWebhook"] extends true
      ? SharedOption
      : Option;
  readonly router: Places["inBefore"] extends "router"
    ? RouterOnlyOption & RouterBeforeOption
    : RouterOnlyOption;
  readonly route: Places["inBefore"] extends "route" ? RouteOnlyOption & RouteBeforeOption : RouteOnlyOption;
}[Places["home"]];
