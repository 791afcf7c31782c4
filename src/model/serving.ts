import type { Request } from "express";
import type { Segment } from "../http/path-template";
import type { Change } from "./change";
import type { CarriedNode, Carrier } from "./carried";
import type { AnyContext } from "./context";
import type { BodyOptions, ClosedMembers, Part, Validate } from "./schema";
import type { Admission, Scheme } from "./security";
import type { ConvertDown, ConvertUp } from "./history";
import type { Version } from "./version";

/** The versions to match, most preferred first; the assumed one if the request names none. */
export interface RequestedVersions {
  readonly versions: readonly Version[];
  /** The client's own texts for them, such as the date for `AtOrBefore`. */
  readonly sent: readonly string[];
  readonly isAssumed: boolean;
  /** The principals admitted while the version was read: `ByPrincipal`. */
  readonly admitted?: readonly Admission[] | undefined;
  /** The versions of accounts that are not in the list: `ByPrincipal`. */
  readonly unknownPins?: readonly Version[];
  /** One of them that another instance may serve: without a match the answer is a 503. */
  readonly laterPin?: Version | undefined;
}

/** A request without a version, neither named nor assumed: one object for all of them, because most need no other. */
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
  /** Undefined without a declared body, which is then not read. */
  readonly body: BodyOptions | undefined;
  /** The status for invalid input. */
  readonly invalidStatus: number;
  /** The parts that the handler gets in another form than the version's. */
  readonly ups: readonly PartUp[];
  /** Called for each refusal of a stricter link, by its words. */
  readonly refused?: (link: string) => void;
  /** Called for a string in the query, headers, cookies or params whose schema takes a number or boolean, but not a string. */
  readonly misread?: (part: Part, name: string) => void;
}

/** Converts one part of a request up to the handler's form. */
export interface PartUp {
  readonly part: Part;
  /** Rejects if the value has no such form. */
  readonly up: ConvertUp;
  /** True for members that some version's schema names: the handler gets them only from Up. */
  readonly isNamed: (name: string) => boolean;
  /** True for those of them that the version's own schema does not name: its clients do not know them. */
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
  /** True for names whose single value is a list of one; undefined if there are none. */
  readonly isList: ((name: string) => boolean) | undefined;
  /** The separators of texts, by parameter; undefined if there are none. */
  readonly separators: ReadonlyMap<string, string> | undefined;
  /** The path's parameters for the schema; undefined for all. */
  readonly names: ReadonlySet<string> | undefined;
}

/** The requirements of a route: all of them in turn, each satisfied by the first alternative that admits. */
export type RouteSecurity = readonly (readonly AskedAlternative[])[];

/** One alternative of a requirement; equal questions are one object. */
type AskedAlternative = SecurityQuestion | { readonly kind: "anonymous" };

/** A call of a scheme for a request, and its challenge for the client. */
export interface SecurityQuestion {
  readonly kind: "question";
  readonly scheme: Scheme;
  readonly scopes: readonly string[];
  readonly challenge: string;
}

/** The first segments of a version's paths, and of the next version's. */
export interface Move {
  readonly from: string;
  readonly to: string;
  /** The time at which the successor itself ends. */
  readonly until: Date | undefined;
  /** The successor's path without the version's segment, if it differs. */
  readonly path: readonly Segment[] | undefined;
}

/** The compiled terms of one declared response: the steps for a returned value. */
export interface ResponseTerms {
  /** The media type of the response; undefined if the value's kind decides it. */
  readonly type: string | undefined;
  /** Removes closed members; undefined if the schema has none. */
  readonly closed: ClosedMembers | undefined;
  /** Validates the value (`AppOptions.CheckResponses`); undefined without validation. */
  readonly validate: Validate | undefined;
  /** Converts the handler's value down to the version's form; undefined if they are the same. */
  readonly down: ResponseDown | undefined;
  /** Takes the carried values of a handler's value; undefined if it carries nothing. */
  readonly opening: Opening | undefined;
}

/** Takes the carried values of a handler's value; waits if a function of `Carry` returns a promise. */
export interface Opening {
  readonly open: (value: unknown) => OpenedValue | Promise<OpenedValue>;
  /** Validates carried values (`AppOptions.CheckResponses`). */
  readonly validatorOf: ((carrier: Carrier) => Validate) | undefined;
}

/** A handler's value without carried values, and the values that were found. */
export interface OpenedValue {
  readonly value: unknown;
  /** The values for the version's Downs; undefined if they need none. */
  readonly carried: CarriedNode | undefined;
  /** The same as a list, for validation. */
  readonly found: () => readonly CarrierValue[];
}

/** One carried value, and the `Carrying` that says what it is. */
export interface CarrierValue {
  readonly carrier: Carrier;
  readonly carried: unknown;
}

/**
 * The steps from a value of a history's newest schema to a version's form, in their order: take carried values, copy the
 * value without closed members, convert it down. The result still has the members that the version's schema closes out.
 */
export interface Rendering {
  /** Undefined if the history carries nothing. */
  readonly open: Opening["open"] | undefined;
  /** Removes the members that the newest schema closes out; undefined if there are none, or if that is Nothing. */
  readonly closed: ClosedMembers | undefined;
  /** Gets a JSON copy, and throws if the value has no such form; undefined if the version has no value. */
  readonly convert: ConvertDown | undefined;
  /** The changes before which there was no value, if these are the reason for no conversion. */
  readonly dropping: readonly Change[];
  /** True if the newest link is Nothing: the handler's value is dropped, and `convert` gets undefined for any status. */
  readonly isFromNothing: boolean;
  /** The media type that the history has for the version; undefined if it has none. */
  readonly type: string | undefined;
}

/** Converts a response from the handler's form to the version's. */
export interface ResponseDown extends Omit<Rendering, "open"> {
  /** Validates the handler's value by its own schema (`AppOptions.CheckResponses`). */
  readonly validate: Validate | undefined;
  /** Like {@link ResponseTerms}, for the values that the Downs need. */
  readonly opening: Opening | undefined;
  /** The contexts of the Downs that are asked for after the handler; usually none. */
  readonly later: readonly ContextQuestion[];
}

/** The form of errors for a version, if it is not the newest. */
export interface ErrorDown {
  /** From the newest body to the version's: returns undefined if no body is sent, and rethrows errors of a Down. */
  readonly convert: ConvertDown;
  /** The media type; undefined for the App's. */
  readonly type: string | undefined;
}

/** The form of a version's errors; undefined for the newest. */
export type ErrorDowns = (version: Version | undefined) => ErrorDown | undefined;

/** The terms for the status of an answer; undefined if none are declared. */
type ResponseTermsOf = (status: number) => ResponseTerms | undefined;

/** How returned values are validated: `"stripped"` after closed members are removed; undefined without validation. */
export type ResponseCheck = "whole" | "stripped" | undefined;

/** The terms of all responses of a registration. */
export interface RouteResponses {
  readonly check: ResponseCheck;
  /** The version of the terms, for messages. */
  readonly version: Version | undefined;
  readonly termsOf: ResponseTermsOf;
  /** True if some of their values carry values for older versions. */
  readonly carries: boolean;
  /** True if the version gets some of them in another form than the handler's. */
  readonly convertsDown: boolean;
  /** Called for a status without a `WithResponse`, whose body is sent in the handler's own form. */
  readonly undescribed?: (status: number) => void;
}
