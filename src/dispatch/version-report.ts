import type { Version } from "../model/version";
import { isPast, timeBy } from "./clock";
import type { Exchange, Step } from "../request/exchange";

/** The versions of an App, as every response tells them. */
export interface Reported {
  readonly served: readonly Version[];
  /** When each was deprecated; undefined for one that is not. */
  readonly deprecated: (version: Version) => Date | undefined;
  /** Whether nothing of it is served by itself at a time: it is gone, in a brownout, or its successor answers. */
  readonly isOut: (version: Version, at: Date) => boolean;
  readonly now: () => Date;
}

/** Says on every response which versions are supported, and which of all that are served are deprecated. */
export function reportStep({ served, deprecated, isOut, now }: Reported): Step {
  return (next) => (exchange) => {
    const at = timeBy(now, exchange);
    const isDeprecated = (version: Version): boolean => isPast(deprecated(version), at);
    const left = at ? served.filter((version) => !isOut(version, at)) : served;
    setList(
      exchange,
      "API-Supported-Versions",
      left.filter((version) => !isDeprecated(version)),
    );
    setList(exchange, "API-Deprecated-Versions", left.filter(isDeprecated));
    next(exchange);
  };
}

function setList({ res }: Exchange, name: string, versions: readonly Version[]): void {
  if (versions.length > 0) res.setHeader(name, versions.map(asFieldValue).join(", "));
}

/** Says which version the request resolved to. */
export function resolvedStep(version: Version): Step {
  const value = asFieldValue(version);
  return (next) => (exchange) => {
    exchange.res.setHeader("API-Version", value);
    next(exchange);
  };
}

/** A version may hold what no field may (RFC 9110, 5.5), or what would look like two. */
function asFieldValue(version: Version): string {
  return /^[!-+\--~]+$/.test(version) ? version : encodeURIComponent(version);
}
