import { withParameter, type MediaTypeParameter } from "../../http/field-values";
import { isSuccess } from "../../http/status";
import type { Registration } from "../model/route";
import type { ErrorDowns } from "../model/serving";
import type { Version } from "../model/version";
import type { Versioning } from "../model/versioning";
import type { Exchange, Step } from "../request/exchange";
import { beforeHead, changeInHead, headChanger } from "../request/head";

export interface HeaderFacts {
  readonly versioning: Pick<Versioning, "sources">;
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
];

export function headerSteps(...registered: Parameters<StepOf>): readonly Step[] {
  return stepTable.flatMap((stepOf) => stepOf(...registered) ?? []);
}

function errorVersionStep(version: Version): Step {
  return (next) => (exchange) => {
    next({ ...exchange, errorVersion: version });
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
