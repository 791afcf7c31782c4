import type { StandardSchemaV1 } from "@standard-schema/spec";
import type { AsJSON } from "../model/as-json";
import type { AnyContext, Context } from "../model/context";
import type { Change } from "../model/change";
import type { Nothing } from "../model/history";
import type { BodyType, InputOf, OutputOf, PlainSchema, Schema } from "../model/schema";
import type { Sent } from "../model/sent";
import type { Wrong } from "../model/result";
import type { Carried } from "./carry";
import type { goneNames, NameIn, namesCovered, NamesGone, newName, oldName, WaysOfRenaming } from "./rename";
import type { AllLead, PutAtAll, WithParts, WrittenPath } from "./within";

/** The ways that a history can go. */
type ConversionWay = "Up" | "Down";

/** A link's schema; the last two are no value's, and tell of a mistake. */
export type LinkIn = Schema | typeof Nothing | FunctionIsNoSchema | ClassIsNoSchema;

/** The change that a link was before; several of one version that meet there: a list. */
type LinkChanges = Change | readonly [Change, ...Change[]];
// Zod's own name first: each look more is one for every step of every history.
type In<S> = S extends { readonly _zod: { readonly input: unknown } }
  ? S["_zod"]["input"]
  : S extends typeof Nothing
    ? undefined
    : InputOf<S>;
type Out<S> = S extends { readonly _zod: { readonly output: unknown } }
  ? S["_zod"]["output"]
  : S extends typeof Nothing
    ? undefined
    : OutputOf<S>;

/**
 * The functions from an older schema to the one after it, and back: pure, synchronous, of the value, and of the contexts that
 * `Needs` names. Down is given what the value carries before these.
 */
// The compiler compares the names first, and tells of a wrong one. An interface that extends both would cost each step 17
// instantiations.
export type Conversion<Old, Now, Keys extends Contexts = []> = ConversionNames<Old, Now> &
  ConversionFunctions<Old, Now, Keys>;

/** Of `Rename` alone. */
interface ConversionNames<Old, Now> {
  readonly [oldName]?: NameIn<Out<Old>>;
  readonly [newName]?: NameIn<Out<Now>>;
  readonly [goneNames]?: NameIn<Out<Now>>;
  readonly [namesCovered]?: (names: NamesGone<Out<Now>, Out<Old>>) => void;
}

interface ConversionFunctions<Old, Now, Keys extends Contexts> {
  /** Requests: what the older schema put out, to what the newer one takes. */
  readonly Up?: (old: Out<Old>, ...context: ValuesOf<Keys>) => In<Now>;
  /** Responses: what a client of the newer version reads, to what one of the older version reads. */
  readonly Down?: (now: AsJSON<Out<Now>>, ...context: ValuesOf<Keys>) => AsJSON<Out<Old>>;
  /** Why `Down(Up(x))` is not x, where that is meant. */
  readonly Lossy?: string;
  /** Why newer versions refuse what older ones took: what Up gives and the newer schema refuses is a 400, and no 500. */
  readonly Stricter?: string;
  /** Of a body: the most that was read, as `WithBody` has it. */
  readonly Limit?: string;
  /**
   * The type that it was: of a response or of errors a media type, which holds a `/` (`"application/json"`), of a body one
   * of `WithBody`'s (`"form"`). Of a history in both uses a list of both: each takes its own.
   */
  readonly Type?: LinkType | readonly LinkType[];
}

/** A body's format, or a media type of what is sent. */
type LinkType = BodyType | `${string}/${string}`;

type Contexts = readonly AnyContext[];

/** The one argument that holds the values of contexts; none where no context is needed. */
type ValuesOf<Keys extends Contexts> = [
  context: { readonly [I in keyof Keys]: Keys[I] extends Context<infer T> ? T : never },
];

/** The functions between a link and what its clients see of it. */
export interface FaceConversion<Face, Whole> extends FaceFunctions<Face, Whole> {
  readonly [oldName]?: NameIn<OutputOf<Face>>;
  readonly [newName]?: NameIn<Out<Whole>>;
  readonly [goneNames]?: NameIn<Out<Whole>>;
  readonly [namesCovered]?: (names: NamesGone<Out<Whole>, OutputOf<Face>>) => void;
}

