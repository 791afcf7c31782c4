import type { Request } from "express";
import type { Segment } from "../http/path-template";
import type { Change } from "./change";
import type { CarriedNode, Carrier } from "./carried";
import type { AnyContext } from "./context";
import type { BodyOptions, ClosedMembers, Part, Validate } from "./schema";
import type { Admission, Scheme } from "./security";
import type { WrittenShadow } from "./setting";
import type { TurnDown, TurnUp } from "./touched";
import type { Version } from "./version";

/** The versions to look for, most preferred first; assumed where the request itself names none. */
export interface RequestedVersions {
  readonly versions: readonly Version[];
  /** The words that the client sent for them: the date that `AtOrBefore` was given. */
  readonly sent: readonly string[];
  readonly isAssumed: boolean;
  /** Those whom schemes admitted while the version was read: `ByPrincipal`. */
  readonly admitted?: readonly Admission[] | undefined;
}

/** A request that names no version, and for which none is assumed: one object for all of them, since most need no other. */
export const nothingRequested: RequestedVersions = { versions: [], sent: [], isAssumed: false };

/** Reads what a request asks for. */
export type ReadVersions = (req: Request) => RequestedVersions | Promise<RequestedVersions>;

/** How requests are asked for their version, and the fields that the answers then vary by: `X-API-Version, Cookie`. */
export interface VersionReader {
  readonly read: ReadVersions;
  readonly varyBy: string | undefined;
}

/** Decoded path parameters by name; it has no prototype. */
export type Parameters = Record<string, string>;

/** The endpoint of a request, and the parameters of its path. */
export interface Match<Value> {
  readonly value: Value;
  readonly parameters: Parameters;
}

/** Finds what answers a request, by its method, its path, and the versions that it asks for. */
export type Matcher<Value> = (
  method: string,
  path: string,
  requested: readonly Version[],
) => Match<Value> | undefined;

/** The compiled input of a route: its requests' checks, and the reading of its body. */
export interface RouteInput {
  readonly parts: readonly PartInput[];
  /** Undefined where no body is declared: then none is read. */
  readonly body: BodyOptions | undefined;
  /** The status of the answer to what does not fit. */
  readonly invalidStatus: number;
  /** The parts that the handler is given in other words than the version's. */
  readonly ups: readonly PartUp[];
}

/** The way of one part of a request up to what the handler speaks. */
export interface PartUp {
  readonly part: Part;
  /** Rejects where it has no such form. */
  readonly up: TurnUp;
  /** Tells the members that some version's schema names: the handler gets them from Up alone. */
  readonly isNamed: (name: string) => boolean;
  /** Tells those of them that the version's own schema does not name: to its clients they mean nothing. */
  readonly isForeign: (name: string) => boolean;
}

/** A context that a request's Ups and Downs need, and the function that gives it. */
export interface ContextQuestion {
  readonly key: AnyContext;
  readonly ask: (req: Request) => unknown;
}

/** How one part of a request is checked. */
export interface PartInput {
  readonly part: Part;
  readonly validate: Validate;
  /** Tells the names whose single value stands for a list of one; undefined where there is none. */
  readonly isList: ((name: string) => boolean) | undefined;
  /** The signs that texts are split at, by parameter; undefined where there is none. */
  readonly separators: ReadonlyMap<string, string> | undefined;
  /** The path's parameters that the schema is given; undefined where it is given all. */
  readonly names: ReadonlySet<string> | undefined;
}

/** The needs that admit to a route: all of them in turn, each met by the first of its ways that admits. */
export type RouteSecurity = readonly (readonly SecurityWay[])[];

/** One way to meet a need; the same question is one object wherever it stands. */
type SecurityWay = SecurityQuestion | { readonly kind: "anonymous" };

/** A question that a scheme is asked of a request, and the challenge that tells a client of it. */
export interface SecurityQuestion {
  readonly kind: "question";
  readonly scheme: Scheme;
  readonly scopes: readonly string[];
  readonly challenge: string;
}

/** The first segments of a version's paths, and of those that come after it. */
export interface Move {
  readonly from: string;
  readonly to: string;
  /** The time from which on what comes after is itself over. */
  readonly until: Date | undefined;
  /** The successor's path, without the version's segment, where it is another one. */
  readonly path: readonly Segment[] | undefined;
}

