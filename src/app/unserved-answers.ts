import { type LaterVersion, laterVersions, newestHere } from "../compile/unserved-versions";
import type { Routes } from "../compile/matcher";
import type { Endpoint } from "../dispatch/endpoint";
import type { FindUnserved } from "../dispatch/middleware";
import type { ErrorAnswers } from "../errors/failures";
import type { WarnUnknown } from "../errors/request-warnings";
import { refusals } from "../model/refusals";
import type { BuildContext } from "./build-context";

interface UnservedParts
  extends
    Pick<BuildContext, "versioning" | "versions">,
    Pick<Routes<Endpoint>, "match" | "versionsAt">,
    Pick<ErrorAnswers, "answerQuietly"> {
  readonly warnings: { readonly unknown: WarnUnknown };
}

/** Finds the answers for versions that the App does not serve; undefined if requests for such versions get a 404. */
export function unservedAnswers(parts: UnservedParts): FindUnserved | undefined {
  return unavailableAnswer(parts);
}

/** Creates the 503 for a version that is not in `Versions` yet, but that a newer deployment of the API serves. */
function unavailableAnswer({
  match,
  versionsAt,
  versioning,
  versions,
  warnings,
  answerQuietly,
}: UnservedParts): FindUnserved | undefined {
  if (!versioning.refusesLater && versioning.schemes.length === 0) return undefined;
  const newest = newestHere(versioning);
  const headers = { "Retry-After": "1", "Cache-Control": "no-store", "Version-Unavailable": newest };
  const { status, code, text } = refusals.unavailable;
  const find = laterVersions(versioning);
  const hasRoute = (method: string, { path, isInPath }: LaterVersion): boolean =>
    isInPath
      ? versions.some((version) => versionsAt(method, path)(version) !== undefined)
      : match(method, path, versions) !== undefined;
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
