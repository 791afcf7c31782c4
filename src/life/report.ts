import { isPast, timeBy } from "../core/dispatch/clock";
import type { Registration } from "../core/model/route";
import type { Version } from "../core/model/version";
import type { Versioning } from "../core/model/versioning";
import type { Exchange, Step } from "../core/request/exchange";

/** The versions that the headers `API-Supported-Versions` and `API-Deprecated-Versions` list, and their dates. */
export interface ReportedVersions {
  readonly served: readonly Version[];
  readonly deprecated: (version: Version) => Date | undefined;
  /** True if, at the time `at`, the version's requests get a 410, or the answer of a newer version. */
  readonly isOut: (version: Version, at: Date) => boolean;
  readonly now: () => Date;
}

/** Lists the supported and the deprecated versions in headers of the App's responses, for the option `Report`. */
export function reportStep(reported: () => ReportedVersions): Step {
  return (next) => (exchange) => {
    const { supported, deprecated } = reportedTo(exchange, reported());
    const takeReportBack = restoring(exchange, reportFields);
    setVersions(exchange, reportFields.supported, supported);
    setVersions(exchange, reportFields.deprecated, deprecated);
    next({ ...exchange, takeReportBack });
  };
}

const reportFields = {
  supported: "API-Supported-Versions",
  deprecated: "API-Deprecated-Versions",
  resolved: "API-Version",
} as const;

/** Creates a function that sets headers to their present values: the host may have set them before the App. */
function restoring({ res }: Exchange, fields: Readonly<Record<string, string>>): () => void {
  const before = Object.values(fields).map((name) => [name, res.getHeader(name)] as const);
  return () => {
    if (res.headersSent) return;
    for (const [name, value] of before) {
      if (value === undefined) res.removeHeader(name);
      else res.setHeader(name, value);
    }
  };
}

/** Sets `API-Supported-Versions` as the option `Report` does, for an answer that lists the versions without it. */
export function setSupported(exchange: Exchange, reported: ReportedVersions): void {
  setVersions(exchange, reportFields.supported, reportedTo(exchange, reported).supported);
}

interface ReportedLists {
  readonly supported: readonly Version[];
  readonly deprecated: readonly Version[];
}

function reportedTo(exchange: Exchange, { served, deprecated, isOut, now }: ReportedVersions): ReportedLists {
  const at = timeBy(now, exchange);
  const isDeprecated = (version: Version): boolean => isPast(deprecated(version), at);
  const left = at ? served.filter((version) => !isOut(version, at)) : served;
  return {
    supported: left.filter((version) => !isDeprecated(version)),
    deprecated: left.filter(isDeprecated),
  };
}

function setVersions({ res }: Exchange, name: string, versions: readonly Version[]): void {
  if (versions.length > 0) res.setHeader(name, versions.map(asFieldValue).join(", "));
}

/** Sets `API-Version` in the answers of a route, for the option `Report`. */
export function resolvedSteps(
  { version }: Pick<Registration, "version">,
  { versioning }: { readonly versioning: Pick<Versioning, "reports"> },
): readonly Step[] {
  if (!versioning.reports || version === undefined) return [];
  const value = asFieldValue(version);
  const step: Step = (next) => (exchange) => {
    exchange.res.setHeader(reportFields.resolved, value);
    next(exchange);
  };
  return [step];
}

/** Encodes the characters that a header must not contain (RFC 9110, 5.5), or that separate values. */
function asFieldValue(version: Version): string {
  return /^[!-+\--~]+$/.test(version) ? version : encodeURIComponent(version);
}
