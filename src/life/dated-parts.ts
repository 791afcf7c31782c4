import type { Routes } from "../core/compile/matcher";
import { timeBy } from "../core/dispatch/clock";
import { Endpoint, type EndpointMakers } from "../core/dispatch/endpoint";
import type { ReportedVersions } from "./report";
import { findBy, type Find } from "../core/dispatch/middleware";
import type { ExplanationFacts } from "./explain";
import type { Checkable } from "../core/check/checkable";
import { matchedPath } from "../http/request-path";
import { brownoutsToCome, dateOf, standingAt } from "../core/model/lifecycle";
import type { LifeOf } from "../core/model/route";
import type { Version } from "../core/model/version";
import { releasedIn, type Versioning } from "../core/model/versioning";
import { hasSuccession, isOut, outagesOf, successionMatcher, versionLookup } from "./succession";

interface LivingParts extends Pick<Checkable, "versions" | "spans" | "versioning"> {
  readonly lifeOf: LifeOf;
  readonly now: () => Date;
}

/** Collects the facts about versions that the headers of `Report` show. */
export function reportedOf({ versions, spans, versioning, lifeOf, now }: LivingParts): ReportedVersions {
  const outages = outagesOf(spans, lifeOf);
  return {
    served: releasedIn(versions, versioning),
    deprecated: (version) => dateOf(versioning.lifecycles.get(version)?.Deprecated),
    isOut: (version, at) => isOut(outages(version), at),
    now,
  };
}

/** Finds the endpoint of a request, or that of the successor of its version. */
export function finderOf(
  { match, versionsAt }: Routes<Endpoint>,
  versioning: Versioning,
  making: EndpointMakers,
): Find {
  if (!hasSuccession(versioning)) return findBy(match);
  const succeeding = new WeakMap<Endpoint, Map<Endpoint | Version, Endpoint>>();
  const findAt = successionMatcher({
    match,
    lookup: versionLookup(versionsAt),
    versioning,
    succeed: (value, asked, life, predecessor) => {
      const known = succeeding.get(value) ?? new Map<Endpoint | Version, Endpoint>();
      succeeding.set(value, known);
      const key = predecessor ?? asked;
      const endpoint = known.get(key) ?? new Endpoint(value.registration, making, { version: asked, life });
      known.set(key, endpoint);
      return endpoint;
    },
  });
  return (exchange, preferred) => {
    const { method, url } = exchange.req;
    return findAt(timeBy(making.now, exchange), method, matchedPath(url), preferred);
  };
}

/** Finds the versions that serve a path now, for the 404 that explains. */
export function servedAtBy(
  { versionsAt }: Routes<Endpoint>,
  { versioning, versions, now }: LivingParts,
): ExplanationFacts["servedAt"] {
  const lookup = versionLookup(versionsAt);
  const released = releasedIn(versions, versioning);
  return (exchange, path) => {
    const at = timeBy(now, exchange);
    const lookUp = lookup(exchange.req.method, path);
    return released.flatMap((version) => {
      const found = lookUp(version);
      if (!found) return [];
      const { life } = found.value.registration;
      const { kind } = standingAt(life, at);
      const isServed = kind === "served" || kind === "brownout";
      return isServed ? [{ version, brownouts: brownoutsToCome(life, at) }] : [];
    });
  };
}
