import type { ConversionWay } from "../../types/history-schema";
import type { StandardSchemaV1 } from "@standard-schema/spec";
import type { AsJSON } from "../../types/as-json";
import type { Nothing } from "../../schema/interface/histories";
import type { InputOf, OutputOf, Schema } from "../../schema/interface/schema";
import type { Wrong } from "../../types/wrong";

// The test for `_zod` comes first to save compile time.
export type In<S> = S extends { readonly _zod: { readonly input: unknown } }
  ? S["_zod"]["input"]
  : S extends typeof Nothing
    ? undefined
    : InputOf<S>;
export type Out<S> = S extends { readonly _zod: { readonly output: unknown } }
  ? S["_zod"]["output"]
  : S extends typeof Nothing
    ? undefined
    : OutputOf<S>;

/** The type that an Up may return. Each member has the newer schema's input type or output type. */
// The test of zod's `input` saves compile time: in most schemas it is the type `output`, so `InOrOut` is not needed.
export type GivenUp<S> = S extends { readonly _zod: { readonly output: unknown } }
  ? S["_zod"] extends { readonly input: S["_zod"]["output"] }
    ? In<S>
    : InOrOut<In<S>, Out<S>>
  : InOrOut<In<S>, Out<S>>;

type InOrOut<I, O> = [I] extends [O | readonly unknown[]]
  ? I
  : { [K in keyof I]: I[K] | (K extends keyof O ? O[K] : never) };

/** A schema with the input type `In` and the output type `Out`. */
// An interface, because declaration files would replace an alias by `StandardSchemaV1`, which they cannot import.
// eslint-disable-next-line @typescript-eslint/no-empty-object-type
export interface WholeSchema<In, Out> extends StandardSchemaV1<In, Out> {}

/** True for `any`, which is the type of a plain JSON Schema: 0 can be assigned to `1 & T` only if `T` is `any`. */
type IsAny<T> = 0 extends 1 & T ? true : false;

type KnownName<S> = IsAny<Out<S>> extends true ? never : keyof Out<S>;

type IsOptional<T, K extends keyof T> = object extends Pick<T, K> ? true : false;

/** The older schema in `.Added(...)`: the newer schema without the added members. */
export type LinkWithout<S, N extends PropertyKey> = WholeSchema<LessOf<In<S>, N>, LessOf<Out<S>, N>>;

type LessOf<T, N extends PropertyKey> = IsAny<T> extends true ? T : Omit<T, N>;

/** The directions in which `Added` converts: only `Down` if older requests would lack a required member. */
export type AddedWays<S, N extends PropertyKey> =
  IsAny<In<S>> extends true
    ? ConversionWay
    : object extends Pick<In<S>, N & keyof In<S>>
      ? ConversionWay
      : "Down";

/** The `{ lives: 9 }` of `Added(change, { lives: 9 })`: the value of each added member, for older requests. */
export type Meanings<S, F> = {
  readonly [K in keyof F]: K extends keyof In<S>
    ? In<S>[K]
    : Wrong<"the newer schema has no member of this name">;
};

/** The second argument of `Removed`: the schemas of removed members, whose names must not occur in the newer schema. */
export type NewMembers<S, M> = {
  readonly [K in keyof M]: K extends KnownName<S>
    ? Wrong<"the newer schema has a member of this name already">
    : Schema;
};

/** The third argument of `Removed`: the values of removed members in older responses, or functions for the values. */
export type OldAnswers<S, M> = {
  readonly [K in keyof M]?: AsJSON<Out<M[K]>> | ((now: AsJSON<Out<S>>) => AsJSON<Out<M[K]>>);
};

export type NoOther<G, M> = Readonly<
  Record<Exclude<keyof G, keyof M>, Wrong<"no removed member has this name">>
>;

export type LinkWith<S, M> = WholeSchema<
  MoreOf<In<S>, { readonly [K in keyof M]: In<M[K]> }>,
  MoreOf<Out<S>, { readonly [K in keyof M]: Out<M[K]> }>
>;

type MoreOf<T, More> = IsAny<T> extends true ? T : T & Members<More>;

/** An object type with the members of `More`. A member is optional if its value may be undefined. */
type Members<More> = { -readonly [K in keyof More as undefined extends More[K] ? never : K]: More[K] } & {
  -readonly [K in keyof More as undefined extends More[K] ? K : never]?: More[K];
};

/** The directions of `Removed`. `Down` is missing if older responses require a member for which no value is given. */
export type RemovedWays<M, G> = [AnsweredName<M>] extends [keyof G] ? ConversionWay : "Up";

type AnsweredName<M> = {
  readonly [K in keyof M]: undefined extends Out<M[K]> ? never : K;
}[keyof M];

export type NewName<S, Old> =
  Old extends KnownName<S> ? Wrong<"the newer schema has this member: write the old name first"> : unknown;

export type LinkRenamed<S, Now, Old extends string> = WholeSchema<
  NamedOf<In<S>, Now, Old>,
  NamedOf<Out<S>, Now, Old>
>;

type NamedOf<T, Now, Old extends string> =
  IsAny<T> extends true ? T : { [K in keyof T as K extends Now ? Old : K]: T[K] };

/** The second argument of `MadeRequired`: values for the members that older requests may lack. */
export type Requirements<S, F> = {
  readonly [K in keyof F]: K extends keyof In<S>
    ? IsAny<In<S>> extends true
      ? unknown
      : IsOptional<In<S>, K> extends true
        ? Wrong<"the member is optional in the newer schema">
        : In<S>[K]
    : Wrong<"the newer schema has no member of this name">;
};

export type LinkLoosened<S, N extends PropertyKey> = WholeSchema<LoosenedOf<In<S>, N>, LoosenedOf<Out<S>, N>>;

type LoosenedOf<T, N extends PropertyKey> =
  IsAny<T> extends true ? T : Omit<T, N> & Partial<Pick<T, N & keyof T>>;

/** The second argument of `MadeOptional`: values that older clients get for members that a newer response lacks. */
export type OlderAnswers<S, F> = {
  readonly [K in keyof F]: K extends keyof Out<S>
    ? IsAny<Out<S>> extends true
      ? unknown
      : K extends keyof In<S>
        ? IsOptional<In<S>, K> extends true
          ? AsJSON<Exclude<Out<S>[K], undefined>>
          : Wrong<"the newer schema requires the member">
        : never
    : Wrong<"the newer schema has no member of this name">;
};

export type LinkTightened<S, N extends PropertyKey> = WholeSchema<
  TightenedOf<In<S>, N>,
  TightenedOf<Out<S>, N>
>;

type TightenedOf<T, N extends PropertyKey> =
  IsAny<T> extends true ? T : Omit<T, N> & { [K in N & keyof T]-?: Exclude<T[K], undefined> };
