import type { StandardSchemaV1 } from "@standard-schema/spec";
import type { AsJSON, Sent } from "../../types/as-json";
import type { AnyContext, Context } from "../../schema/interface/context";
import type { Change } from "../../schema/interface/change";
import type { Nothing } from "../../schema/interface/histories";
import type { BodyType, InputOf, OutputOf, Schema } from "../../schema/interface/schema";
import type { BareWays, can, Carries, ConversionWay, NewestOf, Ways } from "../../types/history-schema";
import type { SchemaWords } from "../../types/schema-mistake";
import type { Wrong } from "../../types/wrong";
import type { Carried } from "./carried-type";
import type {
  goneNames,
  NameIn,
  namesCovered,
  NamesGone,
  newName,
  oldName,
  RenameMistake,
  WaysOfRenaming,
} from "./rename";
import type {
  AddedWays,
  GivenUp,
  In,
  Out,
  WholeSchema,
  LinkWithout,
  LinkLoosened,
  Meanings,
  NewMembers,
  NewName,
  NoOther,
  OldAnswers,
  OlderAnswers,
  RemovedWays,
  Requirements,
  LinkTightened,
  LinkWith,
  LinkRenamed,
} from "./member-types";
import type { AllLead, PutAtAll, WithParts, WrittenPath } from "./within";

/** A schema, or `Nothing`. */
export type LinkIn = Schema | typeof Nothing | Wrong<NoLink>;

/** The words in the compiler's error for any other value. Words about the value itself would cost more for each step. */
type NoLink = "pass a schema, such as z.object({ ... }), or Nothing";

/** The words about `S` in the place of a schema; `never` for a schema. */
export type LinkMistake<S> = [S] extends [LinkIn] ? never : Wrong<SchemaWords<S, never>>;

/**
 * The change between an older and a newer schema, or several changes of one version. For any other value, the compiler
 * prints the words.
 */
type Changes<Words extends string> = Change | readonly [Change, ...Change[]] | Wrong<Words>;

type ByChange = "made by V.Change(version, description)";

/**
 * The functions that convert between an older schema and the next newer schema. They are synchronous. Their arguments
 * are the value, and the values of the contexts in `Needs`. For carried values see {@link CarryingConversion}.
 */
// An interface that extends both types would slow down the compiler.
export type Conversion<Old, Now, Keys extends Contexts = []> = ConversionNames<Old, Now> &
  ConversionFunctions<Old, Now, Keys>;

interface ConversionNames<Old, Now> {
  readonly [oldName]?: NameIn<Out<Old>>;
  readonly [newName]?: NameIn<Out<Now>>;
  readonly [goneNames]?: NameIn<Out<Now>>;
  readonly [namesCovered]?: (names: NamesGone<Out<Now>, Out<Old>>) => void;
}

interface ConversionFunctions<Old, Now, Keys extends Contexts> {
  /** For requests: converts the older schema's output to the newer schema's input. A Date need not become text. */
  readonly Up?: (old: Out<Old>, ...context: ValuesOf<Keys>) => GivenUp<Now>;
  /** For responses: converts the newer version's JSON to the older version's JSON. */
  readonly Down?: (now: AsJSON<Out<Now>>, ...context: ValuesOf<Keys>) => AsJSON<Out<Old>>;
  /**
   * The places at which `Down(Up(x))` may differ from x, each with the reason: `{ "total.currency": "it was EUR" }`.
   * `*` is any item. A reason in place of the object exempts the whole link from the comparison of `CheckChanges`.
   */
  readonly Lossy?: string | Readonly<Record<string, string>>;
  /** The reason why newer versions reject some older values. With a reason, such a value gets a 400, not a 500. */
  readonly Stricter?: string | StricterObject<Out<Old>>;
  /** The maximum size of a request body in older versions, in the format of `WithBody`: `"1mb"`. */
  readonly Limit?: string;
  /**
   * The type in older versions: a media type of responses or errors (`"application/json"`), or a format of bodies
   * (`"form"`). A history that is used for both has a list of both.
   */
  readonly Type?: LinkType | readonly LinkType[];
}

interface StricterObject<Old> {
  readonly Reason: string;
  /** Maps newer paths in errors to older ones: `{ "cats.*.birthday": "cats.*.born" }`. `*` is any item or member. */
  readonly Path?: Readonly<Record<string, string>>;
  /** Returns true for old values that newer schemas may reject: a 400. If they reject another, the answer is 500. */
  readonly Where?: (old: Old) => boolean;
}

