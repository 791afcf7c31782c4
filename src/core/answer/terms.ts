import type { DeclaredResponse } from "../model/contract";
import type { LogFacts } from "../model/fault";
import type { ClosedMembers, Validate } from "../../schema/interface/schema";
import type { Version } from "../model/version";
import type { Exchange } from "../request/exchange";
import type { AnswerInProgress, Body, Stage } from "./body";

/** How a returned value becomes one declared response: its media type, validation and conversion. */
export interface ResponseTerms {
  /** The declared media type. If it is undefined, the kind of the value (text, bytes, JSON ...) decides. */
  readonly type: string | undefined;
  /** Removes members that the schema does not allow; undefined if the schema allows all. */
  readonly closed: ClosedMembers | undefined;
  readonly validate: Validate | undefined;
  /** Converts the handler's value to the form of the client's version; undefined if the forms are the same. */
  readonly conversion: Conversion | undefined;
  /** Takes apart the handler's value before any other stage; undefined if the schema needs none of this. */
  readonly opening: Opening | undefined;
}

/** The stages from a handler's value to the body of another version. */
export interface Conversion {
  /** Removes members that the schema of the handler's value does not allow; undefined if it allows all. */
  readonly closed: ClosedMembers | undefined;
  /** Validates the handler's value. */
  readonly validate: Validate | undefined;
  /** Replaces the opening of the terms. */
  readonly opening: Stage | undefined;
  /** The stages that ask what the conversion needs besides the value. */
  readonly asked: readonly Stage[];
  readonly convert: (body: Body, answer: AnswerInProgress) => Body;
  /** True if the newest version has no body, so that `convert` makes the body even for a status without content. */
  readonly isFromNothing: boolean;
  readonly type: string | undefined;
  /** Facts for the log if the converted value does not match its schema. */
  readonly facts: LogFacts | undefined;
  /**
   * Converts the JSON of a handler's value again, as a recording holds it. `given` may be changed.
   *
   * @throws The error that the answer would cause.
   */
  readonly again: (
    given: unknown,
    means: Pick<Exchange, "contexts" | "touched"> & Pick<AnswerInProgress, "carried">,
  ) => unknown;
}

export interface Opening {
  readonly stage: Stage;
  /** Does the same to a value that the handler sends itself. */
  readonly plain: (value: unknown) => unknown;
}

/** Makes the conversions of a route's responses. */
export interface Conversions {
  readonly of: (response: DeclaredResponse) => Pick<ResponseTerms, "conversion" | "opening">;
  /** The conversion of a success whose status no `WithResponse` declares, if other successes are converted. */
  readonly undeclared: Conversion;
}

export interface RouteResponses {
  readonly version: Version | undefined;
  readonly termsOf: (status: number) => ResponseTerms | undefined;
  /** Returns the steps that validate a handler's value, convert it to the client's version, and validate it again. */
  readonly stagesOf: (terms: ResponseTerms | undefined) => readonly Stage[];
  readonly carries: boolean;
  readonly convertsDown: boolean;
  /** Called if a handler sends a status that no `WithResponse` declares: the App then does not convert the body. */
  readonly undescribed?: (status: number) => void;
}

/** The responses of a route that describes none: nothing is validated or converted. */
export const noResponses: RouteResponses = {
  version: undefined,
  termsOf: () => undefined,
  stagesOf: () => [],
  carries: false,
  convertsDown: false,
};