interface FaceFunctions<Face, Whole> {
  readonly Up?: (face: OutputOf<Face>) => In<Whole>;
  readonly Down?: (whole: AsJSON<Out<Whole>>) => AsJSON<OutputOf<Face>>;
}

/** A step to no value needs no function. */
type NeedsNone<Old, Now> =
  (Old extends typeof Nothing ? "Down" : never) | (Now extends typeof Nothing ? "Up" : never);

/** The ways of one step. Most have both functions: they spare the compiler the other questions. */
type StepWays<C, Old, Now> = ConversionWay extends keyof C
  ? typeof goneNames extends keyof C
    ? WaysOfRenaming<C, Now>
    : ConversionWay
  : keyof C | NeedsNone<Old, Now>;

/** Refuses keys that mean nothing: `Downs`. */
type OnlyConversion<C> = Record<
  Exclude<keyof C, ConversionKey>,
  "not a key of a conversion, which has Up, Down, Needs, Lossy, Stricter, Type and Limit"
>;
type OnlyFace<C> = Record<Exclude<keyof C, FaceKey>, "not a key of a face, which has Up and Down">;
type ConversionKey = keyof Conversion<never, never> | "Needs";
type FaceKey = keyof FaceConversion<never, never>;

declare const can: unique symbol;
declare const needs: unique symbol;
declare const result: unique symbol;

/** The members of every history, whatever its schemas. */
export interface AnyVersioned {
  /** For the compiler alone: the ways that every step of it can go. */
  readonly [can]: object;
}

/**
 * A schema, and what it was before each change: itself a schema, the newest.
 *
 * `Oldest` is the link that stands last, `Can` the ways that all steps can go.
 */
export type Versioned<
  Newest extends LinkIn = Schema,
  Oldest extends LinkIn = Newest,
  Can extends ConversionWay = ConversionWay,
  Needs extends Contexts = [],
> = Chain<Newest, Oldest, Can, Needs> &
  (Newest extends StandardSchemaV1 ? Pick<Newest, "~standard"> : { readonly "~standard"?: never });

interface Chain<
  Newest extends LinkIn,
  Oldest extends LinkIn,
  Can extends ConversionWay,
  Needs extends Contexts,
> {
  readonly [can]: BareWays<Can>;
  readonly [needs]: Needs;
  /** For the compiler alone, which shows it where zod is given a history. */
  readonly _zod: NoPart<"a history cannot be part of another schema: use history.Within([Each], (item) => z.array(item))">;

  /**
   * The schema as it was before a change, newest change first: `.Before(Born, Cat1, Rename("born", "birthday"))`.
   *
   * Changes of one version that meet here stand in a list: `.Before([Born, Names], Cat1, { Up, Down })`.
   *
   * `Type` and `Limit` of a body, unset: the route's. `Type` of a response or of errors: the media type that was sent; unset:
   * that of the newer links, and at last the route's.
   *
   * @throws TypeError for callers without types, where a schema is a history itself, where a list's changes are of
   *   several versions, and where `Type` has several media types.
   */
  Before(change: LinkChanges, schema: typeof Nothing): Versioned<Newest, typeof Nothing, Can & "Down", Needs>;
  Before<
    Old extends LinkIn,
    C extends Conversion<Old, Oldest, Keys> & OnlyConversion<C>,
    const Keys extends Contexts = [],
  >(
    change: LinkChanges,
    schema: Old,
    convert: C & { readonly Needs?: Keys },
  ): Versioned<Newest, Old, Can & StepWays<C, Old, Oldest>, Needs | Keys>;

  /**
   * Begins what handlers give beside each value for older versions alone: `.Carrying(Legacy)`. They return
   * `Carry(value, legacy)`; every Down from here on is given it as its second argument.
   *
   * @throws TypeError where Carrying was called twice on this history.
   */
  Carrying<L extends Schema>(
    schema: L,
  ): CarryingVersioned<
    Newest,
    Oldest,
    Can,
    Needs,
    { readonly down: [carried: OutputOf<L>]; readonly result: Carried<Sent<Newest>, OutputOf<L>> }
  >;

  /**
   * The face of the link that stands last: clients see it where handlers and older versions need more:
   * `Versioned(Row).As(Cat, { Down: ({ id, ...cat }) => cat })`.
   *
   * @throws TypeError where that link has a face already, or is Nothing.
   */
  As<Face extends Schema, C extends FaceConversion<Face, Oldest> & OnlyFace<C>>(
    face: Face,
    convert: C,
  ): Versioned<Newest, Oldest, Can & keyof C, Needs>;

  /**
   * The same inside a list or an envelope: `Cat.Within(["data", Each], (cat) => z.object({ data: z.array(cat) }))`.
   *
   * `wrap` is called for every link and face. What is null or absent at a path, or on its way, is passed over.
   *
   * @throws TypeError where a link is Nothing.
   */
  Within<const P extends WrittenPath | readonly WrittenPath[], W extends Schema>(
    path: P,
    wrap: (schema: Newest) => W & AllLead<W, P, Newest>,
  ): Versioned<W, OldestWithin<W, P, Newest, Oldest>, Can, Needs>;
}