/** The compiled terms of one declared response: the steps that a returned value goes through. */
export interface ResponseTerms {
  /** The media type that is sent; undefined where the value's kind says it. */
  readonly type: string | undefined;
  /** Leaves out members that the schema closes out; undefined where it closes out none. */
  readonly closed: ClosedMembers | undefined;
  /** Judges the value (`AppOptions.CheckResponses`); undefined where nothing does. */
  readonly validate: Validate | undefined;
  /** Turns the handler's value down to what the version is sent; undefined where they are the same. */
  readonly down: ResponseDown | undefined;
  /** Takes from a handler's value what it carries; undefined where its values carry nothing. */
  readonly opening: Opening | undefined;
}

/** Takes from a handler's value what its parts carry; waits where a function of `Carry` gives a promise. */
export interface Opening {
  readonly open: (value: unknown) => OpenedValue | Promise<OpenedValue>;
  /** Judges what was carried (`AppOptions.CheckResponses`). */
  readonly validatorOf: ((carrier: Carrier) => Validate) | undefined;
}

/** A handler's value without what its parts carry, and what was found on the way. */
export interface OpenedValue {
  readonly value: unknown;
  /** What the version's Downs need; undefined where they need none of it. */
  readonly carried: CarriedNode | undefined;
  /** Lists the same for what judges it. */
  readonly found: () => readonly FoundCarried[];
}

/** One carried value, and the `Carrying` that says what it is. */
export interface FoundCarried {
  readonly carrier: Carrier;
  readonly carried: unknown;
}

/** The way of an answer from what the handler speaks to what its version is sent. */
export interface ResponseDown {
  /** Leaves out the members that the handler's own schema closes out. */
  readonly closed: ClosedMembers | undefined;
  /** Judges the handler's value by its own schema (`AppOptions.CheckResponses`). */
  readonly validate: Validate | undefined;
  /** Is given a JSON copy, and throws where the value has no such form; undefined where no body is sent. */
  readonly convert: TurnDown | undefined;
  /** The changes before which no body was sent, where that is why there is no conversion. */
  readonly dropping: readonly Change[];
  /** Whether the handler's own link is Nothing: what it gave is left out, and `convert` is given undefined for any status. */
  readonly isFromNothing: boolean;
  /** The media type that the history says for the version; undefined where it says none. */
  readonly type: string | undefined;
  /** As {@link ResponseTerms}, of what the Downs need. */
  readonly opening: Opening | undefined;
}

/** The form that a version is sent errors in, where it is not the newest. */
export interface ErrorDown {
  /** From the newest body to the version's: gives undefined where no body is sent, and throws what a Down throws. */
  readonly convert: TurnDown;
  /** The media type; undefined where it is the App's. */
  readonly type: string | undefined;
}

/** The form of a version's errors; undefined where it is the newest. */
export type ErrorDowns = (version: Version | undefined) => ErrorDown | undefined;

/** The terms of the status that a value is answered with; undefined where none are declared. */
type ResponseTermsOf = (status: number) => ResponseTerms | undefined;

/** How returned values are checked: `"stripped"` once closed members are left out; undefined where nothing is. */
export type ResponseCheck = "whole" | "stripped" | undefined;

/** The terms of all responses of a registration. */
export interface RouteResponses {
  readonly check: ResponseCheck;
  /** The version whose terms they are, for what is said of a failure. */
  readonly version: Version | undefined;
  readonly termsOf: ResponseTermsOf;
  /** Whether the values of some of them carry what older versions need. */
  readonly carries: boolean;
  /** Whether the version is sent some of them in other words than the handler's. */
  readonly turnsDown: boolean;
  /** Is told of a status that no `WithResponse` describes, under which the handler's own words go out. */
  readonly undescribed?: (status: number) => void;
}

/** A route's old handler in one version, which answers in that version's shape. */
export interface RouteShadow extends Pick<WrittenShadow, "handler" | "options"> {
  /** The status of what it returns. */
  readonly status: number;
  readonly responses: RouteResponses | undefined;
}
