// The exports, sorted. Written by `npm run fix:interface`.

export type AnswerSchema = StandardAnswerSchema | (PlainSchema & CanDown);

export type AnswerSchemaMistake<S> = [S] extends [AnswerSchema | undefined]
  ? never
  : Wrong<SchemaWords<S, "Down">>;

export interface AnyVersioned {
  readonly [can]: object;
}

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

export interface NotSent<What> {
  readonly "cannot be sent as JSON: describe what is sent instead, a Date by z.iso.datetime()": What;
}

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

export type RequestSchema = StandardRequestSchema | (PlainSchema & CanUp);

export type RequestSchemaMistake<S> = [S] extends [RequestSchema] ? never : Wrong<SchemaWords<S, "Up">>;

export interface SameFunctions {
  readonly [goneNames]: never;
  readonly Up: <T>(value: T) => never;
  readonly Down: <T>(value: T) => T;
}

export type TogetherFunction = <const Parts extends TogetherParts, W extends Schema>(
  parts: Parts,
  wrap: (...newest: NewestOfParts<Parts>) => PartsLead<W, Parts> & W,
) => TogetherOf<W, Parts>;

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

export interface WholeSchema<In, Out> extends StandardSchemaV1<In, Out> {}

export interface Wrong<Words extends string> {
  readonly "what is wrong": Words;
}
