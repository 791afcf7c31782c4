// The exports, sorted. Written by `npm run fix:interface`.

export type AnswerSchema =
  StandardAnswerSchema | (PlainSchema & CanDown) | FunctionIsNoSchema | ClassIsNoSchema;

export type AnyRequest = Request<any, any, any, any>;

export interface AnyVersioned {
  readonly [can]: object;
}

export interface BeforeMaker {
  (change: Change, option: VersionedOption, ...options: VersionedOption[]): Option;
  (change: Change, option: BeforeOption, ...options: BeforeOption[]): Option;
  (change: Change, option: RouterBeforeOption, ...options: RouterBeforeOption[]): RouterOnlyOption;
  (change: Change, option: RouteBeforeOption, ...options: RouteBeforeOption[]): RouteOption;
}

export interface CanDown {
  readonly [can]?: Ways<"Down">;
}

export interface CanUp {
  readonly [can]?: Ways<"Up">;
}

export interface ClassDecorator {
  <Class extends AnyClass>(target: Class, context: ClassDecoratorContext<Class>): void;
  <Class extends AnyClass>(target: Class): void;
  readonly caller: Wrong<"this is an option: the handler is missing">;
}

export interface Contradiction<Success> {
  readonly "contradicts WithResponse, which describes": Success;
}

export type Fitting<Result, Success> =
  unknown extends Held<Result, Success>
    ? Result
    : [Result] extends [Wanted<Result, Success>]
      ? Wrong<ResultMistake<Result, Success>>
      : Wanted<Result, Success>;

export interface FlagMaker extends NotCalled<"@Hidden()"> {
  (): VersionedOption;
  (isSo: false): BeforeOption;
}

export interface HandleVerb extends HandleWithPath, NotCalled<'@Handle("REPORT")'>, HandleCall {}

export interface HandlerArgument<Req = AnyRequest, Result = AnyResult> extends Pick<
  CallableFunction,
  "caller"
> {
  (req: Req, res: Response, next: NextFunction): Result;
}

export type Held<Result, Success> = [Success] extends [never]
  ? unknown
  : unknown extends Result
    ? unknown
    : [Awaited<Result>] extends [Success]
      ? unknown
      : [Misfit<Awaited<Result>, Success>] extends [never]
        ? unknown
        : Contradiction<Success>;

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
  readonly caller: Wrong<"this is an option: the handler is missing">;
}

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
  readonly caller: Wrong<"this is an option: the handler is missing">;
}

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

export type Offered<Schemas, Params = NoType> = Omit<AnyRequest, Part> & {
  params: Schemas extends {
    readonly params: infer S;
  }
    ? LaidOver<OutputOf<S>, Params>
    : Params;
  query: Schemas extends {
    readonly query: infer S;
  }
    ? OutputOf<S>
    : NoType;
  headers: Schemas extends {
    readonly headers: infer S;
  }
    ? PartOf<"headers", OutputOf<S>>
    : IncomingHttpHeaders;
  cookies: Schemas extends {
    readonly cookies: infer S;
  }
    ? OutputOf<S>
    : NoType;
  body: Schemas extends {
    readonly body: infer S;
  }
    ? OutputOf<S>
    : NoType;
};

export interface Register<out Self> {
  <Path extends string, Options extends readonly SilentOption[]>(
    path: Path,
    handler: HandlerArgument<Offered<SchemasOf<Options>, PathParameters<Path>>>,
    ...options: Options
  ): Self;
  <Options extends readonly SilentOption[]>(
    path: string,
    handler: HandlerArgument<Offered<SchemasOf<Options>>>,
    ...options: Options
  ): Self;
  <Path extends string, Options extends readonly RouteOption[], Result>(
    path: Path,
    handler: HeldHandler<Options, Result, PathParameters<Path>>,
    ...options: Options
  ): Self;
  <Options extends readonly RouteOption[], Result>(
    path: string,
    handler: HeldHandler<Options, Result>,
    ...options: Options
  ): Self;
}

export interface RegisterMethod<out Self> {
  <Path extends string, Options extends readonly SilentOption[]>(
    method: string,
    path: Path,
    handler: HandlerArgument<Offered<SchemasOf<Options>, PathParameters<Path>>>,
    ...options: Options
  ): Self;
  <Options extends readonly SilentOption[]>(
    method: string,
    path: string,
    handler: HandlerArgument<Offered<SchemasOf<Options>>>,
    ...options: Options
  ): Self;
  <Path extends string, Options extends readonly RouteOption[], Result>(
    method: string,
    path: Path,
    handler: HeldHandler<Options, Result, PathParameters<Path>>,
    ...options: Options
  ): Self;
  <Options extends readonly RouteOption[], Result>(
    method: string,
    path: string,
    handler: HeldHandler<Options, Result>,
    ...options: Options
  ): Self;
}

export interface Renaming<Old extends string, Now extends string> {
  readonly [oldName]: Old;
  readonly [newName]: Now;
  readonly Up: <T extends object>(value: Having<T, Old>) => Renamed<T, Old, Now>;
  readonly Down: <T extends object>(value: Having<T, Now>) => Renamed<T, Now, Old>;
}

export type RequestSchema =
  StandardRequestSchema | (PlainSchema & CanUp) | FunctionIsNoSchema | ClassIsNoSchema;

export interface RouterConstructor extends RouterWithPrefix, NotCalled<"@Router()">, RouterCall {
  new (prefix?: string | RouterOption, ...options: RouterOption[]): Router;
  readonly prototype: Router;
}

export interface RouterOnlyOption extends RouterOption, MistakenOnMethod {}

export type SchemasOf<Options extends readonly unknown[]> = Options extends readonly []
  ? EmptySchemas
  : Joined<
      Options[number] extends infer One
        ? One extends {
            readonly [takes]: infer Schemas;
          }
          ? (_: Schemas) => void
          : never
        : never
    >;

export type SilentOption = RouteOption & {
  readonly [gives]?: never;
};

export type SuccessesOf<Options extends readonly unknown[]> = Options[number] extends infer One
  ? One extends {
      readonly [gives]: infer Success;
    }
    ? Success
    : never
  : never;

export type VerbDecorator<Options extends readonly RouteOption[]> = Options extends readonly []
  ? VerbMethodDecorator & RouteBeforeOption
  : [SuccessesOf<Options>] extends [never]
    ? VerbMethodDecorator<Offered<SchemasOf<Options>>>
    : HeldMethodDecorator<Offered<SchemasOf<Options>>, SuccessesOf<Options>>;

export interface VerbMethodDecorator<Req = AnyRequest>
  extends MethodDecorator<Req>, MistakenMethod<Req, never> {}

export type Versioned<
  Newest extends Schema = Schema,
  Oldest extends LinkIn = Newest,
  Can extends ConversionWay = ConversionWay,
> = Chain<Newest, Oldest, Can> &
  (Newest extends StandardSchemaV1
    ? Pick<Newest, "~standard">
    : {
        readonly "~standard"?: never;
      });

export interface Wrong<Words extends string> {
  readonly "what is wrong": Words;
}
