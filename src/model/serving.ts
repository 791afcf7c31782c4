import type { Request } from "express";
import type { Change } from "./change";
import type { CarriedNode, Carrier } from "./carried";
import type { AnyContext } from "./context";
import type { BodyOptions, ClosedMembers, Part, Validate } from "./schema";
import type { Admission, Scheme } from "./security";
import type { ConvertDown, ConvertUp } from "./histories";
import type { Version } from "./version";

/** The versions of a request to match, most preferred first; the assumed version if the request names none. */
export interface RequestedVersions {
  readonly versions: readonly Version[];
  /** The versions as the client sent them, such as a date for `AtOrBefore`. */
  readonly sent: readonly string[];
  readonly isAssumed: boolean;
  /** The principals admitted while the version was read: `ByPrincipal`. */
  readonly admitted?: readonly Admission[] | undefined;
  /** The pinned versions of accounts that are not in the version list: `ByPrincipal`. */
  readonly unknownPins?: readonly Version[];
  /** An unknown pin that another instance may serve: without a match the answer is 503. */
  readonly laterPin?: Version | undefined;
}

/** The result for a request without a version, neither named nor assumed; all such requests share this object. */
export const nothingRequested: RequestedVersions = { versions: [], sent: [], isAssumed: false };

/** Reads the versions of a request. */
export type ReadVersions = (req: Request) => RequestedVersions | Promise<RequestedVersions>;

/** Reads the versions of requests, and names the headers by which the answers vary: `X-API-Version, Cookie`. */
export interface VersionReader {
  readonly read: ReadVersions;
  readonly varyBy: string | undefined;
}

/** Decoded path parameters by name; it has no prototype. */
export type DecodedParameters = Record<string, string>;

/** The endpoint of a request, and its path parameters. */
export interface Match<Value> {
  readonly value: Value;
  readonly parameters: DecodedParameters;
}

/** Finds the match of a request, by its method, its path and the versions to match, most preferred first. */
export type Matcher<Value> = (
  method: string,
  path: string,
  preferred: readonly Version[],
) => Match<Value> | undefined;

/** The compiled input of a route: how to validate its requests, and to read its body. */
export interface RouteInput {
  readonly parts: readonly PartInput[];
  /** How the body is read; undefined without a declared body, which is then not read. */
  readonly body: BodyOptions | undefined;
  /** The status for invalid input. */
  readonly invalidStatus: number;
  /** The conversions of the parts that the handler gets in another form than the version's. */
  readonly ups: readonly PartUp[];
  /** Called for each request that a stricter link refuses, with the link in words. */
  readonly refused?: (link: string) => void;
  /**
   * Called for a string in the query, headers, cookies or params whose schema accepts a number or boolean, but not a
   * string.
   */
  readonly misread?: (part: Part, name: string) => void;
}

/** Converts one part of a request up to the handler's form. */
export interface PartUp {
  readonly part: Part;
  /** Converts the part's value; rejects if the value cannot be converted. */
  readonly up: ConvertUp;
  /** True for members that some version's schema names: the handler gets them only from Up. */
  readonly isNamed: (name: string) => boolean;
  /** True for members that only schemas of other versions name: clients of this version do not know them. */
  readonly isForeign: (name: string) => boolean;
}

/** A context that a request's Ups and Downs need, and the function that provides it. */
export interface ContextQuestion {
  readonly key: AnyContext;
  readonly ask: (req: Request) => unknown;
}

/** How one part of a request is validated. */
export interface PartInput {
  readonly part: Part;
  readonly validate: Validate;
  /** True for names whose single value is a list: `?tag=a` is `["a"]`; undefined if there are no such names. */
  readonly isList: ((name: string) => boolean) | undefined;
  /** The separators at which values are split, by parameter; undefined if there are none. */
  readonly separators: ReadonlyMap<string, string> | undefined;
  /** The path parameters that the schema gets; undefined for all. */
  readonly names: ReadonlySet<string> | undefined;
}

/** The requirements of a route, checked in turn; the first alternative that admits the request meets one. */
export type RouteSecurity = readonly (readonly AskedAlternative[])[];

/** One alternative of a requirement; equal questions are the same object. */
type AskedAlternative = SecurityQuestion | { readonly kind: "anonymous" };

