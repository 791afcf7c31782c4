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
import { type LifecycleFacts, lifecycleStep, type Predecessor } from "./lifecycle-step";

/** The versions of an App, for the headers of every response. */
export interface ReportedVersions {
  readonly served: readonly Version[];
  /** The deprecation date of each version; undefined for a version that is not deprecated. */
  readonly deprecated: (version: Version) => Date | undefined;
  /**
   * True if no route of the version answers at that time: the version has ended, is in a brownout, or its successor
   * answers.
   */
  readonly isOut: (version: Version, at: Date) => boolean;
  readonly now: () => Date;
}

/** Sets the `Report` headers on every response, which list the supported and the deprecated versions. */
export function reportStep({ served, deprecated, isOut, now }: ReportedVersions): Step {
  return (next) => (exchange) => {
    const at = timeBy(now, exchange);
    const isDeprecated = (version: Version): boolean => isPast(deprecated(version), at);
    const left = at ? served.filter((version) => !isOut(version, at)) : served;
    const supported = left.filter((version) => !isDeprecated(version));
    setList(exchange, "API-Supported-Versions", supported);
    setList(exchange, "API-Deprecated-Versions", left.filter(isDeprecated));
    next(exchange);
  };
}

function setList({ res }: Exchange, name: string, versions: readonly Version[]): void {
  if (versions.length > 0) res.setHeader(name, versions.map(asFieldValue).join(", "));
}

/** The facts of an App that the headers of its registrations depend on. */
export interface HeaderFacts extends LifecycleFacts {
  readonly versioning: Pick<Versioning, "sources" | "path" | "reports">;
  readonly downs: ErrorDowns | undefined;
  /** Returns undefined for a registration whose answers announce no QUERY. */
  readonly queryTypesOf: (registration: Registration) => QueryTypes | undefined;
}

/** Finds the media types of a QUERY at the path of an exchange. */
type QueryTypes = (exchange: Exchange) => string | undefined;

/** The step for one header, or one fact about the answers, of a registration; undefined if it needs none. */
type StepOf = (
  registration: Registration,
  facts: HeaderFacts,
  predecessor: Predecessor | undefined,
) => Step | undefined;

/**
 * The steps of a registration, in their order: the form of errors, Content-Type, Accept-Query, API-Version, and the
 * headers of lifecycles. A header that an option sets is a row here, which reads `form.settings`.
 */
const stepTable: readonly StepOf[] = [
  ({ version }, { downs }) =>
    version === undefined || downs?.(version) === downs?.(undefined) ? undefined : errorVersionStep(version),
  ({ version }, { versioning }) => {
    // The first source counts, as in documents.
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
  lifecycleStep,
];

/** The steps for the headers of a registration's answers, and for the form of its errors. */
export function headerSteps(...registered: Parameters<StepOf>): readonly Step[] {
  return stepTable.flatMap((stepOf) => stepOf(...registered) ?? []);
}

/** Sets the header of the answering version. */
function resolvedStep(version: Version): Step {
  const value = asFieldValue(version);
  return (next) => (exchange) => {
    exchange.res.setHeader("API-Version", value);
    next(exchange);
  };
}

/**
 * Sends `Accept-Query: application/json` on successful responses, if the same path has a QUERY route that takes JSON
 * (RFC 10008, 3).
 *
 * A header of the handler's own wins.
 */
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

/** Adds the version to the Content-Type of every successful JSON response, whoever writes it. */
function contentTypeStep(parameter: MediaTypeParameter): Step {
  // Hot path: nearly all responses have the same type, which need not be parsed again.
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

/** Encodes the characters of a version that no header may contain (RFC 9110, 5.5), and those that separate values. */
function asFieldValue(version: Version): string {
  return /^[!-+\--~]+$/.test(version) ? version : encodeURIComponent(version);
}
