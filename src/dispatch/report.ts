import type { Version } from "../model/version";
import type { Exchange, Step } from "./exchange";

/** What is said of the versions of an App on every response. */
export interface Reported {
  readonly served: readonly Version[];
  /** When each was deprecated; undefined for one that is not. */
  readonly deprecated: (version: Version) => Date | undefined;
  readonly now: () => Date;
}

/** Says on every response which versions are supported, and which of all that are served are deprecated. */
export function reportStep({ served, deprecated, now }: Reported): Step {
  return (next) => (exchange) => {
    const past = deprecatedNow(exchange);
    setList(
      exchange,
      "API-Supported-Versions",
      served.filter((version) => !past.has(version)),
    );
    setList(
      exchange,
      "API-Deprecated-Versions",
      served.filter((version) => past.has(version)),
    );
    next(exchange);
  };

  /** A clock that fails deprecates nothing, and ends no request. */
  function deprecatedNow(exchange: Exchange): ReadonlySet<Version> {
    try {
      const at = now();
      return new Set(served.filter((version) => (deprecated(version) ?? never) <= at));
    } catch (error) {
      exchange.fail(exchange, error, true);
      return new Set();
    }
  }
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

/** The last moment that a Date can be. */
const never = new Date(8.64e15);

/** A version may hold what no field may (RFC 9110, 5.5), or what would look like two. */
function asFieldValue(version: Version): string {
  return /^[!-+\--~]+$/.test(version) ? version : encodeURIComponent(version);
}
