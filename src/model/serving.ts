import type { Request } from "express";
import type { Change } from "./change";
import type { CarriedNode, Carrier } from "./carried";
import type { AnyContext } from "./context";
import type { BodyOptions, ClosedMembers, Part, Validate } from "./schema";
import type { Admission, Scheme } from "./security";
import type { ConvertDown, ConvertUp } from "./histories";
import type { Version } from "./version";

/** The versions that a request names, most preferred first; otherwise the version that the App assumes. */
export interface RequestedVersions {
  readonly versions: readonly Version[];
  /** The versions as the client sent them, such as a date for `AtOrBefore`. */
  readonly sent: readonly string[];
  readonly isAssumed: boolean;
  readonly admitted?: readonly Admission[] | undefined;
  /** The versions from accounts (`ByPrincipal`) that are not in `Versions`. */
  readonly unknownPins?: readonly Version[];
  /** The version of an account, if it is later than all `Versions`. If no route matches, the answer is 503. */
  readonly laterPin?: Version | undefined;
}

/** The versions of a request that names none, if the App assumes none. Observers of all requests get this list. */
export const nothingRequested: RequestedVersions = {
  versions: [],
  sent: Object.freeze([]),
  isAssumed: false,
};

export type ReadVersions = (req: Request) => RequestedVersions | Promise<RequestedVersions>;

/** Reads the versions of requests. `varyBy` has the names of the headers for `Vary`: `X-API-Version, Cookie`. */
export interface VersionReader {
  readonly read: ReadVersions;
  readonly varyBy: string | undefined;
}

/** The decoded path parameters by name, in an object without a prototype. */
export type DecodedParameters = Record<string, string>;

export interface Match<Value> {
  readonly value: Value;
  readonly parameters: DecodedParameters;
}

/** Finds the route of a request. `preferred` has the request's versions, most preferred first. */
export type Matcher<Value> = (
  method: string,
  path: string,
  preferred: readonly Version[],
) => Match<Value> | undefined;

export interface RouteInput {
  readonly parts: readonly PartInput[];
  readonly body: BodyOptions | undefined;
  readonly invalidStatus: number;
  readonly ups: readonly PartUp[];
  /** Called if a newer schema with `Stricter` rejects a converted request. `link` describes the changes. */
  readonly refused?: (link: string) => void;
  /** Called for the text of a parameter whose schema accepts numbers or booleans, but no strings. */
  readonly misread?: (part: Part, name: string) => void;
}

export interface PartUp {
  readonly part: Part;
  readonly up: ConvertUp;
  /** True for members that the schema of some version names. Handlers get such members only from the conversion. */
  readonly isNamed: (name: string) => boolean;
  /** True for members that only schemas of other versions name, so that this version's clients cannot know them. */
  readonly isForeign: (name: string) => boolean;
}

/** A context that an `Up` or `Down` needs, and the function that provides the value for a request. */
export interface ContextQuestion {
  readonly key: AnyContext;
  readonly ask: (req: Request) => unknown;
}

export interface PartInput {
  readonly part: Part;
  readonly validate: Validate;
  /** True for names whose value is a list, so that `?tag=a` is `["a"]`; undefined if the part has no lists. */
  readonly isList: ((name: string) => boolean) | undefined;
  readonly separators: ReadonlyMap<string, string> | undefined;
  /** True for members that the validator does not get; undefined if it gets all. */
  readonly isOmitted: ((name: string) => boolean) | undefined;
}

/** The security requirements of a route. One alternative of each inner list must admit the request. */
export type RouteSecurity = readonly (readonly AskedAlternative[])[];

/** A security scheme to call, or anonymous access. Equal calls share one object, so that each is made only once. */
type AskedAlternative = SecurityQuestion | { readonly kind: "anonymous" };

/** A security scheme to call for a request, and the challenge to send in a 401. */
export interface SecurityQuestion {
  readonly kind: "question";
  readonly scheme: Scheme;
  readonly scopes: readonly string[];
  readonly challenge: string;
}

/** The functions and the media type for sending a returned value as one declared response. */
export interface ResponseTerms {
  /** The declared media type. If it is undefined, the kind of the value (text, bytes, JSON ...) decides. */
  readonly type: string | undefined;
  /** Removes members that the schema does not allow; undefined if the schema allows all. */
  readonly closed: ClosedMembers | undefined;
  readonly validate: Validate | undefined;
  /** Converts the handler's value to the version's form; undefined if the forms are the same. */
  readonly down: ResponseDown | undefined;
  /** Takes the values that were passed to `Carry` out of the handler's value; undefined if `Carry` is not allowed. */
  readonly opening: Opening | undefined;
}

/** Takes the values that were passed to `Carry` out of a handler's value, and awaits promises among them. */
export interface Opening {
  readonly open: (value: unknown) => OpenedValue | Promise<OpenedValue>;
  readonly validatorOf: ((carrier: Carrier) => Validate) | undefined;
}

/** A handler's value, and separately the values that were passed to `Carry`. */
export interface OpenedValue {
  readonly value: unknown;
  /** The values from `Carry` that the version's `Down` functions need; undefined if no function needs any. */
  readonly carried: CarriedNode | undefined;
  readonly found: () => readonly CarrierValue[];
}

/** A value that was passed to `Carry`, and the `.Carrying(schema)` that describes it. */
export interface CarrierValue {
  readonly carrier: Carrier;
  readonly carried: unknown;
}

/**
 * The steps from the newest form to a version's form: take out the values of `Carry`, copy the value without members
 * that the newest schema forbids, convert the copy. Members that the version's schema forbids are removed later.
 */
export interface Rendering {
  /** Takes out the values that were passed to `Carry`; undefined if `Carry` is not allowed. */
  readonly open: Opening["open"] | undefined;
  /** Removes members that the newest schema does not allow; undefined if it allows all. */
  readonly closed: ClosedMembers | undefined;
  /** Converts a JSON copy of the value, or throws; undefined if the version has no value. */
  readonly convert: ConvertDown | undefined;
  /** If the version does not have the value, the changes that introduced it later; otherwise empty. */
  readonly dropping: readonly Change[];
  /** True if the newest schema is `Nothing`: then the handler's value is ignored, and `convert` gets undefined. */
  readonly isFromNothing: boolean;
  readonly type: string | undefined;
}

export interface ResponseDown extends Omit<Rendering, "open"> {
  readonly validate: Validate | undefined;
  /** Takes out the values that were passed to `Carry`, and returns those that the version's `Down` functions need. */
  readonly opening: Opening | undefined;
  readonly later: readonly ContextQuestion[];
}

export interface ErrorDown {
  /** Converts an error body, or throws. Returns undefined if errors of the version have no body. */
  readonly convert: ConvertDown;
  readonly type: string | undefined;
}

/** Finds the conversion of error bodies for a version; undefined for the newest version. */
export type ErrorDowns = (version: Version | undefined) => ErrorDown | undefined;

/** `"whole"` validates returned values unchanged, `"stripped"` without members that the schema does not allow. */
export type ResponseCheck = "whole" | "stripped" | undefined;

export interface RouteResponses {
  readonly check: ResponseCheck;
  readonly version: Version | undefined;
  readonly termsOf: (status: number) => ResponseTerms | undefined;
  readonly carries: boolean;
  readonly convertsDown: boolean;
  /** Called if a handler sends a status that no `WithResponse` declares: the App then does not convert the body. */
  readonly undescribed?: (status: number) => void;
}
