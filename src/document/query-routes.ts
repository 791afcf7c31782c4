import { pathShapeOf } from "../http/path-template";
import type { Contract } from "../core/model/contract";
import { once } from "../core/model/collections";
import { isRegisteredFor, type Registration, type Span } from "../core/model/route";
import { bodyMediaTypes, bodyTypesOf } from "../schema/interface/schema";

/** The methods whose responses name the media types of a QUERY route in `Accept-Query` (RFC 10008, 3). */
const tellingMethods: ReadonlySet<string> = new Set(["GET", "HEAD", "QUERY"]);

/** Returns a quick test: if it is false for a route, the responses need no header `Accept-Query`. */
export function mayTellOfQuery(spans: readonly Span[]): (registration: Registration) => boolean {
  const hasQuery = queriesIn(spans).length > 0;
  return ({ method }) => hasQuery && tellingMethods.has(method);
}

/** Makes a test: true for a GET, HEAD or QUERY registration if its path and version have a QUERY route with a body. */
export function tellsOfQuery(spans: readonly Span[]): (registration: Registration) => boolean {
  const queries = once(() => queriesIn(spans));
  return ({ method, form, segments, version }) =>
    tellingMethods.has(method) &&
    queries().some((span) => {
      // A `VersionNeutral` route answers requests of every version at its path.
      const isNeutral = span.reach.by !== "versions";
      if (!isNeutral && (version === undefined || !isRegisteredFor(span, version))) return false;
      return pathShapeOf(span.form.segments) === pathShapeOf(isNeutral ? segments : form.segments);
    });
}

/** Returns the media types of a route's body: `application/json, text/plain`; undefined if the route reads no body. */
export function bodyMediaTypesOf({ inputs }: Contract): string | undefined {
  const body = inputs.find(({ part }) => part === "body");
  const types = body && bodyTypesOf(body.options).map((type) => bodyMediaTypes[type][0]);
  return types?.join(", ");
}

function queriesIn(spans: readonly Span[]): readonly Span[] {
  return spans.filter(
    ({ form, contract }) => form.method === "QUERY" && bodyMediaTypesOf(contract) !== undefined,
  );
}
