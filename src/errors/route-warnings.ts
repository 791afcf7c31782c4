import type { Logger } from "../model/app-options";
import type { ResolvedRoute } from "../model/route";
import { isOver, type Exchange } from "../request/exchange";
import { writeLog } from "./log";
import type { Part } from "../model/schema";
import { optionTable } from "../model/setting";
import { describe } from "../model/value";
import type { Version } from "../model/version";

/** Warns of a response to an older version whose status no `WithResponse` describes. */
export type WarnUndescribed = (
  route: ResolvedRoute,
  answer: { readonly status: number; readonly version: Version | undefined },
) => void;

/** Warns once for each route and status, so that requests cannot fill the memory. */
export function undescribedWarning(logger: Logger): WarnUndescribed {
  const told = new WeakMap<ResolvedRoute, Set<number>>();
  return (route, { status, version }) => {
    const statuses = told.get(route) ?? new Set<number>();
    if (statuses.has(status)) return;
    told.set(route, statuses.add(status));
    const { method, path } = route;
    writeLog(logger, {
      level: "warn",
      fields: { component: "Router", method, path, status, version },
      message: `${method} ${path}: ${clientsOf(version)} received a response of status ${status} in the newest version's format, because no WithResponse describes this status: declare WithResponse(${status}, schema), or throw an HTTPError`,
    });
  };
}

/** Warns, once for each route, of a handler that returned undefined where each success has content. */
export function forgottenWarning(logger: Logger): (route: ResolvedRoute) => void {
  const told = new WeakSet<ResolvedRoute>();
  return (route) => {
    if (told.has(route)) return;
    told.add(route);
    const { method, path } = route;
    writeLog(logger, {
      level: "warn",
      fields: { component: "Router", method, path },
      message: `${method} ${path}: the handler returned undefined, but declares no response without content, so the client received 204: return a value, throw an HTTPError, or declare WithResponse(204)`,
    });
  };
}

/** Warns, once for each route, of a handler that returned a value after it had sent a response by `res`. */
export function ignoredWarning(logger: Logger): (route: ResolvedRoute) => void {
  const told = new WeakSet<ResolvedRoute>();
  return (route) => {
    if (told.has(route)) return;
    told.add(route);
    const { method, path } = route;
    writeLog(logger, {
      level: "warn",
      fields: { component: "Router", method, path },
      message: `${method} ${path}: the handler sent a response by res and returned another value, which the client did not get: do one of both`,
    });
  };
}

/** Of one route. */
const mostMembers = 10;

/** Warns, once for each member, of a schema that takes a number or boolean where clients can only send text. */
export function misreadWarning(logger: Logger): (route: ResolvedRoute, part: Part, name: string) => void {
  const told = new WeakMap<ResolvedRoute, Set<string>>();
  return (route, part, name) => {
    const { method, path } = route;
    const member = `${describe(name)} of ${optionTable[part].name}`;
    const members = told.get(route) ?? new Set<string>();
    // Of a record of numbers, clients choose the names.
    if (members.has(member) || members.size >= mostMembers) return;
    told.set(route, members.add(member));
    writeLog(logger, {
      level: "warn",
      fields: { component: "Router", method, path },
      message: `${method} ${path}: ${member} takes no text, and clients can send nothing else there, so each request with it gets a 400: convert the text in the schema, as z.coerce.number() and z.stringbool() do`,
    });
  };
}

/** Warns once for each route and link of a refusal by `Stricter`, which may be a mistake in the link's Up. */
export function stricterWarning(logger: Logger): (route: ResolvedRoute, link: string) => void {
  const known = new WeakMap<ResolvedRoute, Set<string>>();
  return (route, link) => {
    const links = known.get(route) ?? new Set<string>();
    if (links.has(link)) return;
    known.set(route, links.add(link));
    const { method, path } = route;
    writeLog(logger, {
      level: "warn",
      fields: { component: "Router", method, path, change: link },
      message: `${method} ${path}: the newer schema rejected what Up of ${link} returned, and the client received a 400, because the link has Stricter: if the client's value was right, correct Up, or narrow Stricter with Where`,
    });
  };
}

function clientsOf(version: Version | undefined): string {
  return version === undefined ? "clients" : `clients of version ${describe(version)}`;
}

/** The call of a handler; settled once the handler has passed the request on. */
interface HandlerCall {
  readonly isSettled: boolean;
}

/** Watches an exchange whose handler returned undefined and may still answer. */
export type WatchSilence = (route: ResolvedRoute, exchange: Exchange, call: HandlerCall) => void;

/** Milliseconds. */
const patience = 30_000;

/** An exchange whose answer is awaited. */
interface WaitingExchange {
  readonly route: ResolvedRoute;
  readonly call: HandlerCall;
  readonly until: number;
}

/**
 * Warns, once for each route, of a handler that takes `res`, returned undefined, and has not answered after 30 s: its
 * client waits, and nothing else shows why.
 *
 * One timer serves all waiting exchanges, in the order in which they began; it keeps no process alive.
 */
export function silenceWarning(logger: Logger): WatchSilence {
  const told = new WeakSet<ResolvedRoute>();
  const waiting = new Map<Exchange, WaitingExchange>();
  let timer: NodeJS.Timeout | undefined;
  return (route, exchange, call) => {
    if (told.has(route) || isOver(exchange)) return;
    waiting.set(exchange, { route, call, until: Date.now() + patience });
    exchange.res.once("close", () => waiting.delete(exchange));
    timer ??= wake(patience);
  };

  function wake(delay: number): NodeJS.Timeout {
    return setTimeout(tell, delay).unref();
  }

  function tell(): void {
    timer = undefined;
    const now = Date.now();
    for (const [exchange, { route, call, until }] of waiting) {
      if (until > now) {
        timer = wake(until - now);
        return;
      }
      waiting.delete(exchange);
      if (isOver(exchange) || call.isSettled || told.has(route)) continue;
      told.add(route);
      warn(route);
    }
  }

  function warn({ method, path }: ResolvedRoute): void {
    writeLog(logger, {
      level: "warn",
      fields: { component: "Router", method, path },
      message: `${method} ${path}: the handler took res, returned undefined and has sent no response for ${patience / 1000} s, so the client is still waiting: return a value or send one by res (without the parameter res, undefined is answered with 204)`,
    });
  }
}

/** Warns once of each version that requests or accounts name and this build does not have. */
export type WarnUnknown = (version: Version, pinned: "pinned" | "requested") => void;

/** Clients choose the versions: more than these of a kind are not remembered. */
const mostVersions = 100;
const longestVersion = 100;

/** Warns once for each unknown version, so that requests can fill neither the log nor the memory. */
export function unknownVersionWarning(logger: Logger): WarnUnknown {
  // Apart: what clients name must not hide a pin.
  const toldOf = { pinned: new Set<string>(), requested: new Set<string>() };
  return (asked, kind) => {
    const version = asked.slice(0, longestVersion);
    const told = toldOf[kind];
    if (told.has(version) || told.size >= mostVersions) return;
    told.add(version);
    writeLog(logger, {
      level: "warn",
      fields: { component: "Router", version },
      message:
        kind === "pinned"
          ? `an account is pinned to version ${describe(version)}, which is not in Versions: does another build serve it?`
          : `a request names version ${describe(version)}, which is later than all of Versions: it was answered with 503`,
    });
  };
}
