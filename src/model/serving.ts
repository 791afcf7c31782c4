import type { Request } from "express";
import type { Change } from "./change";
import type { CarriedNode, Carrier } from "./carried";
import type { AnyContext } from "./context";
import type { BodyOptions, ClosedMembers, Part, Validate } from "./schema";
import type { Admission, Scheme } from "./security";
import type { ConvertDown, ConvertUp } from "./histories";
import type { Version } from "./version";

/** The versions that a request is matched in, most preferred first; the assumed one if the request names none. */
export interface RequestedVersions {
  readonly versions: readonly Version[];
  /** As the client sent them: a date for `AtOrBefore`. */
  readonly sent: readonly string[];
  readonly isAssumed: boolean;
  /** The principals that `ByPrincipal` found while the version was read. */
  readonly admitted?: readonly Admission[] | undefined;
  /** The versions of accounts (`ByPrincipal`) that are not in `Versions`. */
  readonly unknownPins?: readonly Version[];
  /** The version of an account that another instance may serve: without a match the answer is 503. */
  readonly laterPin?: Version | undefined;
}

/** For requests that name no version, if none is assumed. */
export const nothingRequested: RequestedVersions = { versions: [], sent: [], isAssumed: false };

/** Reads the versions of a request. */
export type ReadVersions = (req: Request) => RequestedVersions | Promise<RequestedVersions>;

/** Reads the versions of requests, and names the headers of `Vary`: `X-API-Version, Cookie`. */
export interface VersionReader {
  readonly read: ReadVersions;
  readonly varyBy: string | undefined;
}

/** Decoded path parameters by name, without a prototype. */
export type DecodedParameters = Record<string, string>;

/** The result of matching a request. */
export interface Match<Value> {
  readonly value: Value;
  readonly parameters: DecodedParameters;
}

/** Finds the route of a request by method, path and versions, most preferred first. */
export type Matcher<Value> = (
  method: string,
  path: string,
  preferred: readonly Version[],
) => Match<Value> | undefined;

/** How to read and validate the requests of a route. */
export interface RouteInput {
  readonly parts: readonly PartInput[];
  /** How the body is read; undefined if no body is declared, and none is read. */
  readonly body: BodyOptions | undefined;
  readonly invalidStatus: number;
  /** Convert the parts whose form in the handler differs from the version's. */
  readonly ups: readonly PartUp[];
  /** Called for a request that `Stricter` refuses, with the link in words. */
  readonly refused?: (link: string) => void;
  /** Called for a text of a query, header, cookie or path whose schema accepts numbers or booleans, but no text. */
  readonly misread?: (part: Part, name: string) => void;
}

/** Converts one part of a request up. */
export interface PartUp {
  readonly part: Part;
  /** Rejects if the value cannot be converted. */
  readonly up: ConvertUp;
  /** True for members that the schema of any version names: the handler gets them from Up. */
  readonly isNamed: (name: string) => boolean;
  /** True for members that only schemas of other versions name, so that clients of this version cannot know them. */
  readonly isForeign: (name: string) => boolean;
}

/** A context that Ups or Downs need, and the function that provides it. */
export interface ContextQuestion {
  readonly key: AnyContext;
  readonly ask: (req: Request) => unknown;
}

/** How one part of a request is read and validated. */
export interface PartInput {
  readonly part: Part;
  readonly validate: Validate;
  /** True for names whose single value is a list, so that `?tag=a` is `["a"]`; undefined if there are none. */
  readonly isList: ((name: string) => boolean) | undefined;
  /** The separators of lists, by parameter; undefined if there are none. */
  readonly separators: ReadonlyMap<string, string> | undefined;
  /** The path parameters for the schema; undefined for all. */
  readonly names: ReadonlySet<string> | undefined;
}

/** The requirements of a route; each is met by the first of its alternatives that admits the request. */
export type RouteSecurity = readonly (readonly AskedAlternative[])[];

/** Equal questions are the same object. */
type AskedAlternative = SecurityQuestion | { readonly kind: "anonymous" };

