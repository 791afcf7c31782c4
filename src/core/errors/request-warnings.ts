import { matchedPath } from "../../http/request-path";
import type { AppOptions, Logger } from "../model/app-options";
import type { Guard } from "../model/handler";
import type { ResolvedRoute } from "../model/route";
import { isOver, type Exchange } from "../request/exchange";
import { writeLog } from "./log";
import { describe, nameOf } from "../model/value";
import type { Version } from "../model/version";

export interface ServingWarnings {
  readonly once: WarnOnce;
  readonly silence: WatchSilence | undefined;
  readonly unknown: WarnUnknown;
}

/** Creates the warnings about requests. They remember what they have logged, so no warning is repeated. */
export function servingWarnings({ CheckResponses, Logger: logger = console }: AppOptions): ServingWarnings {
  const once = warnOnce(logger);
  return {
    once,
    silence: CheckResponses ? silenceWarning(once) : undefined,
    unknown: unknownVersionWarning(logger),
  };
}

/**
 * Logs a warning about the requests of a route, or of the App if there is no route. Later warnings with the same key
 * are left out, because requests must not fill the log.
 */
export type WarnOnce = (
  route: ResolvedRoute | undefined,
  key: string,
  text: () => string,
  about?: object,
) => void;

function warnOnce(logger: Logger): WarnOnce {
  const ofApp = {};
  const keysOf = new WeakMap<object, Set<string>>();
  return (route, key, text, about) => {
    const keys = keysOf.get(route ?? ofApp) ?? new Set<string>();
    if (keys.has(key)) return;
    keysOf.set(route ?? ofApp, keys.add(key));
    if (!route) {
      writeLog(logger, "warn", text(), about);
      return;
    }
    const { method, path } = route;
    writeLog(logger, "warn", `${method} ${path}: ${text()}`, { method, path, ...about });
  };
}

/** Warns that a handler returned undefined although each declared success has content. */
export function warnForgotten(warn: WarnOnce, route: ResolvedRoute): void {
  warn(
    route,
    "forgotten return",
    () =>
      "the handler returned undefined, but declares no response without content, so the client received 204: return a value, throw an HTTPError, or declare WithResponse(204)",
  );
}

/** Warns of a returned value that was not sent: its status has no content, or the handler used `res`. */
export function warnIgnored(warn: WarnOnce, route: ResolvedRoute, status?: number): void {
  warn(route, `ignored value ${status ?? "beside res"}`, () =>
    status === undefined
      ? "the handler sent a response by res and also returned a value, which the client did not get: do only one of the two"
      : `the handler returned a value that is not used, because status ${status} has no content: return undefined, or declare another status`,
  );
}

/** Warns that a guard returned neither true nor false, so that the client got a 403. */
export function warnVerdict(warn: WarnOnce, route: ResolvedRoute, guard: Guard, verdict: unknown): void {
  warn(route, "verdict", () => {
    // A string may be secret, such as a token, and must not be logged.
    const returned = typeof verdict === "string" ? "a string" : describe(verdict);
    return `the guard ${nameOf(guard)} returned ${returned}, so the client received 403: a guard must return true or false`;
  });
}

/** Watches a request whose handler returned undefined, and may still send a response by `res`. */
export type WatchSilence = (
  route: ResolvedRoute,
  exchange: Exchange,
  call: { readonly isSettled: boolean },
) => void;

const patience = 30_000;

const silentText = `the handler takes res and returned undefined, but has sent no response for ${patience / 1000} s, so the client is still waiting: return a value, or send a response by res (remove the parameter res if undefined should be a 204)`;

/** Warns, once for each route, that a handler with `res` returned undefined, and sent nothing for 30 seconds. */
function silenceWarning(warn: WarnOnce): WatchSilence {
  const warnedRoutes = new WeakSet<ResolvedRoute>();
  const waiting = new Map<Exchange, { route: ResolvedRoute; call: { isSettled: boolean }; until: number }>();
  let timer: NodeJS.Timeout | undefined;
  return (route, exchange, call) => {
    if (warnedRoutes.has(route) || isOver(exchange)) return;
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
      if (isOver(exchange) || call.isSettled || warnedRoutes.has(route)) continue;
      warnedRoutes.add(route);
      warn(route, "silence", () => silentText);
    }
  }
}

export type WarnUnknown = (version: Version, pinned: "pinned" | "requested") => void;

/** Clients can send any number of versions, of any length, so the memory for them is limited. */
const mostVersions = 100;
const longestVersion = 100;

/** Creates the function that warns of each unknown version only once, so that requests cannot fill the log. */
function unknownVersionWarning(logger: Logger): WarnUnknown {
  // With one set for both, versions in requests could reach the limit, and so prevent warnings about pinned versions.
  const versionsByKind = { pinned: new Set<string>(), requested: new Set<string>() };
  return (asked, kind) => {
    const version = asked.slice(0, longestVersion);
    const warnedVersions = versionsByKind[kind];
    if (warnedVersions.has(version) || warnedVersions.size >= mostVersions) return;
    warnedVersions.add(version);
    const text =
      kind === "pinned"
        ? `an account is pinned to version ${describe(version)}, which is not in Versions: add the version, or make sure that another build serves it`
        : `a request names version ${describe(version)}, which is later than all of Versions, so the answer was a 503`;
    writeLog(logger, "warn", text, { version });
  };
}

/** The most segments of a mount path that are searched for a route, because a client may send a path of thousands. */
const mostSegments = 20;

/**
 * Warns, once, that the App is mounted at the path of its own routes, as by `forRoutes("v1/cats")` of NestJS: Express
 * takes the mount path off, so that the rest of the path matches no route.
 */
export function mountWarning(
  logger: Logger,
  hasRoute: (method: string, path: string) => boolean,
): (exchange: Exchange) => void {
  let isTold = false;
  return ({ req: { method, baseUrl, url } }) => {
    // Outside of Express, a request has no mount path.
    if (isTold || !baseUrl) return;
    const path = matchedPath(url);
    const segments = baseUrl.split("/").slice(1, 1 + mostSegments);
    const withMount = (start: readonly string[]): string => `/${start.join("/")}${path === "/" ? "" : path}`;
    // A route such as `/{org}/{repo}` takes any segment, so the mount path is not its own.
    const isOwn = (_segment: string, i: number): boolean =>
      hasRoute(method, withMount(segments.slice(i))) &&
      !hasRoute(method, withMount(["-", ...segments.slice(i + 1)]));
    const first = segments.findIndex(isOwn);
    const whole = first === -1 ? undefined : withMount(segments.slice(first));
    if (whole === undefined) return;
    isTold = true;
    const text = `App: no route matches ${method} ${path}, because the App is mounted at ${baseUrl}, and matches only the rest of the path; it has a route for ${method} ${whole}: mount the App without this path`;
    writeLog(logger, "warn", text, { method });
  };
}
