import type { Routes } from "../core/compile/matcher";
import {
  laterVersions,
  newestHere,
  retiredVersions,
  unknownVersions,
  type UnservedVersion,
} from "./unserved-versions";
import type { Endpoint } from "../core/dispatch/endpoint";
import { setSupported, type ReportedVersions } from "./report";
import { keepLinks } from "./lifecycle-step";
import type { FindUnserved } from "../core/dispatch/middleware";
import type { ErrorAnswers } from "../core/errors/failures";
import type { WarnUnknown } from "../core/errors/request-warnings";
import { isCarried } from "../http/field-values";
import { matchedPath } from "../http/request-path";
import type { HeadersOn } from "../http/answer-headers";
import { refusals } from "../core/model/refusals";
import { quote } from "../core/model/value";
import type { Version } from "../core/model/version";
import { knownVersions } from "../core/model/versioning";
import type { Exchange } from "../core/request/exchange";
import type { Checkable } from "../core/check/checkable";

interface UnservedParts
  extends
    Pick<Checkable, "versioning" | "versions">,
    Pick<Routes<Endpoint>, "match" | "versionsAt">,
    Pick<ErrorAnswers, "answerQuietly"> {
  readonly reported: ReportedVersions;
  /** Returns the versions that have a route for the request's method at `path`. */
  readonly servedAt: (exchange: Exchange, path: string) => readonly { readonly version: Version }[];
  readonly warnings: { readonly unknown: WarnUnknown };
}

/** Finds the answers for versions that the App does not serve; undefined if requests for such versions get a 404. */
export function unservedAnswers(parts: UnservedParts): FindUnserved | undefined {
  // A request for a retired and an unknown version gets the 410, because this answer is certain.
  const answers = [
    goneAnswer(parts),
    unknownAnswer(parts),
    unreadableAnswer(parts),
    unavailableAnswer(parts),
  ].flatMap((answer) => answer ?? []);
  if (answers.length === 0) return undefined;
  return (...asked) => {
    for (const find of answers) {
      const found = find(...asked);
      if (found) return found;
    }
    return undefined;
  };
}

/** Creates the 410 for a version in the option `Retired`. */
function goneAnswer(parts: UnservedParts): FindUnserved | undefined {
  const { versioning, answerQuietly } = parts;
  const { retired } = versioning;
  if (retired.size === 0) return undefined;
  const { status, code, text } = refusals.retired;
  const find = retiredVersions(versioning, knownIn(parts));
  const hasRoute = routeSearch(parts);
  return ({ req }, requested, isPassedOn) => {
    const gone = find(req.url, requested);
    // Without such a route, the path may belong to the Express application around the App. `/v1/...` never does.
    if (!gone || (isPassedOn && !gone.isInPath && !hasRoute(req.method, gone))) return undefined;
    const { sunset, link } = retired.get(gone.version) ?? {};
    const headers = sunset && { Sunset: sunset.toUTCString() };
    return {
      reason: "gone",
      sent: gone.isInPath ? [gone.version] : requested.sent,
      answer: (exchange) => {
        if (link !== undefined) keepLinks(exchange, `<${link}>; rel="deprecation"`);
        answerQuietly(exchange, {
          status,
          code,
          message: text(quote(gone.version)),
          ...(headers && { headers }),
        });
      },
    };
  };
}

/** The most characters of a version that the message of its 400 quotes, because clients can send any text. */
const longestQuoted = 100;

/** The most characters of the header `Version-Unknown`: proxies limit the size of a response's headers. */
const longestHeader = 1000;

/** Creates the 400 for a version that the App never had, by `UnknownVersion: "refuse"`. */
function unknownAnswer(parts: UnservedParts): FindUnserved | undefined {
  const { versioning, reported, servedAt, answerQuietly } = parts;
  if (!versioning.refusesUnknown) return undefined;
  const { status, code, text } = refusals.unknownVersion;
  const find = unknownVersions(knownIn(parts));
  const hasRoute = routeSearch(parts);
  return ({ req }, requested) => {
    const unknown = find(req.url, requested);
    if (!unknown || !hasRoute(req.method, unknown)) return undefined;
    const { version, path } = unknown;
    const isShown = version.length <= longestHeader && isCarried(version);
    return {
      reason: "unknown",
      sent: requested.sent,
      answer: (exchange) => {
        setSupported(exchange, reported);
        answerQuietly(exchange, {
          status,
          code,
          message: text(quote(version.slice(0, longestQuoted))),
          details: {
            requested: requested.sent,
            served: servedAt(exchange, path).map((served) => served.version),
          },
          ...(isShown && { headers: { "Version-Unknown": version } }),
        });
      },
    };
  };
}

/** Creates the 400 for a place of the request whose text names no version, by `UnknownVersion: "refuse"`. */
function unreadableAnswer(parts: UnservedParts): FindUnserved | undefined {
  const { versioning, reported, answerQuietly } = parts;
  if (!versioning.refusesUnknown) return undefined;
  const { status, code, text } = refusals.unreadableVersion;
  const hasRoute = routeSearch(parts);
  return ({ req }, { unreadable, sent }) => {
    const path = matchedPath(req.url);
    if (!unreadable || !hasRoute(req.method, { path, isInPath: false })) return undefined;
    return {
      reason: "unknown",
      sent,
      answer: (exchange) => {
        setSupported(exchange, reported);
        answerQuietly(exchange, { status, code, message: text(), details: { unreadable } });
      },
    };
  };
}

/** Creates the 503 for a version that is not in `Versions` yet, but that a newer deployment of the API serves. */
function unavailableAnswer(parts: UnservedParts): FindUnserved | undefined {
  const { versioning, warnings, answerQuietly } = parts;
  if (!versioning.refusesLater && !versioning.refusesLaterPins) return undefined;
  const newest = newestHere(versioning);
  const headers: HeadersOn<"503"> = {
    "Retry-After": "1",
    "Cache-Control": "no-store",
    "Version-Unavailable": newest,
  };
  const { status, code, text } = refusals.unavailable;
  const find = laterVersions(versioning);
  const hasRoute = routeSearch(parts);
  return ({ req }, requested, isPassedOn) => {
    const later = find(req.url, requested);
    // If the App has no such route, the Express application around it may answer the request.
    if (!later || (isPassedOn && !hasRoute(req.method, later))) return undefined;
    return {
      reason: "unavailable",
      sent: later.isInPath ? [later.version] : requested.sent,
      answer: (exchange) => {
        if (later.version !== requested.laterPin) warnings.unknown(later.version, "requested");
        answerQuietly(exchange, { status, code, message: text(newest), headers });
      },
    };
  };
}

function knownIn({ versioning, versions }: UnservedParts): ReadonlySet<Version> {
  return knownVersions(versions, versioning);
}

/** Creates a test that is true if some version has a route for the method and the path. */
function routeSearch({
  match,
  versionsAt,
  versions,
}: UnservedParts): (method: string, unserved: Pick<UnservedVersion, "path" | "isInPath">) => boolean {
  return (method, { path, isInPath }) =>
    isInPath
      ? versions.some((version) => versionsAt(method, path)(version) !== undefined)
      : match(method, path, versions) !== undefined;
}
