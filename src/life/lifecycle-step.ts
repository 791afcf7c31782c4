import type { Request } from "express";
import { pathShapeOf, type Segment } from "../http/path-template";
import { literalSpelling, literalText } from "../http/literal";
import { pathOfTarget } from "../http/request-path";
import type { HeadersOn } from "../http/answer-headers";
import { endsInGone, standingAt, type Life } from "../core/model/lifecycle";
import type { Version } from "../core/model/version";
import { refusal } from "../core/model/refusals";
import type { Predecessor, Registration, RouteForm, SuccessorOf } from "../core/model/route";
import type { Ending } from "../core/model/serving";
import type { PathSource } from "../core/model/source";
import type { Versioning } from "../core/model/versioning";
import { isPast, timeBy } from "../core/dispatch/clock";
import type { Exchange, Step } from "../core/request/exchange";
import { changeInHead, beforeHead } from "../core/request/head";

export interface LifecycleFacts {
  readonly versioning: Pick<Versioning, "path">;
  readonly successorOf: SuccessorOf;
  readonly now: () => Date;
}

/** Announces the end of a route in the headers Deprecation (RFC 9745), Sunset (RFC 8594) and Link (RFC 8288, 5829). */
export function lifecycleSteps(
  registration: Registration,
  { versioning: { path }, successorOf, now }: LifecycleFacts,
  predecessor: Predecessor | undefined,
): readonly Step[] {
  const { life, version } = predecessor ?? registration;
  if (!life) return [];
  const next = predecessor ? registration : successorOf(registration);
  const move = path && moveBetween(version, registration.form, next, path);
  const { deprecated, sunset } = life;
  const links = linksOf(life);
  const isOver = (exchange: Exchange): boolean =>
    move?.until !== undefined && isPast(move.until, timeBy(now, exchange));
  const announce: Step = (next) => (exchange) => {
    const { req, res } = exchange;
    if (deprecated) res.setHeader("Deprecation", `@${Math.floor(deprecated.getTime() / 1000)}`);
    if (sunset) res.setHeader("Sunset", sunset.toUTCString());
    const all =
      move && !isOver(exchange) ? [...links, `<${movedTarget(req, move)}>; rel="successor-version"`] : links;
    if (all.length > 0) keepLinks(exchange, all.join(", "));
    next(exchange);
  };
  return [announce];
}

/** The parts of a link to the next version: `/v1/...` becomes `/v2/...` if `from` is `v1`, and `to` is `v2`. */
interface Move {
  readonly from: string;
  readonly to: string;
  /** The sunset of the next version, after which no link leads to the next version. */
  readonly until: Date | undefined;
  /** The path in the next version, without its version segment; undefined if both versions have the same path. */
  readonly path: readonly Segment[] | undefined;
}

function moveBetween(
  from: Version | undefined,
  asked: RouteForm,
  to: Registration | undefined,
  { segmentOf }: PathSource,
): Move | undefined {
  if (from === undefined || to?.version === undefined) return undefined;
  const isMoved = pathShapeOf(asked.segments) !== pathShapeOf(to.form.segments);
  return {
    from: segmentOf(from),
    to: segmentOf(to.version),
    path: isMoved ? to.form.segments : undefined,
    until: to.life?.sunset,
  };
}

/** Returns the 410 to send now; undefined if the version, or a newer version in its place, answers the request. */
export function endingOf(life: Life, now: () => Date, exchange: Exchange): Ending | undefined {
  if (life.brownouts.length === 0 && !endsInGone(life)) return undefined;
  // If the clock fails, `at` is undefined, and the version is served.
  const at = timeBy(now, exchange);
  const standing = standingAt(life, at);
  switch (standing.kind) {
    case "served":
    case "succeeded":
      return undefined;
    case "gone":
      return { reason: "gone", error: refusal("gone", [standing.since.toUTCString()]) };
    case "brownout": {
      const { until } = standing;
      const seconds = Math.ceil((until.getTime() - Number(at)) / 1000);
      // Without these headers, a cache could send the 410 even after the brownout.
      const headers: HeadersOn<"410"> = { "Retry-After": String(seconds), "Cache-Control": "no-store" };
      return { reason: "brownout", error: refusal("brownout", [until.toUTCString()], { headers }) };
    }
  }
}

function linksOf({ deprecated, sunset, link }: Life): readonly string[] {
  if (link === undefined) return [];
  return [
    ...(deprecated ? [`<${link}>; rel="deprecation"`] : []),
    ...(sunset ? [`<${link}>; rel="sunset"`] : []),
  ];
}

/** Adds the links when the head is written, because the application may replace `Link` before that. */
export function keepLinks({ res }: Exchange, links: string): void {
  beforeHead(res, (response, args) => {
    changeInHead(response, args, "Link", (existing) => (existing ? `${existing}, ${links}` : links));
  });
}

/** Returns `../v2/cats?page=1` for `/v1/cats?page=1`. It is relative, because a proxy may have removed a prefix. */
function movedTarget({ originalUrl, baseUrl, params }: Request, { from, to, path: moves }: Move): string {
  const query = originalUrl.indexOf("?");
  const search = query === -1 ? "" : originalUrl.slice(query);
  const path = pathOfTarget(originalUrl).slice(baseUrl.length);
  const rest = moves ? filled(moves, params) : restBehind(path, from);
  return uriReferenceOf(relativeTo(`${baseUrl}${path}`, baseUrl, `${literalSpelling(to)}${rest}`) + search);
}

function restBehind(path: string, version: Version): string {
  const end = path.indexOf("/", 1);
  const isVersioned = literalText(end === -1 ? path.slice(1) : path.slice(1, end)) === version;
  if (!isVersioned) return path;
  return end === -1 ? "" : path.slice(end);
}

/** Returns the relative reference (RFC 3986, 4.2) from `path` to `base/target`: `../v2/cats` from `/v1/cats`. */
function relativeTo(path: string, base: string, target: string): string {
  const levels = path.slice(base.length).split("/").length - 2;
  // Relative to `/api`, which has no slash at its end, `v2` would lead to `/v2`. So the reference is `api/v2`.
  const reference =
    levels < 0 ? `${base.slice(base.lastIndexOf("/") + 1)}/${target}` : "../".repeat(levels) + target;
  // Without `./`, clients would read the text before a colon in the first segment as a scheme.
  return /^[^/]*:/.test(reference) ? `./${reference}` : reference;
}

/** Fills a request's parameters into a path: `/cats/{id}` becomes `/cats/1`. */
function filled(segments: readonly Segment[], params: Request["params"]): string {
  const texts = segments.map((segment) => {
    if (!("name" in segment)) return literalSpelling(segment.text);
    const value = String(params[segment.name]);
    const parts = segment.kind === "rest" ? value.split("/") : [value];
    return parts.map(encodeURIComponent).join("/");
  });
  return texts.map((text) => `/${text}`).join("");
}

/** Encodes characters such as `>` and `"`, which the reference in a `Link` header must not contain. */
function uriReferenceOf(path: string): string {
  return path.replaceAll(/[^!#-;=?-_a-z~]/g, encodeURIComponent);
}