type LinkType = BodyType | `${string}/${string}`;

type Contexts = readonly AnyContext[];

type ValuesOf<Keys extends Contexts> = [
  context: { readonly [I in keyof Keys]: Keys[I] extends Context<infer T> ? T : never },
];

/** The functions of `.As(face, ...)`: they convert between the schema before the call and `face`, which clients see. */
export interface FaceConversion<Face, Whole> extends FaceFunctions<Face, Whole> {
  readonly [oldName]?: NameIn<OutputOf<Face>>;
  readonly [newName]?: NameIn<Out<Whole>>;
  readonly [goneNames]?: NameIn<Out<Whole>>;
  readonly [namesCovered]?: (names: NamesGone<Out<Whole>, OutputOf<Face>>) => void;
}

interface FaceFunctions<Face, Whole> {
  readonly Up?: (face: OutputOf<Face>) => GivenUp<Whole>;
  readonly Down?: (whole: AsJSON<Out<Whole>>) => AsJSON<OutputOf<Face>>;
}

type NeedsNone<Old, Now> =
  (Old extends typeof Nothing ? "Down" : never) | (Now extends typeof Nothing ? "Up" : never);

/** The directions, `Up` and `Down`, in which `C` can convert. The most frequent case is first, to save compile time. */
type StepWays<C, Old, Now> = ConversionWay extends keyof C
  ? typeof goneNames extends keyof C
    ? WaysOfRenaming<C, Now, Old>
    : ConversionWay
  : keyof C | NeedsNone<Old, Now>;

/** The type that members of `C` must have, apart from its functions. A sentence about the names of a `Rename` comes first. */
type Beside<C, Old, Now> = FittingNames<C, Old, Now> & OnlyConversion<C>;

// The first condition saves compile time.
type FittingNames<C, Old, Now> = typeof oldName extends keyof C
  ? [RenameMistake<C, Out<Old>, Out<Now>>] extends [never]
    ? unknown
    : Wrong<RenameMistake<C, Out<Old>, Out<Now>>>
  : unknown;

type OnlyConversion<C> = Record<
  Exclude<keyof C, ConversionKey>,
  "not a key of a conversion, which has Up, Down, Needs, Lossy, Stricter, Type and Limit"
>;
type OnlyFace<C> = Record<Exclude<keyof C, FaceKey>, "not a key of a face, which has Up and Down">;
type ConversionKey = keyof Conversion<never, never> | "Needs";
type FunctionKey = keyof ConversionFunctions<never, never, []> | "Needs";
type FaceKey = keyof FaceConversion<never, never>;

declare const needs: unique symbol;

/** Any history, whatever its schemas. */
export interface AnyVersioned {
  /** The directions in which every step of the history can convert. This member exists only for the compiler. */
  readonly [can]: object;
}

