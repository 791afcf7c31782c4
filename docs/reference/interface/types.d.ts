// The exports, sorted. Written by `npm run fix:interface`.

export type AnswerSchema = StandardAnswerSchema | (PlainSchema & CanDown);

export type AnswerSchemaMistake<S> = [S] extends [AnswerSchema | undefined]
  ? never
  : Wrong<SchemaWords<S, "Down">>;

export type AnyRequest = Request<any, any, any, any>;

export interface AnyVersioned {
  readonly [can]: object;
}

export type BeforeMaker = <
  First extends EarlierName<Others> | EarlierOption<First | Others[number]>,
  Others extends readonly EarlierOption<First | Others[number]>[],
>(
  change: Change,
  option: First,
  ...options: Others
) => BeforeOf<First, Others>;

export interface CanDown {
  readonly [can]?: Ways<"Down">;
}

export interface CanUp {
  readonly [can]?: BareWays<"Up">;
}

export interface Carries<Result> {
  readonly [result]: Result;
}

export interface CarryingConversion<
  Old,
  Now,
  Down extends readonly unknown[],
  Keys extends Contexts = [],
> extends Omit<Conversion<Old, Now, Keys>, "Down"> {
  readonly Down?: (now: AsJSON<Out<Now>>, ...beside: BesideValue<Down, Keys>) => AsJSON<Out<Old>>;
}

export interface CarryingFaceConversion<Face, Whole, Down extends readonly unknown[]> extends Omit<
  FaceConversion<Face, Whole>,
  "Down"
> {
  readonly Down?: (whole: AsJSON<Out<Whole>>, ...carried: Down) => AsJSON<OutputOf<Face>>;
}

export type CarryingVersioned<
  Newest extends LinkIn,
  Oldest extends LinkIn,
  Can extends ConversionWay,
  Needs extends Contexts,
  What extends CarriedTypes,
> = CarryingChain<Newest, Oldest, Can, Needs, What> &
  (Newest extends StandardSchemaV1
    ? Pick<Newest, "~standard">
    : {
        readonly "~standard"?: never;
      });

export interface ClassDecorator {
  <Class extends AnyClass>(target: Class, context: ClassDecoratorContext<Class>): void;
  <Class extends AnyClass>(target: Class): void;
  readonly caller: Wrong<"this is an option: pass the handler before the options">;
}

export interface ContentOption<Content extends "some" | "none"> {
  readonly [content]: Content;
}

export interface Contradiction<Success> {
  readonly "contradicts WithResponse, which describes": Success;
}

export type Deferred<Made> = [Made][Made extends unknown ? 0 : never];

export type Fitting<Handler, Success, Options extends readonly unknown[]> = [Success] extends [never]
  ? true
  : Handler extends (...args: never[]) => infer Result
    ? undefined extends Awaited<Result>
      ? IsForgotten<Result, Handler, Options> extends true
        ? never
        : Fit<Awaited<Result>, Success>
      : Fit<Awaited<Result>, Success>
    : never;

export interface FlagMaker<Name extends string = string> extends NotCalled<`${Name}()`> {
  (): VersionedSharedOption;
  (isSo: false): BeforeOption;
}

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

export interface HandlerArgument<Req = AnyRequest> extends Pick<CallableFunction, "caller"> {
  (req: Req, res: Response, next: NextFunction): any;
}

export type HeadersOption<Schemas> = InputOption<Schemas> & WebhookOption;

export type HeldMethod<
  Method extends (...args: never[]) => unknown,
  Success,
  Options extends readonly unknown[],
> =
  IsForgotten<ReturnType<Method>, Method, Options> extends true
    ? Wrong<ForgottenWords>
    : Held<ReturnType<Method>, Success>;

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

export type LinkLoosened<S, N extends PropertyKey> = WholeSchema<LoosenedOf<In<S>, N>, LoosenedOf<Out<S>, N>>;

