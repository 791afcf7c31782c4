import { channel } from "node:diagnostics_channel";
import type { AppOptions, RefusedReason } from "../model/app-options";
import type { Change } from "../model/change";
import type { RequestedVersions } from "../model/serving";
import type { Version } from "../model/version";
import type { Endpoint } from "./endpoint";
import type { Exchange } from "../request/exchange";
import { telling } from "./telling";

/** Those who are told what becomes of requests: the application's listeners, and the process's. */
export interface Observers {
  /** Tells of a match, and gives the exchange to go on with: one that is watched to its end, where somebody asks for that. */
  readonly matched: (exchange: Exchange, endpoint: Endpoint, requested: RequestedVersions) => Exchange;
  readonly refused: (exchange: Exchange, reason: RefusedReason, sent: () => readonly Version[]) => void;
}

/** They get objects of the shape that is documented: docs/reference/serving.md, "OnMatch". */
const matchChannel = channel("versioned-controllers:match");
const answerChannel = channel("versioned-controllers:answered");
const refusalChannel = channel("versioned-controllers:refused");

type ObserverOptions = Pick<AppOptions, "OnMatch" | "OnAnswered" | "OnRefused">;

/** The observers of one App; while nobody listens, to be told costs a look. */
export function observersOf(options: ObserverOptions): Observers {
  const onMatch: ObserverListener<"OnMatch"> = options.OnMatch;
  const onAnswered: ObserverListener<"OnAnswered"> = options.OnAnswered;
  const onRefused: ObserverListener<"OnRefused"> = options.OnRefused;
  return {
    matched: (exchange, endpoint, requested) => {
      if (onMatch || matchChannel.hasSubscribers) tellMatch(exchange, endpoint, { requested, onMatch });
      if (!onAnswered && !answerChannel.hasSubscribers) return exchange;
      return watched(exchange, endpoint, { requested, onAnswered });
    },
    refused: (exchange, Reason, sent) => {
      if (!onRefused && !refusalChannel.hasSubscribers) return;
      const Requested = sent();
      if (onRefused) telling(exchange, () => onRefused(exchange.req, { Requested, Reason }));
      refusalChannel.publish({ Request: exchange.req, Requested, Reason });
    },
  };
}

/** It returns a promise where an application gives an async function. */
type ObserverListener<Name extends keyof ObserverOptions> =
  ((...told: Parameters<NonNullable<AppOptions[Name]>>) => unknown) | undefined;

function tellMatch(
  exchange: Exchange,
  endpoint: Endpoint,
  {
    requested,
    onMatch,
  }: { readonly requested: RequestedVersions; readonly onMatch: ObserverListener<"OnMatch"> },
): void {
  const { record: Route, version: Version, changes: Changes } = endpoint;
  const Requested = sentFor(endpoint, requested);
  if (onMatch) telling(exchange, () => onMatch(exchange.req, { Route, Version, Requested, Changes }));
  matchChannel.publish({ Request: exchange.req, Route, Version, Requested, Changes });
}

/** Watches an exchange until its response has ended or its client has gone, whichever comes first, and tells of that. */
function watched(
  exchange: Exchange,
  endpoint: Endpoint,
  {
    requested,
    onAnswered,
  }: { readonly requested: RequestedVersions; readonly onAnswered: ObserverListener<"OnAnswered"> },
): Exchange {
  const { req, res } = exchange;
  // Of a version that no change is ahead of, none can make a difference.
  const touched = endpoint.changes.length === 0 ? undefined : new Set<Change>(endpoint.heldChanges);
  let isTold = false;
  const tell = (): void => {
    if (isTold) return;
    isTold = true;
    const { record: Route, version: Version, changes: Changes } = endpoint;
    const answered = {
      Route,
      Version,
      Requested: sentFor(endpoint, requested),
      Status: res.headersSent ? res.statusCode : undefined,
      Changes,
      Touched: touched ? Object.freeze(Changes.filter((change) => touched.has(change))) : Changes,
    };
    if (onAnswered) telling(exchange, () => onAnswered(req, answered));
    if (answerChannel.hasSubscribers) answerChannel.publish({ Request: req, ...answered });
  };
  // A response whose client has gone is never finished, and one of another making than Node's may never close.
  // Hot path: not `once`, which makes a function more, and takes it off again.
  res.on("finish", tell);
  res.on("close", tell);
  return touched ? { ...exchange, touched } : exchange;
}

/** The versions that the client sent: those that were read, or the one that stands in the path. */
export function sentFor({ asked }: Endpoint, { sent, isAssumed }: RequestedVersions): readonly Version[] {
  return sent.length === 0 && !isAssumed && asked !== undefined ? [asked] : sent;
}
