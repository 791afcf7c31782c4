import type { Request } from "express";
import type { Change } from "./change";
import type { CarriedNode, Carrier } from "./carried";
import type { AnyContext } from "./context";
import type { BodyOptions, ClosedMembers, Part, Validate } from "./schema";
import type { Admission, Scheme } from "./security";
import type { ConvertDown, ConvertUp } from "./histories";
import type { Version } from "./version";

/** The versions of a request, most preferred first, or the assumed version of a request that names none. */
export interface RequestedVersions {
  readonly versions: readonly Version[];
  /** The texts that the client sent, such as a date for `AtOrBefore`. */
  readonly sent: readonly string[];
  readonly isAssumed: boolean;
  readonly admitted?: readonly Admission[] | undefined;
  /** The versions that `ByPrincipal` read from accounts, but that are not in `Versions`. */
  readonly unknownPins?: readonly Version[];
  /** The version of an account that another instance may serve. If no route matches, the answer is 503. */
  readonly laterPin?: Version | undefined;
}

/** The versions of a request that names none, if no version is assumed. */
export const nothingRequested: RequestedVersions = { versions: [], sent: [], isAssumed: false };

/** Reads the versions of a request. */
export type ReadVersions = (req: Request) => RequestedVersions | Promise<RequestedVersions>;

/** Reads the versions of requests. `varyBy` lists the headers of `Vary`: `X-API-Version, Cookie`. */
export interface VersionReader {
  readonly read: ReadVersions;
  readonly varyBy: string | undefined;
}

/** The decoded path parameters by name, in an object without a prototype. */
export type DecodedParameters = Record<string, string>;

/** The result of matching a request. */
export interface Match<Value> {
  readonly value: Value;
  readonly parameters: DecodedParameters;
}

/** Finds the route of a request. `preferred` are its versions, most preferred first. */
export type Matcher<Value> = (
  method: string,
  path: string,
  preferred: readonly Version[],
) => Match<Value> | undefined;

/** The options and schemas by which the requests of a route are read and validated. */
export interface RouteInput {
  readonly parts: readonly PartInput[];
  readonly body: BodyOptions | undefined;
  readonly invalidStatus: number;
  readonly ups: readonly PartUp[];
  /** Called with the name of a link if a request is refused because the link is `Stricter`. */
  readonly refused?: (link: string) => void;
  /** Called for a text whose schema accepts numbers or booleans, but no strings. */
  readonly misread?: (part: Part, name: string) => void;
}

/** Converts one part of a request up. */
export interface PartUp {
  readonly part: Part;
  readonly up: ConvertUp;
  /** True for members that the schema of any version names. The handler gets these members from Up. */
  readonly isNamed: (name: string) => boolean;
  /** True for members that only schemas of other versions name. Clients of this version cannot know them. */
  readonly isForeign: (name: string) => boolean;
}

/** A context that Ups or Downs need, and the function that provides it. */
export interface ContextQuestion {
  readonly key: AnyContext;
  readonly ask: (req: Request) => unknown;
}

/** The options by which one part of a request is read and validated. */
export interface PartInput {
  readonly part: Part;
  readonly validate: Validate;
  /** True for names whose value is a list, so that `?tag=a` is `["a"]`; undefined if the part has no lists. */
  readonly isList: ((name: string) => boolean) | undefined;
  readonly separators: ReadonlyMap<string, string> | undefined;
  /** The path parameters that the schema gets; undefined for all. */
  readonly names: ReadonlySet<string> | undefined;
}

/** The security requirements of a route. The first alternative that admits the request meets a requirement. */
export type RouteSecurity = readonly (readonly AskedAlternative[])[];

/** Equal questions are the same object, so that a request asks each once. */
type AskedAlternative = SecurityQuestion | { readonly kind: "anonymous" };

/** The call of a security scheme for a request, and the challenge in its 401. */
export interface SecurityQuestion {
  readonly kind: "question";
  readonly scheme: Scheme;
  readonly scopes: readonly string[];
  readonly challenge: string;
}

/** The compiled terms of one declared response, by which a returned value is sent. */
export interface ResponseTerms {
  /** Undefined if the kind of the value decides the media type. */
  readonly type: string | undefined;
  /** Removes the members that the schema does not allow; undefined if it allows all. */
  readonly closed: ClosedMembers | undefined;
  readonly validate: Validate | undefined;
  /** Converts the handler's value down; undefined if the version has the handler's form. */
  readonly down: ResponseDown | undefined;
  /** Separates carried values from the handler's value; undefined if the value has none. */
  readonly opening: Opening | undefined;
}

/** Separates carried values from a handler's value, and awaits promises that were passed to `Carry`. */
export interface Opening {
  readonly open: (value: unknown) => OpenedValue | Promise<OpenedValue>;
  readonly validatorOf: ((carrier: Carrier) => Validate) | undefined;
}

/** A handler's value without its carried values, together with the carried values. */
export interface OpenedValue {
  readonly value: unknown;
  /** The carried values for the version's Downs; undefined if the Downs need none. */
  readonly carried: CarriedNode | undefined;
  readonly found: () => readonly CarrierValue[];
}

/** A value that `Carry` added, and the `Carrying` whose schema this value must match. */
export interface CarrierValue {
  readonly carrier: Carrier;
  readonly carried: unknown;
}

/**
 * The steps from the newest form to the form of a version: separate the carried values, copy the value without members
 * that the newest schema does not allow, and convert the copy down. Members that the version's own schema does not
 * allow are not removed yet.
 */
export interface Rendering {
  /** Undefined if the history has no carried values. */
  readonly open: Opening["open"] | undefined;
  /** Removes members that the newest schema does not allow; undefined if there can be none. */
  readonly closed: ClosedMembers | undefined;
  /** Converts a JSON copy of the value, or throws; undefined if the version has no value. */
  readonly convert: ConvertDown | undefined;
  /** The changes that introduced the value, if the version has none. */
  readonly dropping: readonly Change[];
  /** True if the newest link is `Nothing`: the handler's value is ignored, and `convert` gets undefined. */
  readonly isFromNothing: boolean;
  readonly type: string | undefined;
}

/** Converts a response down to the version's form. */
export interface ResponseDown extends Omit<Rendering, "open"> {
  readonly validate: Validate | undefined;
  /** As in {@link ResponseTerms}, for the carried values that the Downs need. */
  readonly opening: Opening | undefined;
  readonly later: readonly ContextQuestion[];
}

/** Converts error bodies for an older version. */
export interface ErrorDown {
  /** Converts an error body down, or throws. Returns undefined if no body is sent. */
  readonly convert: ConvertDown;
  readonly type: string | undefined;
}

/** Finds the conversion of error bodies for a version; undefined for the newest. */
export type ErrorDowns = (version: Version | undefined) => ErrorDown | undefined;

/** How returned values are validated: `"whole"` as they are, `"stripped"` after disallowed members are removed. */
export type ResponseCheck = "whole" | "stripped" | undefined;

/** The responses of a registration. */
export interface RouteResponses {
  readonly check: ResponseCheck;
  readonly version: Version | undefined;
  readonly termsOf: (status: number) => ResponseTerms | undefined;
  readonly carries: boolean;
  readonly convertsDown: boolean;
  /** Called for a status without a `WithResponse`, whose body is not converted. */
  readonly undescribed?: (status: number) => void;
}
