import type { ClosedMembers, Schema, Validate } from "./interface/schema";
import type { AjvFailure, CompiledSchema } from "./compiled-schema";
import type { DescribedSchema } from "./standard";

/** A schema made by `OneOf` has its {@link Choice} in this member. */
export const choiceKey: unique symbol = Symbol.for("versioned-controllers.one-of");

type Compiled = CompiledSchema | AjvFailure | undefined;

/** A schema that selects one of several for each value. It brings its behaviour, so that programs without one bundle none. */
export interface Choice {
  readonly alternatives: readonly Schema[];
  /** Selects a value's schema. If the application's function throws, its error is the `cause` of the thrown Error. */
  readonly choose: (value: unknown) => Schema | undefined;
  readonly validator: (validatorFor: (alternative: Schema) => Validate) => Validate;
  /** Compiles all alternatives; returns the failure of the first that does not compile. */
  readonly compiled: (
    compile: (alternative: Schema) => Compiled,
    validateOf: (compiled: Compiled) => Validate,
  ) => Compiled;
  /** Makes functions that remove the members which the selected schema forbids; undefined if no schema forbids any. */
  readonly closed: (
    closedOf: (alternative: Schema) => ClosedMembers | undefined,
  ) => ClosedMembers | undefined;
  /** Describes the choice as `{ oneOf: [...] }`. An alternative without JSON Schema becomes `{}`. */
  readonly described: (describe: (alternative: Schema) => DescribedSchema) => DescribedSchema;
}

export function choiceIn(schema: object): Choice | undefined {
  return choiceKey in schema ? (schema[choiceKey] as Choice) : undefined;
}
