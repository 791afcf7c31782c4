import type { Request } from "express";
import type { IncomingMessage } from "node:http";
import type { CarriedNode } from "./carried";
import type { Change } from "./change";
import type { AnyContext, ContextValues } from "./context";
import type { WatchHistory } from "./histories";
import type { Part } from "./schema";
import type { Version } from "../../core/model/version";

/** The key of the recorder among an App's options, which all copies of the package know. */
const recorderKey: unique symbol = Symbol.for("versioned-controllers.recorder");

/** Makes the options of an App with a recorder. No interface names the key, because users only spread the options. */
export function optionsWithRecorder(recorder: ExchangeRecorder): object {
  return { [recorderKey]: recorder };
}

export function recorderIn(options: object): ExchangeRecorder | undefined {
  return (options as { readonly [recorderKey]?: ExchangeRecorder })[recorderKey];
}

/** Records exchanges with conversions. `Recorder` of the entry `versioned-controllers/recordings` makes one. */
export interface ExchangeRecorder {
  /** Returns the notes of an exchange that is recorded. Called at the match, before any function of the route. */
  readonly begins: (req: Request) => ExchangeNotes | undefined;
}

/** Takes the values of one exchange. Each value may change after the call. No function throws. */
export interface ExchangeNotes {
  contexts: ContextValues | undefined;
  /** Notes a part as the client sent it. */
  readonly noteSent: (part: Part, value: unknown, req: Pick<IncomingMessage, "headers">) => void;
  /** Notes the values of parts that the handler gets. */
  readonly noteRead: (given: readonly { readonly part: Part; readonly value: unknown }[]) => void;
  /** Notes the status that was meant for the newest version. */
  readonly noteMeant: (status: number) => void;
  /** Notes the handler's value before its conversion, with the data of its `Carry`. */
  readonly noteGiven: (value: unknown, status: number, carried?: CarriedNode) => void;
  /** Notes the JSON that is sent in place of the handler's value. */
  readonly noteShown: (value: unknown) => void;
  /** Notes JSON that is sent as the handler gave it. Converted bodies have been noted before. */
  readonly noteUnconverted: (value: unknown, status: number) => void;
  /** Notes the text of an error body in the newest version, and the text that is sent; both undefined without schema. */
  readonly noteError: (newest: string | undefined, sent: string | undefined, status: number) => void;
  /** Called after the response, if a link ran. */
  readonly ended: (exchange: RecordedExchange) => void;
}

/** An exchange in which a link ran, after its response. */
export interface RecordedExchange {
  /** The route in its newest form: `POST /cats`. */
  readonly route: string;
  readonly version: Version;
  /** The last of the option `Versions`. */
  readonly newest: Version;
  readonly changes: readonly Change[];
  readonly status: number;
  readonly conversions: () => RouteConversions;
  readonly req: Request;
  readonly log: (error: unknown) => void;
}

/** The other arguments of conversions. `ran` collects the changes of the links that run. */
export interface ConversionMeans {
  readonly contexts: ContextValues;
  readonly carried: CarriedNode | undefined;
  readonly ran: Change[];
}

/** A body as a handler or `Errors.Body` has given it. */
export interface GivenBody {
  readonly value: unknown;
  readonly status: number;
  readonly isError: boolean;
}

/** A value after one link of its history has converted it. The first item of a list has no change. */
export interface ConvertedStep {
  readonly changes: readonly Change[];
  readonly value: unknown;
}

/**
 * The conversions of a route in one version, for values of a recording: they call no handler, guard or context. Each
 * function rejects with the error that a request would cause.
 */
export interface RouteConversions {
  /** The contexts that the conversions need. */
  readonly needs: readonly AnyContext[];
  /** The changes of all links between the version and the newest one. */
  readonly changes: readonly Change[];
  /** True for a member of a part that the schema of this version, or of a newer one, names. */
  readonly names: (part: Part, name: string) => boolean;
  /** True for a parameter that a security scheme reads, such as the header of an API key. */
  readonly isCredential: (part: Part, name: string) => boolean;
  /** Lists the credentials of a request that schemes read, even if no schema names them. */
  readonly credentialsOf: (req: Request) => readonly string[];
  /** Validates and converts the sent parts to those that the handler gets. */
  readonly read: (
    sent: ReadonlyMap<Part, unknown>,
    means: ConversionMeans,
  ) => Promise<ReadonlyMap<Part, unknown>>;
  /** Converts a body to that of this version; undefined if the version has no body. */
  readonly show: (given: GivenBody, means: ConversionMeans) => unknown;
  /** True if the schemas accept a body, its conversion, and the data of its `Carry`. */
  readonly accepts: (given: GivenBody, shown: unknown, carried: CarriedNode | undefined) => Promise<boolean>;
  /** True if `Errors.Body` made a body, and not the handler. */
  readonly isErrorBody: (value: unknown, status: number) => Promise<boolean>;
  /** Returns the status that clients of this version get. */
  readonly sentStatus: (meant: number) => number;
  /** The changes that renumber a status for this version. */
  readonly statusChanges: (meant: number) => readonly Change[];
  /** Converts like `read`, and returns the value of one part after each link. */
  readonly traceRead: (
    part: Part,
    sent: unknown,
    means: ConversionMeans,
  ) => Promise<readonly ConvertedStep[]>;
  /** Converts like `show`, and returns the value after each link. */
  readonly traceShow: (given: GivenBody, means: ConversionMeans) => readonly ConvertedStep[];
}

/** A route that a version reaches, for replaying recordings. */
export interface ReplayableRoute {
  /** True for the route's name, such as `POST /cats`, now, in this version, or when `newest` was the newest version. */
  readonly isNamed: (name: string, newest: Version) => boolean;
  /** True if the lifecycle of the route has ended in this version. */
  readonly isGone: boolean;
  /** The conversions to `newest`, as if no later version existed. `watched` replaces each history. */
  readonly conversionsTo: (newest: Version, watched?: WatchHistory) => RouteConversions;
}
