import type { StandardSchemaV1 } from "@standard-schema/spec";
import type { PlainSchema } from "../schema/interface/schema";

export declare const can: unique symbol;
declare const result: unique symbol;

/** The directions of a conversion: `Up` for requests, `Down` for responses. */
export type ConversionWay = "Up" | "Down";

/** The newest schema of a history. A member for it would slow down the compiler, so it is inferred from `Within`. */
export type NewestOf<H> = H extends {
  readonly Within: (path: never, wrap: (schema: infer Newest) => never) => unknown;
}
  ? Newest
  : never;

/** Marks a history with `Carrying` by the type that its handlers return. The member exists only for the compiler. */
export interface Carries<Result> {
  readonly [result]: Result;
}

/** The type of a history has a member such as `every step has Up` for each direction. Compiler errors name it. */
export type Ways<Can extends ConversionWay> = { readonly [Way in Can as `every step has ${Way}`]: true };

/** The {@link Ways} of a history without `Carrying`. Options for requests, such as `WithBody`, accept no other. */
export type BareWays<Can extends ConversionWay> = {
  readonly [
    Way in Can | "Bare" as Way extends ConversionWay ? `every step has ${Way}` : "its values carry nothing"
  ]: true;
};

/** A schema, or a history without `Carrying` in which each step has an `Up`. */
export interface CanUp {
  readonly [can]?: BareWays<"Up">;
}

/** Like {@link CanUp}, but a history may have `Carrying`: reading needs only `Up`, which gets no carried values. */
interface CanBeStored {
  readonly [can]?: Ways<"Up">;
}

/** A schema, or a history in which each step has a `Down`. */
export interface CanDown {
  readonly [can]?: Ways<"Down">;
}

/** A schema, or a history that can convert requests. */
export type RequestSchema = StandardRequestSchema | (PlainSchema & CanUp);

/** A schema, or a history that can convert stored values. */
export type StoredSchema = StandardStoredSchema | (PlainSchema & CanBeStored);

/** A schema, or a history that can convert responses. */
export type AnswerSchema = StandardAnswerSchema | (PlainSchema & CanDown);

// If these types were intersections, the compiler's message for a wrong schema would be longer.
interface StandardRequestSchema extends StandardSchemaV1, CanUp {}
interface StandardStoredSchema extends StandardSchemaV1, CanBeStored {}
interface StandardAnswerSchema extends StandardSchemaV1, CanDown {}