/**
 * What zod finds of a history. `z.array` asks for more, and the compiler prints the words; `z.object` takes anything, and
 * the words are the type of its member. Optional: no schema's input and output are to be taken from here.
 */
interface NoPart<Words extends string> extends Wrong<Words> {
  readonly input?: Wrong<Words>;
  readonly output?: Wrong<Words>;
}

/** The whole of an older link, of which the types alone are known: declaration files name it. */
// An interface: an alias is written out in declaration files, with a name that they cannot import.
// eslint-disable-next-line @typescript-eslint/no-empty-object-type
export interface WholeSchema<In, Out> extends StandardSchemaV1<In, Out> {}

/** The whole that `wrap` makes of the link that stands last, of which only the newest is known by its own type. */
type OldestWithin<W, P, Newest, Oldest> = WholeSchema<
  WithParts<InputOf<W>, P, In<Newest>, In<Oldest>>,
  WithParts<OutputOf<W>, P, Out<Newest>, Out<Oldest>>
>;

/** The types of a history whose values carry something. */
interface CarriedTypes {
  /** The argument of the next Downs; none where what carries is within the value. */
  readonly down: readonly unknown[];
  /** What handlers return. */
  readonly result: unknown;
}

/** A history whose values carry what older versions need: {@link Versioned} from `Carrying` on. */
export type CarryingVersioned<
  Newest extends LinkIn,
  Oldest extends LinkIn,
  Can extends ConversionWay,
  Needs extends Contexts,
  What extends CarriedTypes,
> = CarryingChain<Newest, Oldest, Can, Needs, What> &
  (Newest extends StandardSchemaV1 ? Pick<Newest, "~standard"> : { readonly "~standard"?: never });

/** A type of its own: what a Down is given beside the value would cost every step of all other histories. */
interface CarryingChain<
  Newest extends LinkIn,
  Oldest extends LinkIn,
  Can extends ConversionWay,
  Needs extends Contexts,
  What extends CarriedTypes,
> extends Carries<What["result"]> {
  readonly [can]: Ways<Can>;
  readonly [needs]: Needs;
  readonly _zod: NoPart<"a history cannot be part of another schema: use history.Within([Each], (item) => z.array(item))">;

  /** As `Versioned(schema).Before`; Down is given what the value carries as its second argument, and then the contexts. */
  Before(
    change: LinkChanges,
    schema: typeof Nothing,
  ): CarryingVersioned<Newest, typeof Nothing, Can & "Down", Needs, What>;
  Before<
    Old extends LinkIn,
    C extends CarryingConversion<Old, Oldest, What["down"], Keys> & OnlyConversion<C>,
    const Keys extends Contexts = [],
  >(
    change: LinkChanges,
    schema: Old,
    convert: C & { readonly Needs?: Keys },
  ): CarryingVersioned<Newest, Old, Can & StepWays<C, Old, Oldest>, Needs | Keys, What>;

  /** As `Versioned(schema).As`; Down is given what the value carries as its second argument. */
  As<Face extends Schema, C extends CarryingFaceConversion<Face, Oldest, What["down"]> & OnlyFace<C>>(
    face: Face,
    convert: C,
  ): CarryingVersioned<Newest, Oldest, Can & keyof C, Needs, What>;

  /** As `Versioned(schema).Carrying`, of a list or envelope whose parts carry something of their own. */
  Carrying<L extends Schema>(
    schema: What["down"] extends readonly [] ? L : Wrong<"Carrying was called twice on this history">,
  ): CarryingVersioned<
    Newest,
    Oldest,
    Can,
    Needs,
    { readonly down: [carried: OutputOf<L>]; readonly result: Carried<What["result"], OutputOf<L>> }
  >;

  /** As `Versioned(schema).Within`: each value that a path leads to carries its own. */
  Within<const P extends WrittenPath | readonly WrittenPath[], W extends Schema>(
    path: P,
    wrap: (schema: Newest) => W & AllLead<W, P, Newest>,
  ): CarryingVersioned<
    W,
    OldestWithin<W, P, Newest, Oldest>,
    Can,
    Needs,
    { readonly down: []; readonly result: PutAtAll<Sent<W>, P, What["result"]> }
  >;
}