/** A call of a scheme for a request, and its challenge for the client. */
export interface SecurityQuestion {
  readonly kind: "question";
  readonly scheme: Scheme;
  readonly scopes: readonly string[];
  readonly challenge: string;
}

/** The compiled terms of one declared response: the steps for a returned value. */
export interface ResponseTerms {
  /** The media type of the response; undefined if the value's kind decides it. */
  readonly type: string | undefined;
  /** Removes closed members; undefined if the schema has none. */
  readonly closed: ClosedMembers | undefined;
  /** Validates the value (`AppOptions.CheckResponses`); undefined without validation. */
  readonly validate: Validate | undefined;
  /** Converts the handler's value down to the version's form; undefined if the forms are the same. */
  readonly down: ResponseDown | undefined;
  /** Separates the carried values from the handler's value; undefined if the value carries nothing. */
  readonly opening: Opening | undefined;
}

/** Separates the carried values from a handler's value; waits if a function of `Carry` returns a promise. */
export interface Opening {
  readonly open: (value: unknown) => OpenedValue | Promise<OpenedValue>;
  /** Validates carried values (`AppOptions.CheckResponses`). */
  readonly validatorOf: ((carrier: Carrier) => Validate) | undefined;
}

/** A handler's value without carried values, and the values that were found. */
export interface OpenedValue {
  readonly value: unknown;
  /** The carried values for the version's Downs; undefined if the Downs need none. */
  readonly carried: CarriedNode | undefined;
  /** The carried values as a list, for validation. */
  readonly found: () => readonly CarrierValue[];
}

/** One carried value, and the `Carrying` that has its schema. */
export interface CarrierValue {
  readonly carrier: Carrier;
  readonly carried: unknown;
}

/**
 * The steps from a value of a history's newest schema to a version's form, in their order: separate carried values,
 * copy the value without closed members, convert it down. The result still has the members that the version's own
 * schema does not allow.
 */
export interface Rendering {
  /** Separates carried values from the value; undefined if the history carries nothing. */
  readonly open: Opening["open"] | undefined;
  /** Removes the members that the newest schema does not allow; undefined if it allows all members, or is Nothing. */
  readonly closed: ClosedMembers | undefined;
  /** Converts a JSON copy; throws if the value has no form in the version; undefined if the version has no value. */
  readonly convert: ConvertDown | undefined;
  /** The changes that introduced the value; empty unless the version has no value before them. */
  readonly dropping: readonly Change[];
  /** True if the newest link is Nothing: the handler's value is dropped, and `convert` gets undefined for any status. */
  readonly isFromNothing: boolean;
  /** The media type that the history sets for the version; undefined if it sets none. */
  readonly type: string | undefined;
}

/** Converts a response from the handler's form to the version's. */
export interface ResponseDown extends Omit<Rendering, "open"> {
  /** Validates the handler's value by its own schema (`AppOptions.CheckResponses`). */
  readonly validate: Validate | undefined;
  /** As in {@link ResponseTerms}, with the carried values that the Downs need. */
  readonly opening: Opening | undefined;
  /** The contexts of the Downs whose functions are called after the handler; usually none. */
  readonly later: readonly ContextQuestion[];
}

/** The conversion of error bodies for an older version. */
export interface ErrorDown {
  /** Converts the newest body to the version's; returns undefined if no body is sent, and rethrows errors of a Down. */
  readonly convert: ConvertDown;
  /** The media type; undefined if it is the App's own. */
  readonly type: string | undefined;
}

/** Finds the conversion of error bodies for a version; undefined for the newest version. */
export type ErrorDowns = (version: Version | undefined) => ErrorDown | undefined;

/** How returned values are validated: `"stripped"` after closed members are removed; undefined without validation. */
export type ResponseCheck = "whole" | "stripped" | undefined;

/** The terms of all responses of a registration. */
export interface RouteResponses {
  readonly check: ResponseCheck;
  /** The version of the terms, for messages. */
  readonly version: Version | undefined;
  /** The terms for the status of an answer; undefined if none are declared. */
  readonly termsOf: (status: number) => ResponseTerms | undefined;
  /** True if a response may carry values for older versions. */
  readonly carries: boolean;
  /** True if the version gets a response in another form than the handler's. */
  readonly convertsDown: boolean;
  /** Called for a status without a `WithResponse`, whose body is sent in the handler's own form. */
  readonly undescribed?: (status: number) => void;
}
