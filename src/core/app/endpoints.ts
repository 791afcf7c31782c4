import { bodyMediaTypesOf, mayTellOfQuery } from "../../document/query-routes";
import { endingOf, lifecycleSteps } from "../../life/lifecycle-step";
import { resolvedSteps } from "../../life/report";
import type { Routes } from "../compile/matcher";
import type { Endpoint, EndpointMakers } from "../dispatch/endpoint";
import { type HeaderFacts, headerSteps } from "../dispatch/header-steps";
import { errorAnswers } from "../errors/failures";
import { warnForgotten, type ServingWarnings } from "../errors/request-warnings";
import { matchedPath } from "../../http/request-path";
import { defaultTitle, type Logger } from "../model/app-options";
import { once } from "../model/collections";
import { invalidStatusOf } from "../model/error-format";
import type { Registration } from "../model/route";
import type { ErrorDowns, ResponseCheck } from "../model/serving";
import { newestPoint } from "../resolve/contracts";
import type { OlderForms } from "../wings/older-forms";
import type { BuildContext } from "./build-context";

/** The facts from which the endpoints of an App are made. */
export interface ServingMeans extends BuildContext {
  readonly recordOf: EndpointMakers["recordOf"];
  readonly formRecordOf: EndpointMakers["formRecordOf"];
  readonly warnings: ServingWarnings;
  readonly now: () => Date;
  readonly check: ResponseCheck;
  readonly downs: ErrorDowns | undefined;
  readonly routes: () => Routes<Endpoint>;
}

export function makersOf(means: ServingMeans): EndpointMakers {
  const { versioning, changes } = means;
  return {
    recordOf: means.recordOf,
    formRecordOf: means.formRecordOf,
    path: versioning.path,
    contractOf: contractsOf(means),
    now: means.now,
    endingOf: (life, exchange) => endingOf(life, means.now, exchange),
    isPreview: (version) => versioning.lifecycles.get(version)?.Preview === true,
    appVersions: { ...versioning, newest: newestPoint(versioning).version, isKnown: changes.isKnown },
    changesAhead: changes.ahead,
    changesReplacing: changes.replacing,
    watchSilence: means.warnings.silence,
    warn: means.warnings.once,
  };
}

function contractsOf(means: ServingMeans): EndpointMakers["contractOf"] {
  const { wings, options, versioning, schemas, recordOf, check } = means;
  const quiet = once(() => errorAnswers({ ...options, PassErrors: false, Logger: silent }, means.downs).fail);
  const handlerMeans = { schemas, check, order: versioning.order, quiet, recordOf };
  const facts: HeaderFacts = { ...means, queryTypesOf: queryTypes(means) };
  return (registration, predecessor) => {
    const converted = wings.older.routeOf(plainRoute(registration, means), registration, means);
    return {
      ...converted,
      steps: wings.reading.stepsOf(converted.input),
      first: [
        ...headerSteps(registration, facts),
        ...resolvedSteps(registration, means),
        ...lifecycleSteps(registration, means, predecessor),
      ],
      app: { title: options.Title ?? defaultTitle },
      wraps: wings.wraps.flatMap((wrap) => wrap(registration, handlerMeans) ?? []),
      forgotten: forgottenOf(registration, means),
    };
  };
}

function plainRoute(registration: Registration, means: ServingMeans): Parameters<OlderForms["routeOf"]>[0] {
  const { wings, options, versioning, schemas, check, warnings } = means;
  const invalidStatus = invalidStatusOf(options.Errors);
  return {
    input: wings.reading.inputOf(registration, schemas, { invalidStatus, versioning, warn: warnings.once }),
    responsesBy: (conversions) => wings.reading.responsesOf(registration, { schemas, check, conversions }),
  };
}

function forgottenOf(
  { contract, route }: Registration,
  { check, schemas, warnings, wings }: ServingMeans,
): ReturnType<EndpointMakers["contractOf"]>["forgotten"] {
  const isForgotten = wings.reading.forgottenIn(contract, schemas);
  const warn = (): void => {
    warnForgotten(warnings.once, route);
  };
  return isForgotten && { isForgotten, warn: check ? undefined : warn };
}

function queryTypes({ spans, routes }: ServingMeans): HeaderFacts["queryTypesOf"] {
  const mayTell = mayTellOfQuery(spans);
  return (registration) => {
    if (!mayTell(registration)) return undefined;
    const versions = registration.version === undefined ? [] : [registration.version];
    return ({ req }) => {
      const found = routes().match("QUERY", matchedPath(req.url), versions);
      return found && bodyMediaTypesOf(found.value.registration.contract);
    };
  };
}

/** Logs nothing. Errors of the old handler in `Shadow` are passed to the callback `OnDifference` instead. */
const silent: Logger = { warn: () => undefined, error: () => undefined };
