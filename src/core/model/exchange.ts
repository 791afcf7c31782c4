import type { NextFunction, Request, Response } from "express";
import type { ContextValues } from "../../schema/interface/context";
import type { ExchangeNotes } from "../../schema/interface/exchange-recorder";
import type { TouchedChanges } from "../../schema/interface/histories";
import type { HTTPError } from "./http-error";
import type { Admission } from "./security";
import type { Version } from "./version";

/** One request and its response, while an App handles the request. */
export interface Exchange {
  readonly req: Request;
  readonly res: Response;
  readonly next: NextFunction;
  readonly fail: Failure;
  readonly direct: DirectJSON;
  /** Errors are sent in the form of this version; undefined means the newest version. */
  readonly errorVersion: Version | undefined;
  /** Converts the answer's status and headers; undefined if the version needs no conversion. */
  readonly earlier?: AnswerConversion;
  /** The API changes that have affected the request. Mutable, because copying the exchange would take too long. */
  touched?: TouchedChanges | undefined;
  /** The values of this exchange, if a recorder records it. */
  notes?: ExchangeNotes | undefined;
  ending?: { code: string | undefined } | undefined;
  /** The time at which the request arrived, by `performance.now`; undefined if no code measures the duration. */
  readonly begun?: number | undefined;
  readonly admitted?: readonly Admission[];
  /** The error 415, if the host's middleware has parsed an HTML form, but the route accepts no forms. */
  readonly refusedBody?: HTTPError;
  readonly hint?: string;
  readonly contexts?: ContextValues;
  /** Takes back the headers of `Report`, because another handler answers; undefined if the App does not report. */
  readonly takeReportBack?: () => void;
}

/** A way to send JSON that is faster than `res.json`, for responses that nothing has changed. */
export interface DirectJSON {
  /** True if `write` would send the same bytes and headers as `res.json`. */
  readonly isPlain: (req: Request, res: Response) => boolean;
  readonly write: (req: Request, res: Response, text: string) => void;
  /** False if a middleware has replaced `res.json`. */
  readonly isOriginal: (res: Response) => boolean;
}

/** Converts the status and headers of one response to those of an older version. */
export interface AnswerConversion {
  readonly sent: (intendedStatus: number) => number;
  readonly statusOfError: (intendedStatus: number) => number;
  /** Notes that the response has a body, so that it is sent even if the handler's status is 204. */
  readonly giveContent: () => void;
  /** Begins the conversion of what the handler sends. */
  readonly begin: () => void;
  /** Ends the conversion, because other code writes the response. */
  readonly end: () => void;
}

/** Responds to an error. If another handler responds (`isPassedOn`), the error is only logged. Never throws. */
export type Failure = (exchange: Exchange, error: unknown, isPassedOn?: boolean) => void;

/** Answers a request, or passes the request on. Never throws. */
export type Serve = (exchange: Exchange) => void;

/** A step of serving a request, such as the guards: returns a function that calls `next`, or answers the request. */
export type Step = (next: Serve) => Serve;