/** A history, and the path or paths to its values within an envelope. */
type TogetherPart = readonly [history: AnyVersioned, path: WrittenPath | readonly WrittenPath[]];

type TogetherParts = readonly [TogetherPart, ...(readonly TogetherPart[])];

/** The type of `Together`. */
export type TogetherFunction = <const Parts extends TogetherParts, W extends Schema>(
  parts: Parts,
  wrap: (...newest: NewestOfParts<Parts>) => W & PartsLead<W, Parts>,
) => TogetherOf<W, Parts>;

type NewestOfParts<Parts extends TogetherParts> = { -readonly [I in keyof Parts]: NewestIn<Parts[I]> };

type NewestIn<Part> = Part extends readonly [infer H, unknown] ? NewestOf<H> : never;

/** The newest schema of a history, by what its `wrap` is given: a member for the compiler alone would cost every step. */
type NewestOf<H> = H extends {
  readonly Within: (path: never, wrap: (schema: infer Newest) => never) => unknown;
}
  ? Newest
  : never;

/** What the link that stands last takes, by what a face of it gives. */
type OldestIn<H> = H extends {
  readonly As: (face: never, convert: { readonly Up?: (face: never) => infer Taken }) => unknown;
}
  ? Taken
  : never;

/** What its clients read, by what a face of it is given. */
type OldestOut<H> = H extends {
  readonly As: (
    face: never,
    convert: { readonly Down?: (whole: infer Given, ...carried: never[]) => never },
  ) => unknown;
}
  ? Given
  : never;

type PartsLead<W, Parts> = Parts extends readonly [infer Part, ...infer Others]
  ? (Part extends readonly [infer H, infer P] ? AllLead<W, P, NewestOf<H>> : unknown) & PartsLead<W, Others>
  : unknown;

type TogetherOf<W extends Schema, Parts extends TogetherParts> = [
  Extract<Parts[number][0], Carries<unknown>>,
] extends [never]
  ? Versioned<W, OldestOfParts<W, Parts>, WaysOfParts<Parts>, NeedsOfParts<Parts>>
  : CarryingVersioned<
      W,
      OldestOfParts<W, Parts>,
      WaysOfParts<Parts>,
      NeedsOfParts<Parts>,
      { readonly down: []; readonly result: GivenForParts<Sent<W>, Parts> }
    >;

/** The whole of the links that stand last in each part. */
type OldestOfParts<W extends Schema, Parts> = WholeSchema<
  WithOldest<InputOf<W>, Parts, "input">,
  WithOldest<OutputOf<W>, Parts, "output">
>;

type WithOldest<Whole, Parts, Side extends "input" | "output"> = Parts extends readonly [
  infer Part,
  ...infer Others,
]
  ? WithOldest<
      Part extends readonly [infer H, infer P]
        ? Side extends "input"
          ? WithParts<Whole, P, In<NewestOf<H>>, OldestIn<H>>
          : WithParts<Whole, P, Out<NewestOf<H>>, OldestOut<H>>
        : Whole,
      Others,
      Side
    >
  : Whole;

/** The ways that the steps of every part can go. */
type WaysOfParts<Parts extends TogetherParts> =
  | (Parts[number][0] extends { readonly [can]: Ways<"Up"> } ? "Up" : never)
  | (Parts[number][0] extends { readonly [can]: Ways<"Down"> } ? "Down" : never);

