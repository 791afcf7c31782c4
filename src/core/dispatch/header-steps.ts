import { errorVersionStep } from "../errors/failures";
import { withParameter, type MediaTypeParameter } from "../http/field-values";
import { isSuccess } from "../http/status";
import type { Registration } from "../model/route";
import type { ErrorDowns } from "../model/serving";
import type { Version } from "../model/version";
import type { Versioning } from "../model/versioning";
import type { Exchange, Step } from "../request/exchange";
import { beforeHead, changeInHead, headChanger } from "../request/head";
import { isPast, timeBy } from "./clock";

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

export interface HeaderFacts {
  readonly versioning: Pick<Versioning, "sources" | "reports">;
  readonly downs: ErrorDowns | undefined;
  readonly queryTypesOf: (registration: Registration) => QueryTypes | undefined;
}

type QueryTypes = (exchange: Exchange) => string | undefined;

type StepOf = (registration: Registration, facts: HeaderFacts) => Step | undefined;

/** Each row returns a step, or undefined if the route does not need the step. The steps run in this order. */
const stepTable: readonly StepOf[] = [
  ({ version }, { downs }) =>
    version === undefined || downs?.(version) === downs?.(undefined) ? undefined : errorVersionStep(version),
  ({ version }, { versioning }) => {
    // As in the document, only the first version source decides whether Content-Type gets a parameter, such as `v=2`.
    const parameter =
      version === undefined ? undefined : versioning.sources[0]?.contentTypeParameter?.(version);
    return parameter && contentTypeStep(parameter);
  },
  (registration, { queryTypesOf }) => {
    const types = queryTypesOf(registration);
    return types && acceptQueryStep(types);
  },
  ({ version }, { versioning }) =>
    versioning.reports && version !== undefined ? resolvedStep(version) : undefined,
];

export function headerSteps(...registered: Parameters<StepOf>): readonly Step[] {
  return stepTable.flatMap((stepOf) => stepOf(...registered) ?? []);
}

function resolvedStep(version: Version): Step {
  const value = asFieldValue(version);
  return (next) => (exchange) => {
    exchange.res.setHeader(reportFields.resolved, value);
    next(exchange);
  };
}

/** Adds `Accept-Query` (RFC 10008, 3) to successful responses: the media types of QUERY requests to the path. */
function acceptQueryStep(mediaTypesFor: QueryTypes): Step {
  return (next) => (exchange) => {
    const types = mediaTypesFor(exchange);
    if (types !== undefined) {
      beforeHead(exchange.res, (res, args) => {
        if (!isSuccess(Number(args[0]))) return;
        changeInHead(res, args, "Accept-Query", (own) => (own === undefined ? types : undefined));
      });
    }
    next(exchange);
  };
}

/** Adds the version to the Content-Type of each successful JSON response, even if other code writes the response. */
function contentTypeStep(parameter: MediaTypeParameter): Step {
  // Hot path: nearly all responses have the same Content-Type, so it is parsed once and then remembered.
  let last: { readonly type: string; readonly named: string | undefined } | undefined;
  const namedType = (type: string | undefined): string | undefined => {
    if (type === undefined) return undefined;
    if (last?.type !== type) last = { type, named: withParameter(type, parameter) };
    return last.named;
  };
  const nameVersion = headChanger((res, args) => {
    if (isSuccess(Number(args[0]))) changeInHead(res, args, "Content-Type", namedType);
  });
  return (next) => (exchange) => {
    nameVersion(exchange.res);
    next(exchange);
  };
}

/** Encodes the characters that a header must not contain (RFC 9110, 5.5), or that separate values. */
function asFieldValue(version: Version): string {
  return /^[!-+\--~]+$/.test(version) ? version : encodeURIComponent(version);
}
