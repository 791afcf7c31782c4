import type { Version } from "../model/version";
import { isPast, timeBy } from "./clock";
import type { Exchange, Step } from "../request/exchange";
import { isSuccess } from "../http/status";
import { beforeHead, changeInHead, headChanger } from "../request/head";
import { withParameter, type MediaTypeParameter } from "../http/field-values";

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

/** Sets the header that names the answering version. */
export function resolvedStep(version: Version): Step {
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
export function acceptQueryStep(mediaTypesFor: (exchange: Exchange) => string | undefined): Step {
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

/** Adds the version to the Content-Type of every successful JSON response, even of one that middleware sends. */
export function contentTypeStep(parameter: MediaTypeParameter): Step {
  // Hot path: nearly all responses have the same type, so the last one is kept instead of parsed again.
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
