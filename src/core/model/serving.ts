import type { Request } from "express";
import type { CarriedNode } from "../../schema/interface/carried";
import type { ContextValues } from "../../schema/interface/context";
import type { ExchangeNotes } from "../../schema/interface/exchange-recorder";
import type { BodyOptions, BodyType, Part, Validate } from "../../schema/interface/schema";
import type { Admission } from "./security";
import type { ConvertDown, TouchedChanges } from "../../schema/interface/histories";
import type { HTTPError } from "./http-error";
import type { RefusedReason } from "./app-options";
import type { Version } from "./version";

/** The versions that a request names, most preferred first; otherwise the version that the App assumes. */
export interface RequestedVersions {
  readonly versions: readonly Version[];
  /** The texts that the client sent, such as the date `2024-06-15`, for which `AtOrBefore` selects `2024-05-01`. */
  readonly sent: readonly string[];
  readonly isAssumed: boolean;
  /** Places whose text names no version: `cookie v: sent 2 times`. Only a request without versions has them. */
  readonly unreadable?: readonly string[];
  readonly admitted?: readonly Admission[] | undefined;
  /** Versions to which a client's account is pinned (`ByPrincipal`), but which the option `Versions` does not list. */
  readonly unknownPins?: readonly Version[];
  /** The account's version, if it is later than all of the App. A request that matches no route then gets 503. */
  readonly laterPin?: Version | undefined;
}

// The list is frozen, because the observers of all requests get it.
export const nothingRequested: RequestedVersions = {
  versions: [],
  sent: Object.freeze([]),
  isAssumed: false,
};

export type ReadVersions = (req: Request) => RequestedVersions | Promise<RequestedVersions>;

/** The two ways to read the versions of a request: by all parts of an extractor, or only by those of the package. */
export interface Reading {
  readonly read: ReadVersions;
  /** Reads without a call of the application's functions, such as a look-up of an account's version. */
  readonly readPlaces: ReadVersions;
  /** True if `read` calls a function of the application; otherwise both functions give the same result. */
  readonly asksFunctions: boolean;
}

/** Reads the versions of requests. `varyBy` has the names of the headers for `Vary`: `X-API-Version, Cookie`. */
export interface VersionReader extends Reading {
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
  readonly convert: ConvertInput | undefined;
  /** True if `convert` changes the form of a part; false if it only asks contexts. */
  readonly convertsUp: boolean;
  /** Called for an invalid parameter whose schema accepts numbers or booleans, but not the strings of requests. */
  readonly misread?: (part: Part, name: string) => void;
}

export interface PartValue {
  readonly part: Part;
  readonly value: unknown;
}

/**
 * Puts the valid parts of a request into `req`, in another form than that of their schemas. Resolves to the contexts that
 * were asked for this. `sent` has the parts before their validation.
 */
export type ConvertInput = (
  exchange: ConvertedExchange,
  sent: readonly PartValue[],
  fitting: readonly PartValue[],
) => Promise<ContextValues | undefined>;

interface ConvertedExchange {
  readonly req: Request;
  readonly touched?: TouchedChanges | undefined;
  readonly notes?: ExchangeNotes | undefined;
}

export interface PartInput {
  readonly part: Part;
  readonly validate: Validate;
  /** The validator of a form with files, or of bytes, if the route also takes bodies of other types. */
  readonly ofFiles?: { readonly validate: Validate; readonly types: readonly BodyType[] };
  /** True for names whose value is a list, so that `?tag=a` is `["a"]`; undefined if the part has no lists. */
  readonly isList: ((name: string) => boolean) | undefined;
  /** For names whose parts in a multipart form are JSON; undefined if there are none. */
  readonly isJSON?: ((name: string) => boolean) | undefined;
  readonly separators: ReadonlyMap<string, string> | undefined;
  /** True for members that the validator does not get; undefined if it gets all. */
  readonly isOmitted: ((name: string) => boolean) | undefined;
}

/** A handler's value, separated from the data of `Carry(value, data)`. */
export interface OpenedValue {
  readonly value: unknown;
  /** The data of `Carry(value, data)`; undefined if no conversion to the client's version needs it. */
  readonly carried: CarriedNode | undefined;
}

export interface ErrorDown {
  /** Converts an error body, or throws if that fails. Returns undefined if errors of the version have no body. */
  readonly convert: ConvertDown;
  readonly type: string | undefined;
}

/** Finds the conversion of error bodies for a version; undefined for the newest version. */
export type ErrorDowns = (version: Version | undefined) => ErrorDown | undefined;

/** `"whole"` validates the handler's value; `"stripped"` first removes the members that the schema forbids. */
export type ResponseCheck = "whole" | "stripped" | undefined;

/** The 410 for a request whose version has ended, or is in a brownout. */
export interface Ending {
  readonly reason: Extract<RefusedReason, "gone" | "brownout">;
  readonly error: HTTPError;
}