/**
 * A history: a schema with its older forms. It can be used in the place of its newest schema.
 *
 * `Oldest` is the oldest schema. `Can` has `"Up"` if all steps convert requests, `"Down"` if all convert responses.
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
  /** The compiler prints these words in its error for a history that is passed to zod. */
  readonly _zod: NoPart<"a history cannot be part of another schema: use history.Within([Each], (item) => z.array(item))">;

  /**
   * Declares the schema before a change, and how to convert values: `.Before(Born, Cat1, Rename("born", "birthday"))`.
   * The first call in a chain is for the newest change. Several changes of one version are a list: `[Born, Names]`.
   *
   * For a request body, the members `Type` and `Limit` of the third argument default to those of the route. For a
   * response, `Type` is a media type, which defaults to that of the next newer schema, or of the route.
   *
   * @throws TypeError for a schema that is a history itself, for changes of several versions in one list, and for
   * several media types in `Type`.
   */
  Before(
    change: Changes<ByChange>,
    schema: typeof Nothing,
  ): Versioned<Newest, typeof Nothing, Can & "Down", Needs>;
  Before<
    Old extends Schema | typeof Nothing | Wrong<NoLink>,
    C extends (keyof C extends FunctionKey ? unknown : Beside<C, Old, Oldest>) &
      ConversionFunctions<Old, Oldest, Keys>,
    const Keys extends Contexts = [],
  >(
    change: Changes<ByChange>,
    schema: Old,
    convert: C & { readonly Needs?: Keys },
  ): Versioned<Newest, Old, Can & StepWays<C, Old, Oldest>, Needs | Keys>;

  /**
   * Declares that a change added members, which older requests and responses do not have: `.Added(Colour, "colour",
   * "size")`.
   *
   * With `.Added(Lives, { lives: 9 })`, older requests get the value 9. A required member of requests needs such a
   * value. `Added` works for objects of zod, and for plain JSON Schemas with `properties`.
   *
   * @throws TypeError for a schema of another kind: write its older form in `Before`.
   */
  Added<const N extends keyof Out<Oldest> & string>(
    change: Changes<ByChange>,
    ...names: readonly [N, ...N[]]
  ): Versioned<Newest, LinkWithout<Oldest, N>, Can & AddedWays<Oldest, N>, Needs>;
  Added<const F extends object & Meanings<Oldest, F>>(
    change: Changes<ByChange>,
    meanings: F,
  ): Versioned<Newest, LinkWithout<Oldest, keyof F>, Can, Needs>;

  /**
   * Declares that a change removed members: `.Removed(Chips, { chip: z.string() }, { chip: "none" })`. Up removes these
   * members from older requests. Older responses get the last argument's values, or the results of its functions.
   */
  Removed<const M extends NewMembers<Oldest, M>, const G extends NoOther<G, M> = object>(
    change: Changes<ByChange>,
    members: M,
    answers?: G & OldAnswers<Oldest, M>,
  ): Versioned<Newest, LinkWith<Oldest, M>, Can & RemovedWays<M, G>, Needs>;

  /** Declares that a change renamed a member: `.Renamed(Born, "born", "birthday")`, the old name first. */
  Renamed<const Old extends string, const Now extends keyof Out<Oldest> & string>(
    change: Changes<ByChange>,
    old: Old & NewName<Oldest, Old>,
    now: Now,
  ): Versioned<Newest, LinkRenamed<Oldest, Now, Old>, Can, Needs>;

  /**
   * Declares that a change made members required: `.MadeRequired(Lives, { lives: 9 })`. Older requests without `lives`
   * get 9.
   */
  MadeRequired<const F extends object & Requirements<Oldest, F>>(
    change: Changes<ByChange>,
    meanings: F,
  ): Versioned<Newest, LinkLoosened<Oldest, keyof F>, Can, Needs>;

  /**
   * Declares that a change made members optional: `.MadeOptional(Moods, { mood: "calm" })`. Responses of older versions
   * without `mood` get `"calm"`.
   */
  MadeOptional<const F extends object & OlderAnswers<Oldest, F>>(
    change: Changes<ByChange>,
    answers: F,
  ): Versioned<Newest, LinkTightened<Oldest, keyof F>, Can, Needs>;

  /**
   * Declares the schema of a value that only older versions need: `.Carrying(Legacy)`. Handlers then return
   * `Carry(value, legacy)`. Each `Down` in later calls of the chain gets `legacy` as its second argument.
   *
   * @throws TypeError for a second Carrying on this history.
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
   * Shows clients the schema `face`. Handlers, and conversions to older versions, still use the schema before this
   * call. `Versioned(Row).As(Cat, { Down: ({ id, ...cat }) => cat })` hides `id` from clients.
   *
   * @throws TypeError for a second As of the same schema, or if the schema is Nothing.
   */
  As<
    Face extends Schema,
    C extends FittingNames<C, Face, Oldest> & FaceConversion<Face, Oldest> & OnlyFace<C>,
  >(
    face: Face,
    convert: C,
  ): Versioned<Newest, Oldest, Can & keyof C, Needs>;

  /**
   * The history of a list, or of an envelope: `Cat.Within(["data", Each], (cat) => z.object({ data: z.array(cat) }))`.
   *
   * `wrap` is called with each schema of the history. Null and absent members on the path are not converted. With the
   * path `[]`, `wrap` extends the value itself: `Animal.Within([], (animal) => animal.extend({ purrs: z.boolean() }))`.
   *
   * @throws TypeError if a schema of the history is Nothing.
   */
  Within<const P extends WrittenPath | readonly WrittenPath[], W extends Schema>(
    path: P,
    wrap: (schema: Newest) => AllLead<W, P, Newest> & W,
  ): Versioned<W, OldestWithin<W, P, Newest, Oldest>, Can, Needs>;
}

/**
 * The type of a history's `_zod`, so that the compiler rejects `z.array(history)` with the message `Words`. `input` and
 * `output` are optional, because zod would infer the types of values from required ones.
 */
