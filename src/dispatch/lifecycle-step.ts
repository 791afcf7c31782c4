import type { Request } from "express";
import type { Segment } from "../http/path-template";
import { literalSpelling, literalText } from "../http/literal";
import { pathOfTarget, withoutFragment } from "../http/request-path";
import type { HTTPError } from "../model/http-error";
import { endsInGone, standingAt, type Life } from "../model/lifecycle";
import type { Version } from "../model/version";
import type { RefusedReason } from "../model/app-options";
import { refusal } from "../model/refusals";
import type { Move } from "../model/serving";
import { isPast, timeBy } from "./clock";
import type { Exchange, Step } from "../request/exchange";
import { changeInHead, beforeHead } from "../request/head";

/**
 * Announces a route's end: Deprecation (RFC 9745), Sunset (RFC 8594) and Link (RFC 8288, 5829), on every response of
 * the route.
 */
export function lifecycleStep(life: Life, now: () => Date, move: Move | undefined): Step {
  const { deprecated, sunset } = life;
  const links = linksOf(life);
  const isOver = (exchange: Exchange): boolean =>
    move?.until !== undefined && isPast(move.until, timeBy(now, exchange));
  return (next) => (exchange) => {
    const { req, res } = exchange;
    if (deprecated) res.setHeader("Deprecation", `@${Math.floor(deprecated.getTime() / 1000)}`);
    if (sunset) res.setHeader("Sunset", sunset.toUTCString());
    const all =
      move && !isOver(exchange) ? [...links, `<${movedTarget(req, move)}>; rel="successor-version"`] : links;
    if (all.length > 0) keepLinks(exchange, all.join(", "));
    next(exchange);
  };
}

/** The 410 of an exchange whose version is gone, or in a brownout. */
export interface Ending {
  readonly reason: Extract<RefusedReason, "gone" | "brownout">;
  readonly error: HTTPError;
}

/** True if a lifecycle may ever refuse requests; all others need no check for each request. */
export function mayEnd(life: Life): boolean {
  return life.brownouts.length > 0 || endsInGone(life);
}

/** The 410 of an exchange at the present time; undefined if the version is served. */
export function endingOf(life: Life, now: () => Date, exchange: Exchange): Ending | undefined {
  // A failing clock keeps a version in service: only the application may end it.
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
      // A cache could keep the 410 for longer than the brownout.
      const headers = { "Retry-After": String(seconds), "Cache-Control": "no-store" };
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

/** Set when the head is written, so that the application's own Link does not replace them. */
function keepLinks({ res }: Exchange, links: string): void {
  beforeHead(res, (response, args) => {
    changeInHead(response, args, "Link", (existing) => (existing ? `${existing}, ${links}` : links));
  });
}

/**
 * The URL of a request in the next version, with its query; a path without a version has no segment to replace.
 *
 * It is relative to the request's own URL (RFC 3986, 4.2), because a proxy in front may have removed a prefix.
 */
function movedTarget({ originalUrl, baseUrl, params }: Request, { from, to, path: moves }: Move): string {
  const target = withoutFragment(originalUrl);
  const query = target.indexOf("?");
  const search = query === -1 ? "" : target.slice(query);
  const path = pathOfTarget(target).slice(baseUrl.length);
  const rest = moves ? filled(moves, params) : restBehind(path, from);
  return uriReferenceOf(relativeTo(`${baseUrl}${path}`, baseUrl, `${literalSpelling(to)}${rest}`) + search);
}

/** A path without the segment of its version, if there is one: `/cats` for `/v1/cats`. */
function restBehind(path: string, version: Version): string {
  const end = path.indexOf("/", 1);
  const isVersioned = literalText(end === -1 ? path.slice(1) : path.slice(1, end)) === version;
  if (!isVersioned) return path;
  return end === -1 ? "" : path.slice(end);
}

/** The reference from a path to `target` below `base`: `../v2/cats` from `/v1/cats`. */
function relativeTo(path: string, base: string, target: string): string {
  const levels = path.slice(base.length).split("/").length - 2;
  // For a request at the mount path itself, such as `/api`, the reference begins with the last segment: `api/v2`.
  const reference =
    levels < 0 ? `${base.slice(base.lastIndexOf("/") + 1)}/${target}` : "../".repeat(levels) + target;
  // A colon in the first segment would make that segment a scheme.
  return /^[^/]*:/.test(reference) ? `./${reference}` : reference;
}

/** Fills a path with the parameters of the request: all forms of a route have the same parameters. */
function filled(segments: readonly Segment[], params: Request["params"]): string {
  const texts = segments.map((segment) => {
    if (!("name" in segment)) return literalSpelling(segment.text);
    const value = String(params[segment.name]);
    const parts = segment.kind === "rest" ? value.split("/") : [value];
    return parts.map(encodeURIComponent).join("/");
  });
  return texts.map((text) => `/${text}`).join("");
}

/** Encodes the characters that would end the reference in a Link. */
function uriReferenceOf(path: string): string {
  return path.replaceAll(/[^!#-;=?-_a-z~]/g, encodeURIComponent);
}
