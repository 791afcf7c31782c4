import { matchedPath } from "../http/request-path";
import type { Logger } from "../model/app-options";
import type { ErrorFormat } from "../model/error-format";
import type { Guard } from "../model/handler";
import type { ResolvedRoute } from "../model/route";
import { isOver, type Exchange } from "../request/exchange";
import { writeLog } from "./log";
import type { Issue, Part, Validate } from "../model/schema";
import { inputOptions } from "../model/contract";
import { describe, isThenable, nameOf } from "../model/value";
import type { Version } from "../model/version";
import { issuesInWords } from "../../schema/issues";

/** Creates a test that is true only once for each route and key, so that a warning does not fill the log. */
function firstOfRoute(): (route: ResolvedRoute, key?: number | string) => boolean {
  const keysByRoute = new WeakMap<ResolvedRoute, Set<number | string>>();
  return (route, key = "") => {
    const keys = keysByRoute.get(route) ?? new Set<number | string>();
    if (keys.has(key)) return false;
    keysByRoute.set(route, keys.add(key));
    return true;
  };
}

function warn(logger: Logger, { method, path }: ResolvedRoute, text: string, about: object = {}): void {
  writeLog(logger, "warn", `${method} ${path}: ${text}`, { method, path, ...about });
}

/** Warns, once for each route and status, that a response was not converted, because no option declares its status. */
export function undescribedWarning(
  logger: Logger,
): (
  route: ResolvedRoute,
  answer: { readonly status: number; readonly version: Version | undefined },
) => void {
  const isFirst = firstOfRoute();
  return (route, { status, version }) => {
    if (!isFirst(route, status)) return;
    const clients = version === undefined ? "clients" : `clients of version ${describe(version)}`;
    const text = `${clients} received an unconverted response of status ${status}, because no WithResponse describes this status: declare WithResponse(${status}, schema), or throw an HTTPError`;
    warn(logger, route, text, { status, version });
  };
}

/** Warns, once for each route, that a handler returned undefined although each declared success has content. */
export function forgottenWarning(logger: Logger): (route: ResolvedRoute) => void {
  const isFirst = firstOfRoute();
  const text =
    "the handler returned undefined, but declares no response without content, so the client received 204: return a value, throw an HTTPError, or declare WithResponse(204)";
  return (route) => {
    if (isFirst(route)) warn(logger, route, text);
  };
}

/** Warns, once for each route and status, of an ignored return value: the status has no content, or `res` was used. */
export function ignoredWarning(logger: Logger): (route: ResolvedRoute, status?: number) => void {
  const isFirst = firstOfRoute();
  return (route, status) => {
    if (!isFirst(route, status)) return;
    const text =
      status === undefined
        ? "the handler sent a response by res and also returned a value, which the client did not get: do only one of the two"
        : `the handler returned a value that is not used, because status ${status} has no content: return undefined, or declare another status`;
    warn(logger, route, text);
  };
}

interface Denial {
  readonly guard: Guard;
  readonly verdict: unknown;
}

/** Warns, once for each route, that a guard returned neither true nor false, so that the client got a 403. */
export function verdictWarning(logger: Logger): (route: ResolvedRoute, denial: Denial) => void {
  const isFirst = firstOfRoute();
  return (route, { guard, verdict }) => {
    if (!isFirst(route)) return;
    // A string may be secret, such as a token, and must not be logged.
    const returned = typeof verdict === "string" ? "a string" : describe(verdict);
    const text = `the guard ${nameOf(guard)} returned ${returned}, so the client received 403: a guard must return true or false`;
    warn(logger, route, text);
  };
}

/** Warns, once for each route and part, such as `query`, that a schema requires a number, but clients send text. */
export function misreadWarning(
  logger: Logger,
  invalidStatus: number,
): (route: ResolvedRoute, part: Part, name: string) => void {
  const isFirst = firstOfRoute();
  return (route, part, name) => {
    if (!isFirst(route, part)) return;
    const text = `${describe(name)} of ${inputOptions[part]} refuses text, but accepts the same value as a number or boolean; clients can send only text, so they receive a ${invalidStatus}: convert the text in the schema, as z.coerce.number() or z.stringbool() does`;
    warn(logger, route, text);
  };
}

/** Warns, once for each route and `Up`, if a client gets a 400 because the newer schema rejects the result of `Up`. */
export function stricterWarning(
  logger: Logger,
  invalidStatus: number,
): (route: ResolvedRoute, link: string) => void {
  const isFirst = firstOfRoute();
  return (route, link) => {
    if (!isFirst(route, link)) return;
    const text = `Up of ${link} returned a value that the newer schema rejects; Stricter makes this the fault of the client, who received a ${invalidStatus}: if the request was valid nevertheless, correct Up, or limit Stricter with Where`;
    warn(logger, route, text, { change: link });
  };
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
export function silenceWarning(logger: Logger): WatchSilence {
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
      warn(logger, route, silentText);
    }
  }
}

export type WarnUnknown = (version: Version, pinned: "pinned" | "requested") => void;

/** Clients can send any number of versions, of any length, so the memory for them is limited. */
const mostVersions = 100;
const longestVersion = 100;

/** Creates the function that warns of each unknown version only once, so that requests cannot fill the log. */
export function unknownVersionWarning(logger: Logger): WarnUnknown {
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

/** Warns, once for each status, that a body from `Errors.Body` does not match `Errors.Schema`. */
export function errorMisfitWarning(logger: Logger): (status: number, issues: readonly Issue[]) => void {
  const warned = new Set<number>();
  return (status, issues) => {
    if (warned.has(status)) return;
    warned.add(status);
    const misfits = issuesInWords(issues).join("; ");
    const text = `AppOptions: the body that Errors.Body returned for status ${status} does not match Errors.Schema, but was sent: ${misfits}; correct Errors.Body or Errors.Schema`;
    writeLog(logger, "warn", text, { status });
  };
}

type ErrorBody = NonNullable<ErrorFormat["Body"]>;

/** Wraps `Errors.Body`, to report a body that does not match `Errors.Schema`. Such a body is sent nevertheless. */
export function watchedBody(
  body: ErrorBody,
  validate: Validate,
  report: ReturnType<typeof errorMisfitWarning>,
): ErrorBody {
  const watch = async (status: number, result: unknown): Promise<void> => {
    try {
      const verdict = await validate(JSON.parse(JSON.stringify(result)));
      if ("issues" in verdict) report(status, verdict.issues);
    } catch {
      // An error of the validator is ignored. A body that JSON cannot represent is logged when the body is sent.
    }
  };
  return (error, about) => {
    const result = body(error, about);
    if (!isThenable(result)) void watch(error.status, result);
    return result;
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