interface NoPart<Words extends string> extends Wrong<Words> {
  readonly input?: Wrong<Words>;
  readonly output?: Wrong<Words>;
}

type OldestWithin<W, P, Newest, Oldest> = WholeSchema<
  WithParts<InputOf<W>, P, In<Newest>, In<Oldest>>,
  WithParts<OutputOf<W>, P, Out<Newest>, Out<Oldest>>
>;

interface CarriedTypes {
  /** The further parameters of `Down`: `[carried: Legacy]`, or `[]` if `Carry` is used only inside of the value. */
  readonly down: readonly unknown[];
  /** The type that handlers return. */
  readonly result: unknown;
}

/** A history after the call `.Carrying(Legacy)`. Handlers return `Carry(value, legacy)` instead of `value`. */
export type CarryingVersioned<
  Newest extends LinkIn,
  Oldest extends LinkIn,
  Can extends ConversionWay,
  Needs extends Contexts,
  What extends CarriedTypes,
> = CarryingChain<Newest, Oldest, Can, Needs, What> &
  (Newest extends StandardSchemaV1 ? Pick<Newest, "~standard"> : { readonly "~standard"?: never });

/** The methods after `.Carrying(...)`. A type shared with `Chain` would slow down the compiler. */
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

  /** Declares an older schema. `Down` also gets the value of `Carrying`; with `Needs`, `{ Carried, Contexts }`. */
  Before(
    change: Changes<ByChange>,
    schema: typeof Nothing,
  ): CarryingVersioned<Newest, typeof Nothing, Can & "Down", Needs, What>;
  Before<
    Old extends Schema | typeof Nothing | Wrong<NoLink>,
    C extends (keyof C extends FunctionKey ? unknown : Beside<C, Old, Oldest>) &
      CarryingConversion<Old, Oldest, What["down"], Keys>,
    const Keys extends Contexts = [],
  >(
    change: Changes<ByChange>,
    schema: Old,
    convert: C & { readonly Needs?: Keys },
  ): CarryingVersioned<Newest, Old, Can & StepWays<C, Old, Oldest>, Needs | Keys, What>;

  // The methods from `Added` to `MadeOptional` work like those of `Versioned(schema)`.
  Added<const N extends keyof Out<Oldest> & string>(
    change: Changes<ByChange>,
    ...names: readonly [N, ...N[]]
  ): CarryingVersioned<Newest, LinkWithout<Oldest, N>, Can & AddedWays<Oldest, N>, Needs, What>;
  Added<const F extends object & Meanings<Oldest, F>>(
    change: Changes<ByChange>,
    meanings: F,
  ): CarryingVersioned<Newest, LinkWithout<Oldest, keyof F>, Can, Needs, What>;

  Removed<const M extends NewMembers<Oldest, M>, const G extends NoOther<G, M> = object>(
    change: Changes<ByChange>,
    members: M,
    answers?: G & OldAnswers<Oldest, M>,
  ): CarryingVersioned<Newest, LinkWith<Oldest, M>, Can & RemovedWays<M, G>, Needs, What>;

  Renamed<const Old extends string, const Now extends keyof Out<Oldest> & string>(
    change: Changes<ByChange>,
    old: Old & NewName<Oldest, Old>,
    now: Now,
  ): CarryingVersioned<Newest, LinkRenamed<Oldest, Now, Old>, Can, Needs, What>;

  MadeRequired<const F extends object & Requirements<Oldest, F>>(
    change: Changes<ByChange>,
    meanings: F,
  ): CarryingVersioned<Newest, LinkLoosened<Oldest, keyof F>, Can, Needs, What>;

  MadeOptional<const F extends object & OlderAnswers<Oldest, F>>(
    change: Changes<ByChange>,
    answers: F,
  ): CarryingVersioned<Newest, LinkTightened<Oldest, keyof F>, Can, Needs, What>;

  /** Shows clients `face` instead of the schema before this call. `Down` also gets the carried value. */
  As<
    Face extends Schema,
    C extends FittingNames<C, Face, Oldest> &
      CarryingFaceConversion<Face, Oldest, What["down"]> &
      OnlyFace<C>,
  >(
    face: Face,
    convert: C,
  ): CarryingVersioned<Newest, Oldest, Can & keyof C, Needs, What>;

  /** Declares the schema of carried values, once in a history. The result of `Within` may declare its own, too. */
  Carrying<L extends Schema>(
    schema: What["down"] extends readonly []
      ? L
      : Wrong<"this history already has a Carrying: remove one of the two">,
  ): CarryingVersioned<
    Newest,
    Oldest,
    Can,
    Needs,
    { readonly down: [carried: OutputOf<L>]; readonly result: Carried<What["result"], OutputOf<L>> }
  >;

  /** Returns the history of a schema with this history's values at `path`. Each of them has its own carried value. */
  Within<const P extends WrittenPath | readonly WrittenPath[], W extends Schema>(
    path: P,
    wrap: (schema: Newest) => AllLead<W, P, Newest> & W,
  ): CarryingVersioned<
    W,
    OldestWithin<W, P, Newest, Oldest>,
    Can,
    Needs,
    {
      readonly down: P extends readonly [] ? What["down"] : [];
      readonly result: PutAtAll<Sent<W>, P, What["result"]>;
    }
  >;
}

