import { channel } from "node:diagnostics_channel";
import type { AppOptions, RefusedReason } from "../model/app-options";
import type { RequestedVersions } from "../model/serving";
import type { Version } from "../model/version";
import { takeRejection } from "../model/rejections";
import type { Endpoint } from "./endpoint";
import type { Exchange } from "../request/exchange";

/** Those who are told what becomes of requests: the application's listeners, and the process's. */
export interface Observers {
  readonly matched: (exchange: Exchange, endpoint: Endpoint, requested: RequestedVersions) => void;
  readonly refused: (exchange: Exchange, reason: RefusedReason, sent: () => readonly Version[]) => void;
}

/** They get objects of the shape that is documented: docs/reference/serving.md, "OnMatch". */
const matchChannel = channel("versioned-controllers:match");
const refusalChannel = channel("versioned-controllers:refused");

/** The observers of one App; while nobody listens, to be told costs a look. */
export function observersOf(options: Pick<AppOptions, "OnMatch" | "OnRefused">): Observers {
  const onMatch: ObserverListener<"OnMatch"> = options.OnMatch;
  const onRefused: ObserverListener<"OnRefused"> = options.OnRefused;
  return {
    matched: (exchange, endpoint, requested) => {
      if (!onMatch && !matchChannel.hasSubscribers) return;
      const { record: Route, version: Version } = endpoint;
      const Requested = sentFor(endpoint, requested);
      if (onMatch) telling(exchange, () => onMatch(exchange.req, { Route, Version, Requested }));
      matchChannel.publish({ Request: exchange.req, Route, Version, Requested });
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
type ObserverListener<Name extends "OnMatch" | "OnRefused"> =
  ((...told: Parameters<NonNullable<AppOptions[Name]>>) => unknown) | undefined;

/** The versions that the client sent: those that were read, or the one that stands in the path. */
export function sentFor({ asked }: Endpoint, { sent, isAssumed }: RequestedVersions): readonly Version[] {
  return sent.length === 0 && !isAssumed && asked !== undefined ? [asked] : sent;
}

/** Tells an application; what it throws, or its promise rejects with, is logged, and the request goes on. */
function telling(exchange: Exchange, tell: () => unknown): void {
  const log = (error: unknown): void => {
    exchange.fail(exchange, error, true);
  };
  try {
    takeRejection(tell(), log);
  } catch (error) {
    log(error);
  }
}