export type LinkRenamed<S, Now, Old extends string> = WholeSchema<
  NamedOf<In<S>, Now, Old>,
  NamedOf<Out<S>, Now, Old>
>;

export type LinkTightened<S, N extends PropertyKey> = WholeSchema<
  TightenedOf<In<S>, N>,
  TightenedOf<Out<S>, N>
>;

export type LinkWith<S, M> = WholeSchema<
  MoreOf<
    In<S>,
    {
      readonly [K in keyof M]: In<M[K]>;
    }
  >,
  MoreOf<
    Out<S>,
    {
      readonly [K in keyof M]: Out<M[K]>;
    }
  >
>;

export type LinkWithout<S, N extends PropertyKey> = WholeSchema<LessOf<In<S>, N>, LessOf<Out<S>, N>>;

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

export interface NotCalled<Call extends string> {
  <Target, Place = undefined, Others extends readonly unknown[] = []>(
    target: Target,
    place?: Place,
    ...others: IsDecorated<Target, Place, Others> extends true ? Others : TooMany
  ): Wrong<CallMissing<`@${Call}`>>;
  readonly "is an option of routes": CallMissing<Call>;
  readonly "is an option of routers": CallMissing<Call>;
}

export interface NotSent<What> {
  readonly "cannot be sent as JSON: describe what is sent instead, a Date by z.iso.datetime()": What;
}

export type Offered<Parts, Declared = NoType> = Omit<AnyRequest, Part> &
  Parts & {
    readonly [partsKey]?: "body" extends Declared
      ? {
          readonly WithBody: true;
        }
      : object;
  };

export type Perhaps<Had extends Version> = Had & PerhapsHad;

export interface PerhapsHad {
  readonly [perhaps]: true;
}

export interface ProblemDetailsSchema extends StandardSchemaV1<ProblemDetailsBody>, ProblemDetailsJSON {}

export interface RangeOption<Kind extends RangeKind, Named extends readonly Version[]> extends SharedOption {
  readonly [range]: readonly [kind: Kind, ...named: Named];
}

export type Register<Self> = <
  Path extends string,
  Options extends readonly (RouteOption | RouteOptionMistake<Options[number]>)[],
  Given,
  Params = PathParameters<Path>,
>(
  path: Path,
  handler: HandlerOf<
    RequestOf<SchemasOf<Options>, Text<Params>, keyof SchemasOf<Options>>,
    Params,
    Options,
    Given
  >,
  ...options: Options
) => Self;

export type RegisterMethod<Self> = <
  Path extends string,
  Options extends readonly (RouteOption | RouteOptionMistake<Options[number]>)[],
  Given,
  Params = PathParameters<Path>,
>(
  method: string,
  path: Path,
  handler: HandlerOf<
    RequestOf<SchemasOf<Options>, Text<Params>, keyof SchemasOf<Options>>,
    Params,
    Options,
    Given
  >,
  ...options: Options
) => Self;

export interface Renaming<Old extends string, Now extends string, Gone extends string = never> {
  readonly [oldName]: Old;
  readonly [newName]: Now;
  readonly [goneNames]: Gone;
  readonly [namesCovered]: (names: Now | Gone) => void;
  readonly Up: <T extends object>(
    value: Having<T, Old>,
  ) => Renamed<T, Old, Now, never> & Readonly<Record<Gone, never>>;
  readonly Down: <T extends object>(value: Having<T, Now>) => Renamed<T, Now, Old, Gone>;
}

export type RequestOf<Schemas, Params = NoType, Declared = NoType> = keyof Schemas extends unknown
  ? Offered<
      {
        params: "params" extends keyof Schemas ? LaidOver<OutputOf<Schemas["params"]>, Params> : Params;
        query: "query" extends keyof Schemas ? OutputOf<Schemas["query"]> : NoType;
        headers: "headers" extends keyof Schemas
          ? PartOf<"headers", OutputOf<Schemas["headers"]>>
          : IncomingHttpHeaders;
        cookies: "cookies" extends keyof Schemas ? OutputOf<Schemas["cookies"]> : NoType;
        body: "body" extends keyof Schemas ? OutputOf<Schemas["body"]> : NoType;
      },
      Declared
    >
  : never;