/** A call of a scheme for a request, and the challenge of the 401. */
export interface SecurityQuestion {
  readonly kind: "question";
  readonly scheme: Scheme;
  readonly scopes: readonly string[];
  readonly challenge: string;
}

/** The compiled terms of one declared response: the steps for a returned value. */
export interface ResponseTerms {
  /** The media type; undefined if the kind of the value decides. */
  readonly type: string | undefined;
  /** Removes members that the schema does not allow; undefined if the schema allows all. */
  readonly closed: ClosedMembers | undefined;
  /** Validates the value under `AppOptions.CheckResponses`. */
  readonly validate: Validate | undefined;
  /** Converts the handler's value down; undefined if the version has the handler's form. */
  readonly down: ResponseDown | undefined;
  /** Takes carried values out of the handler's value; undefined if it carries none. */
  readonly opening: Opening | undefined;
}

/** Takes carried values out of a handler's value; waits for promises of `Carry`. */
export interface Opening {
  readonly open: (value: unknown) => OpenedValue | Promise<OpenedValue>;
  /** Validates carried values under `AppOptions.CheckResponses`. */
  readonly validatorOf: ((carrier: Carrier) => Validate) | undefined;
}

/** A handler's value without its carried values, and these. */
export interface OpenedValue {
  readonly value: unknown;
  /** For the version's Downs; undefined if they need none. */
  readonly carried: CarriedNode | undefined;
  /** For validation. */
  readonly found: () => readonly CarrierValue[];
}

/** A carried value, and the `Carrying` whose schema it must match. */
export interface CarrierValue {
  readonly carrier: Carrier;
  readonly carried: unknown;
}

/**
 * The steps from a value of the newest schema to a version's form: take carried values out, copy the value without
 * members that the newest schema does not allow, convert it down. Members that the version's own schema does not allow
 * are not removed yet.
 */
export interface Rendering {
  /** Takes carried values out; undefined if the history carries none. */
  readonly open: Opening["open"] | undefined;
  /** Removes members that the newest schema does not allow; undefined if it allows all, or is Nothing. */
  readonly closed: ClosedMembers | undefined;
  /** Converts a JSON copy, or throws; undefined if the version has no value. */
  readonly convert: ConvertDown | undefined;
  /** The changes that introduced the value; empty unless the version has no value. */
  readonly dropping: readonly Change[];
  /** True if the newest link is Nothing: the handler's value is dropped, and `convert` gets undefined. */
  readonly isFromNothing: boolean;
  /** The media type for the version, if the history sets one. */
  readonly type: string | undefined;
}

/** Converts a response down to the version's form. */
export interface ResponseDown extends Omit<Rendering, "open"> {
  /** Validates the handler's value by its own schema under `AppOptions.CheckResponses`. */
  readonly validate: Validate | undefined;
  /** As in {@link ResponseTerms}, for carried values that the Downs need. */
  readonly opening: Opening | undefined;
  /** The contexts that are computed after the handler; usually none. */
  readonly later: readonly ContextQuestion[];
}

/** Converts error bodies for an older version. */
export interface ErrorDown {
  /** Converts an error body down, or throws; returns undefined if no body is sent. */
  readonly convert: ConvertDown;
  /** The media type; undefined if it is the App's. */
  readonly type: string | undefined;
}

/** Finds the conversion of error bodies for a version; undefined for the newest. */
export type ErrorDowns = (version: Version | undefined) => ErrorDown | undefined;

/** How returned values are validated: `"stripped"` after closed members are removed; undefined without validation. */
export type ResponseCheck = "whole" | "stripped" | undefined;

/** The responses of a registration. */
export interface RouteResponses {
  readonly check: ResponseCheck;
  /** For messages. */
  readonly version: Version | undefined;
  /** The terms for the status of an answer; undefined if none are declared. */
  readonly termsOf: (status: number) => ResponseTerms | undefined;
  /** True if a response may carry values for older versions. */
  readonly carries: boolean;
  /** True if the version has a response in another form than the handler's. */
  readonly convertsDown: boolean;
  /** Called for a status without a `WithResponse`, whose body is sent unconverted. */
  readonly undescribed?: (status: number) => void;
}
