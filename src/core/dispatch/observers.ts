import { channel } from "node:diagnostics_channel";
import { Socket } from "node:net";
import type { Request, Response } from "express";
import {
  type AnsweredMessage,
  type AppOptions,
  type MatchMessage,
  type OnAnswered,
  type OnMatch,
  type RefusedMessage,
  type RefusedReason,
  upgradeListener,
} from "../model/app-options";
import type { Route } from "../model/route";
import type { RequestedVersions } from "../model/serving";
import type { Version } from "../model/version";
import type { Endpoint } from "./endpoint";
import type { Change } from "../../schema/interface/change";
import {
  type ExchangeNotes,
  type ExchangeRecorder,
  recorderIn,
} from "../../schema/interface/exchange-recorder";
import type { TouchedChanges } from "../../schema/interface/histories";
import type { Exchange } from "../request/exchange";
import { askedChanges } from "../request/request-state";
import { routeName, takeRejection } from "../model/value";

/** Reports requests to `OnMatch`, `OnRefused` and `OnAnswered`, and to the diagnostics channels of the process. */
export interface Observers {
  /** Reports a match now and, if an observer needs it, the end of the response later. */
  readonly matched: Observe;
  readonly asksForEnds: () => boolean;
  /** Reports a request for an upgrade, which no route of the App answers. */
  readonly upgraded: (exchange: Exchange, upgrade: Upgrade, requested: RequestedVersions) => void;
  /** `endpoint` is the route of a version that has ended; undefined if no route matches. */
  readonly refused: (
    exchange: Exchange,
    reason: RefusedReason,
    sent: () => SentVersions,
    endpoint?: Pick<Upgrade, "addressOf">,
  ) => void;
}

/** A request for an upgrade, such as that of a WebSocket, described like the route of another request. */
export interface Upgrade extends Pick<Endpoint, "version" | "asked" | "changes" | "addressOf"> {
  readonly record: Route;
}

/** The versions that a refused request names, and the places that name none although they are not empty. */
export type SentVersions = Pick<RefusedMessage, "Requested" | "Unreadable">;

type Observe = (exchange: Exchange, endpoint: Endpoint, requested: RequestedVersions) => void;

/** docs/reference/serving.md, "OnMatch", describes the messages of these diagnostics channels. */
const matchChannel = channel("versioned-controllers:match");
const answerChannel = channel("versioned-controllers:answered");
const refusalChannel = channel("versioned-controllers:refused");

interface ObserverOptions extends Pick<AppOptions, "OnMatch" | "OnAnswered" | "OnRefused"> {
  readonly [upgradeListener]?: OnMatch;
}

/** Creates the observers of one App. A report without a listener costs only one check. */
export function observersOf(options: ObserverOptions): Observers {
  const onMatch: ObserverListener<"OnMatch"> = options.OnMatch;
  const onRefused: ObserverListener<"OnRefused"> = options.OnRefused;
  const onAnswered: ObserverListener<"OnAnswered"> = options.OnAnswered;
  const onUpgrade = options[upgradeListener];
  const recorder = recorderIn(options);
  const tellMatch = matchTeller(onMatch);
  const watch = answerWatch(onAnswered);
  return {
    matched: (exchange, endpoint, requested) => {
      if (recorder && endpoint.conversions) exchange.notes = notesBy(recorder, exchange);
      if (onMatch || matchChannel.hasSubscribers) tellMatch(exchange, endpoint, requested);
      if (onAnswered || answerChannel.hasSubscribers || exchange.notes) {
        watch(exchange, endpoint, requested);
      }
    },
    asksForEnds: () => onAnswered !== undefined || answerChannel.hasSubscribers,
    upgraded: (exchange, upgrade, requested) => {
      if (onMatch || matchChannel.hasSubscribers) tellMatch(exchange, upgrade, requested);
      if (onUpgrade) tell(exchange, onUpgrade, matchOf(exchange, upgrade, requested));
    },
    refused: (exchange, Reason, sent, endpoint) => {
      if (!onRefused && !refusalChannel.hasSubscribers) return;
      const Address = endpoint?.addressOf(exchange.req);
      const refusal = { ...sent(), Reason, ...(Address !== undefined && { Address }) };
      if (onRefused) tell(exchange, onRefused, { ...refusal });
      refusalChannel.publish({ Request: exchange.req, ...refusal } satisfies RefusedMessage);
    },
  };
}

function notesBy(recorder: ExchangeRecorder, exchange: Exchange): ExchangeNotes | undefined {
  try {
    return recorder.begins(exchange.req);
  } catch (error) {
    logFailure(exchange, error);
    return undefined;
  }
}

type ObserverListener<Name extends "OnMatch" | "OnAnswered" | "OnRefused"> =
  ((...told: Parameters<NonNullable<AppOptions[Name]>>) => unknown) | undefined;

function matchTeller(onMatch: ObserverListener<"OnMatch">): Observers["upgraded"] {
  return (exchange, matched, requested) => {
    const match = matchOf(exchange, matched, requested);
    // A listener may change its record, so `onMatch` gets a copy.
    if (onMatch) tell(exchange, onMatch, { ...match });
    matchChannel.publish({ Request: exchange.req, ...match } satisfies MatchMessage);
  };
}