type NeedsOfParts<Parts extends TogetherParts> = [NeedsOf<Parts[number][0]>] extends [never]
  ? []
  : readonly Extract<NeedsOf<Parts[number][0]>, AnyContext>[];

/** The type that a handler gives for an envelope: of a part that carries something, values with that. */
type GivenForParts<Whole, Parts> = Parts extends readonly [infer Part, ...infer Others]
  ? GivenForParts<
      Part extends readonly [Carries<infer Result>, infer P] ? PutAtAll<Whole, P, Result> : Whole,
      Others
    >
  : Whole;

/** As {@link Conversion}, of values that carry something. */
export interface CarryingConversion<
  Old,
  Now,
  Down extends readonly unknown[],
  Keys extends Contexts = [],
> extends Omit<Conversion<Old, Now, Keys>, "Down"> {
  /** Responses: of the value as a client of the newer version reads it, and of what it carries. */
  readonly Down?: (
    now: AsJSON<Out<Now>>,
    ...beside: [...carried: Down, ...context: ValuesOf<Keys>]
  ) => AsJSON<Out<Old>>;
}

/** As {@link FaceConversion}, of values that carry something. */
export interface CarryingFaceConversion<Face, Whole, Down extends readonly unknown[]> extends Omit<
  FaceConversion<Face, Whole>,
  "Down"
> {
  readonly Down?: (whole: AsJSON<Out<Whole>>, ...carried: Down) => AsJSON<OutputOf<Face>>;
}

/** A history by what handlers return for it: for the compiler alone. */
export interface Carries<Result> {
  readonly [result]: Result;
}

/** The type that a handler gives for a schema: of a history with `Carrying`, values with what they carry. */
export type GivenFor<S> = S extends Carries<infer Result> ? Result : OutputOf<S>;

/** The contexts that the functions of a history are given; never where there are none. */
export type NeedsOf<H> = H extends { readonly [needs]: infer Keys extends Contexts } ? Keys[number] : never;

/** The words that a compiler's message shows of a history that lacks a way. */
type Ways<Can extends ConversionWay> = { readonly [Way in Can as `every step has ${Way}`]: true };

/** The same of a history whose values carry nothing: no others come in a request. */
type BareWays<Can extends ConversionWay> = {
  readonly [
    Way in Can | "Bare" as Way extends ConversionWay ? `every step has ${Way}` : "its values carry nothing"
  ]: true;
};

/**
 * A history that requests can come through: a step without Up is a type error. Other schemas are not asked.
 *
 * No conditional type: of those the compiler knows nothing in a function that is generic in its schema.
 */
export interface CanUp {
  readonly [can]?: BareWays<"Up">;
}

/** A history whose stored values can be read, whatever those that are sent carry, as {@link CanUp}. */
interface CanBeStored {
  readonly [can]?: Ways<"Up">;
}

/** A history that responses can go out through, as {@link CanUp}. */
export interface CanDown {
  readonly [can]?: Ways<"Down">;
}

/** A schema, or a history that requests can come through. */
export type RequestSchema =
  StandardRequestSchema | (PlainSchema & CanUp) | FunctionIsNoSchema | ClassIsNoSchema;

/** A schema, or a history whose stored values can be read as the newest. */
export type StoredSchema =
  StandardStoredSchema | (PlainSchema & CanBeStored) | FunctionIsNoSchema | ClassIsNoSchema;

/** A schema, or a history that responses can go out through. */
export type AnswerSchema =
  StandardAnswerSchema | (PlainSchema & CanDown) | FunctionIsNoSchema | ClassIsNoSchema;

// Interfaces: a message about an intersection has one line more.
interface StandardRequestSchema extends StandardSchemaV1, CanUp {}
interface StandardStoredSchema extends StandardSchemaV1, CanBeStored {}
interface StandardAnswerSchema extends StandardSchemaV1, CanDown {}

/** No function has it: the compiler prints the words where one stands in a schema's place. */
interface FunctionIsNoSchema {
  readonly "~standard"?: never;
  (...args: never[]): unknown;
  readonly "a function is not a schema: pass one, such as z.object({ ... })": never;
}

/** The same of a class. */
interface ClassIsNoSchema {
  readonly "~standard"?: never;
  new (...args: never[]): unknown;
  readonly "a class is not a schema: pass one, such as z.object({ ... })": never;
}