export type RequestSchema = StandardRequestSchema | (PlainSchema & CanUp);

export type RequestSchemaMistake<S> = [S] extends [RequestSchema] ? never : Wrong<SchemaWords<S, "Up">>;

export interface RouteOnlyOption extends RouteOption, MistakenOnClass {}

export type RouteOptionMistake<One> = [One] extends [RouteOption]
  ? never
  : Wrong<RouteOptionWords<Exclude<One, RouteOption>>>;

export interface RouterConstructor extends NotCalled<"Router()"> {
  new <
    First extends string | RouterOption | RouterOptionMistake<Exclude<First, string>> = string | RouterOption,
    Options extends readonly (RouterOption | RouterOptionMistake<Options[number]>)[] =
      readonly RouterOption[],
  >(
    prefixOrOption?: First,
    ...options: Options
  ): Router;
  <
    Options extends readonly (RouterOption | RouterOptionMistake<Options[number]>)[],
    First extends string | RouterOption | RouterOptionMistake<Exclude<First, string>> = string,
  >(
    prefixOrOption?: First,
    ...options: Options
  ): ClassDecorator;
  readonly prototype: Router;
}

export interface RouterOnlyOption extends RouterOption, MistakenOnMethod {}

export type RouterOptionMistake<One> = [One] extends [RouterOption]
  ? never
  : Wrong<RouterOptionWords<Exclude<One, RouterOption>>>;

export interface SameFunctions {
  readonly [goneNames]: never;
  readonly Up: <T>(value: T) => never;
  readonly Down: <T>(value: T) => T;
}

export type SchemasOf<Options extends readonly unknown[]> = Options extends readonly []
  ? EmptySchemas
  : Joined<TakerOf<Options[number]>>;

export type StatusOption<Status> = VersionedOption & ContentOption<BareContent<Status>>;

export type SuccessesOf<Options extends readonly unknown[]> = SuccessIn<Options[number]>;

export type TogetherFunction = <const Parts extends TogetherParts, W extends Schema>(
  parts: Parts,
  wrap: (...newest: NewestOfParts<Parts>) => PartsLead<W, Parts> & W,
) => TogetherOf<W, Parts>;

export interface UnrangedOption {
  readonly [unranged]: true;
}

export type VerbDecorator<Options extends readonly unknown[]> = Options extends readonly []
  ? VerbMethodDecorator & RouteBeforeOption
  : [SuccessesOf<Options>] extends [never]
    ? VerbMethodDecorator<RequestOf<SchemasOf<Options>>>
    : HeldMethodDecorator<RequestOf<SchemasOf<Options>>, SuccessesOf<Options>, Options>;

export interface VerbMethodDecorator<Req = AnyRequest>
  extends MethodDecorator<Req>, MistakenMethod<Req, never, []> {}

export type Versioned<
  Newest extends LinkIn = Schema,
  Oldest extends LinkIn = Newest,
  Can extends ConversionWay = ConversionWay,
  Needs extends Contexts = [],
> = Chain<Newest, Oldest, Can, Needs> &
  (Newest extends StandardSchemaV1
    ? Pick<Newest, "~standard">
    : {
        readonly "~standard"?: never;
      });

export type VersionsOf<List extends readonly Version[], Options extends readonly unknown[]> =
  IsKnown<List, Options> extends true
    ? Exactly<List, Options, List[number]>
    : Perhaps<Exactly<List, Options, List[number]>>;

export interface WholeSchema<In, Out> extends StandardSchemaV1<In, Out> {}

export interface Wrong<Words extends string> {
  readonly "what is wrong": Words;
}
