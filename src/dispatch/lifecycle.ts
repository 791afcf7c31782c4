import type { Request } from "express";
import { pathOfTarget, RequestPath } from "../http/request-path";
import type { Life } from "../model/lifecycle";
import { refusal } from "../model/refusals";
import type { Move } from "../model/serving";
import { isPast, timeBy } from "./clock";
import type { Exchange, Step } from "./exchange";
import { changeInHead, beforeHead } from "./head";

/**
 * Tells of a route's end: Deprecation (RFC 9745), Sunset (RFC 8594) and Link (RFC 8288, 5829), on every response of the
 * route; and answers 410 where it is gone.
 */
export function lifecycleStep(life: Life, now: () => Date, move: Move | undefined): Step {
  const { deprecated, sunset, isGoneAfterwards } = life;
  const links = linksOf(life);
  return (next) => (exchange) => {
    const { req, res } = exchange;
    if (deprecated) res.setHeader("Deprecation", `@${Math.floor(deprecated.getTime() / 1000)}`);
    if (sunset) res.setHeader("Sunset", sunset.toUTCString());
    const all = move ? [...links, `<${movedPath(req, move)}>; rel="successor-version"`] : links;
    if (all.length > 0) keepLinks(exchange, all.join(", "));
    // A clock that fails keeps a version in service: its end is the application's to bring about.
    if (sunset && isGoneAfterwards && isPast(sunset, timeBy(now, exchange))) {
      exchange.fail(exchange, refusal("gone", [sunset.toUTCString()]));
    } else next(exchange);
  };
}

function linksOf({ deprecated, sunset, link }: Life): readonly string[] {
  if (link === undefined) return [];
  return [
    ...(deprecated ? [`<${link}>; rel="deprecation"`] : []),
    ...(sunset ? [`<${link}>; rel="sunset"`] : []),
  ];
}

/** As the head is written, lest the application's own Link replaces them. */
function keepLinks({ res }: Exchange, links: string): void {
  beforeHead(res, (response, args) => {
    changeInHead(response, args, "Link", (existing) => (existing ? `${existing}, ${links}` : links));
  });
}

/** The address of a request in the version that comes after; one that was assumed stands in no path yet. */
function movedPath({ originalUrl, baseUrl }: Request, { from, to }: Move): string {
  const path = pathOfTarget(originalUrl).slice(baseUrl.length);
  const end = path.indexOf("/", 1);
  const rest = end === -1 ? "" : path.slice(end);
  const isVersioned = new RequestPath(path).segments?.[0] === from;
  const moved = `${baseUrl}/${encodeURIComponent(to)}${isVersioned ? rest : path}`;
  // Characters that would end the reference in a Link.
  return moved.replaceAll(/[^!#-;=?-_a-z~]/g, encodeURIComponent);
}