type TogetherPart = readonly [history: AnyVersioned, path: WrittenPath | readonly WrittenPath[]];

type TogetherParts = readonly [TogetherPart, ...(readonly TogetherPart[])];

/** The type of `Together`, which makes the history of an envelope from the histories of its parts. */
export type TogetherFunction = <const Parts extends TogetherParts, W extends Schema>(
  parts: Parts,
  wrap: (...newest: NewestOfParts<Parts>) => PartsLead<W, Parts> & W,
) => TogetherOf<W, Parts>;

type NewestOfParts<Parts extends TogetherParts> = { -readonly [I in keyof Parts]: NewestIn<Parts[I]> };

type NewestIn<Part> = Part extends readonly [infer H, unknown] ? NewestOf<H> : never;

type OldestIn<H> = H extends {
  readonly As: (face: never, convert: { readonly Up?: (face: never) => infer Taken }) => unknown;
}
  ? Taken
  : never;

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

type WaysOfParts<Parts extends TogetherParts> =
  | (Parts[number][0] extends { readonly [can]: Ways<"Up"> } ? "Up" : never)
  | (Parts[number][0] extends { readonly [can]: Ways<"Down"> } ? "Down" : never);

type NeedsOfParts<Parts extends TogetherParts> = [NeedsOf<Parts[number][0]>] extends [never]
  ? []
  : readonly Extract<NeedsOf<Parts[number][0]>, AnyContext>[];

/** The type that handlers return for an envelope, with results of `Carry` where the parts have `Carrying`. */
type GivenForParts<Whole, Parts> = Parts extends readonly [infer Part, ...infer Others]
  ? GivenForParts<
      Part extends readonly [Carries<infer Result>, infer P] ? PutAtAll<Whole, P, Result> : Whole,
      Others
    >
  : Whole;

/** A {@link Conversion} whose `Down` also gets the `carried` that the handler returned in `Carry(value, carried)`. */
export interface CarryingConversion<
  Old,
  Now,
  Down extends readonly unknown[],
  Keys extends Contexts = [],
> extends Omit<Conversion<Old, Now, Keys>, "Down"> {
  /** For responses: converts the newer version's JSON to the older version's, with the help of the carried value. */
  readonly Down?: (now: AsJSON<Out<Now>>, ...beside: BesideValue<Down, Keys>) => AsJSON<Out<Old>>;
}

/** The arguments of `Down` after the value: the carried value, the contexts, or one object that has both. */
type BesideValue<Down extends readonly unknown[], Keys extends Contexts> = Down extends readonly [infer What]
  ? Keys extends readonly []
    ? Down
    : [beside: { readonly Carried: What; readonly Contexts: ValuesOf<Keys>[0] }]
  : ValuesOf<Keys>;

/** A {@link FaceConversion} whose `Down` also gets the `carried` that the handler put in `Carry(value, carried)`. */
export interface CarryingFaceConversion<Face, Whole, Down extends readonly unknown[]> extends Omit<
  FaceConversion<Face, Whole>,
  "Down"
> {
  readonly Down?: (whole: AsJSON<Out<Whole>>, ...carried: Down) => AsJSON<OutputOf<Face>>;
}

/** The type that handlers return for a schema: its output or, after `Carrying`, the type of `Carry(value, carried)`. */
export type GivenFor<S> = S extends Carries<infer Result> ? Result : OutputOf<S>;

/** The contexts that the functions of a history need; `never` if they need none. */
export type NeedsOf<H> = H extends { readonly [needs]: infer Keys extends Contexts } ? Keys[number] : never;