function matchOf({ req }: Exchange, matched: Upgrade, requested: RequestedVersions): Parameters<OnMatch>[1] {
  const { record: Route, version: Version, changes: Changes } = matched;
  const Address = matched.addressOf(req);
  return { Route, Address, Version, Requested: sentFor(matched, requested), Changes };
}

function answerWatch(onAnswered: ObserverListener<"OnAnswered">): Observe {
  return (exchange, endpoint, requested) => {
    const { res, notes } = exchange;
    // Without changes after the request's version, no change can affect the answer, so none is recorded.
    const touched: TouchedChanges | undefined =
      endpoint.changes.length === 0
        ? undefined
        : { affecting: [...endpoint.heldChanges], ran: notes ? [] : undefined };
    const ending: Exchange["ending"] = { code: undefined };
    // `begun` is undefined if an observer has subscribed only after the request arrived.
    const begun = exchange.begun ?? performance.now();
    // Later, Express has changed `baseUrl` and `url` for what follows the App.
    const Address = endpoint.addressOf(exchange.req);
    let isTold = false;
    const ended = (): void => {
      if (isTold) return;
      isTold = true;
      if (notes && touched?.ran) recordEnd(exchange, notes, { endpoint, changes: touched.ran });
      if (!onAnswered && !answerChannel.hasSubscribers) return;
      const asked = askedChanges(exchange.req);
      const answered: Parameters<OnAnswered>[1] = {
        Route: endpoint.record,
        Address,
        Version: endpoint.version,
        Requested: sentFor(endpoint, requested),
        Status: res.headersSent ? res.statusCode : undefined,
        Changes: endpoint.changes,
        // A handler that asks `HasChange` about a change may depend on the result, so the change counts as touched.
        Touched: touched ? endpoint.changesAmong(withAsked(touched, asked)) : endpoint.changes,
        Asked: asked,
        Milliseconds: performance.now() - begun,
        Code: ending.code,
        State: endpoint.state,
      };
      if (onAnswered) tell(exchange, onAnswered, answered);
      if (answerChannel.hasSubscribers) {
        answerChannel.publish({ Request: exchange.req, ...answered } satisfies AnsweredMessage);
      }
    };
    // If the client disconnects, there is only `close`. Servers without network sockets may emit only `finish`.
    res.prependListener("close", ended);
    if (!closesItself(res)) res.on("finish", ended);
    exchange.touched = touched;
    exchange.ending = ending;
  };
}

interface ExchangeEnd {
  readonly endpoint: Endpoint;
  readonly changes: readonly Change[];
}

/** Ends the notes of an exchange, unless no link ran, or the client disconnected before the response. */
function recordEnd(exchange: Exchange, notes: ExchangeNotes, { endpoint, changes }: ExchangeEnd): void {
  const { version, record, appVersions, conversions } = endpoint;
  const newest = appVersions.order.list.at(-1);
  if (!conversions || changes.length === 0 || version === undefined || newest === undefined) return;
  const { res } = exchange;
  if (!res.headersSent) return;
  telling(exchange, () => {
    notes.ended({
      route: routeName(record),
      version,
      newest,
      changes,
      status: res.statusCode,
      conversions,
      req: exchange.req,
      log: (error) => {
        logFailure(exchange, error);
      },
    });
  });
}

function withAsked({ affecting }: TouchedChanges, asked: readonly Change[] | undefined): readonly Change[] {
  return asked ? [...affecting, ...asked] : affecting;
}

/** True for a response with a network socket, for which Node is certain to emit `close`. */
function closesItself({ socket }: Response): boolean {
  return socket instanceof Socket;
}

/** Returns the versions that the client named: `sent`, otherwise `asked`; none if the App assumed the version. */
export function sentFor(
  { asked }: Pick<Endpoint, "asked">,
  { sent, isAssumed }: RequestedVersions,
): readonly Version[] {
  return sent.length === 0 && !isAssumed && asked !== undefined ? [asked] : sent;
}

/** Returns the record of a refused request, of which `Requested` has been found already. */
export function sentIn(Requested: readonly Version[], { unreadable }: RequestedVersions): SentVersions {
  return unreadable ? { Requested, Unreadable: unreadable } : { Requested };
}

/** Calls a function of the application. If it throws or rejects, the error is logged, and the request continues. */
export function telling(exchange: Exchange, run: () => unknown): void {
  try {
    handleRejection(exchange, run());
  } catch (error) {
    logFailure(exchange, error);
  }
}

/** Hot path: does the same as `telling`, but needs no closure for each request. */
function tell<Report>(
  exchange: Exchange,
  listener: (req: Request, report: Report) => unknown,
  report: Report,
): void {
  try {
    handleRejection(exchange, listener(exchange.req, report));
  } catch (error) {
    logFailure(exchange, error);
  }
}

function handleRejection(exchange: Exchange, given: unknown): void {
  if (given === undefined) return;
  takeRejection(given, (error) => {
    logFailure(exchange, error);
  });
}

function logFailure(exchange: Exchange, error: unknown): void {
  exchange.fail(exchange, error, true);
}
