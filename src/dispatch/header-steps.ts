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
   * True if no route of the version answers at a time: the version is gone, in a brownout, or its successor answers.
   */
  readonly isOut: (version: Version, at: Date) => boolean;
  readonly now: () => Date;
}

/** Sets the headers of supported and deprecated versions on every response. */
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

/** Sets the header of the answering version. */
export function resolvedStep(version: Version): Step {
  const value = asFieldValue(version);
  return (next) => (exchange) => {
    exchange.res.setHeader("API-Version", value);
    next(exchange);
  };
}

/**
 * Announces the media types of a QUERY to the same path on successful responses (RFC 10008, 3): `Accept-Query:
 * application/json`.
 *
 * A handler's own header wins.
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

/** Adds the version to the Content-Type of every successful JSON response, whoever writes it. */
export function contentTypeStep(parameter: MediaTypeParameter): Step {
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

/**
 * The version as a header value: characters that no header can have (RFC 9110, 5.5), or that separate values, are
 * encoded.
 */
function asFieldValue(version: Version): string {
  return /^[!-+\--~]+$/.test(version) ? version : encodeURIComponent(version);
}
