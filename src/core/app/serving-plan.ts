import { finderOf, reportedOf, servedAtBy } from "../../life/dated-parts";
import { unservedAnswers } from "../../life/unserved-answers";
import { hiddenAppWarning } from "../host/hidden-app";
import { directJSON } from "../host/plain-json";
import { compilePaths, compileRoutes, type Routes, type ValueOf } from "../compile/matcher";
import { compileReading } from "../compile/readers";
import { clockOf } from "../dispatch/clock";
import { Endpoint } from "../dispatch/endpoint";
import { type ReportedVersions, reportStep } from "../../life/report";
import { type DatedPlan, passUnmatched, type Plan, type Unmatched } from "../dispatch/middleware";
import { observersOf } from "../dispatch/observers";
import { requestIDSource } from "../dispatch/request-ids";
import { explain, type ExplanationFacts, sentUnmatched, unmatchedVersion } from "../../life/explain";
import { errorAnswers, type ErrorAnswers } from "../errors/failures";
import { mountWarning, type ServingWarnings } from "../errors/request-warnings";
import type { AppOptions } from "../model/app-options";
import type { ErrorFormat } from "../model/error-format";
import type { Middleware } from "../model/handler";
import type { ErrorDowns, ResponseCheck } from "../model/serving";
import type { VersionSource } from "../model/source";
import { knownVersions } from "../model/versioning";
import { extractionOf } from "../sources/extraction";
import type { BuildContext } from "./build-context";
import { makersOf, type ServingMeans } from "./endpoints";

/** The parts of serving that depend on the dates in lifecycles, which may change while the App runs. */
export interface DatedServing extends DatedPlan {
  readonly routes: Routes<Endpoint>;
  readonly answers: ErrorAnswers;
  readonly errors: ErrorFormat;
  readonly reported: ReportedVersions;
  readonly errorDowns: ErrorDowns | undefined;
}

export function datedServing(
  context: BuildContext,
  given: Pick<ServingMeans, "recordOf" | "formRecordOf" | "warnings">,
): DatedServing {
  const { options, versioning, register } = context;
  const downs = context.wings.older.errorDowns(context.schemas, versioning);
  const check = responseCheckOf(options);
  const means: ServingMeans = {
    ...context,
    ...given,
    now: clockOf(options),
    check,
    downs,
    routes: () => routes,
  };
  const making = makersOf(means);
  const routes = routesOf(context, (span, version) => new Endpoint(register(span, version), making));
  const errors = errorsOf(context, given.warnings);
  const answers = errorAnswers({ ...options, Errors: errors }, downs);
  const explaining = explainingOf(routes, means);
  const reported = reportedOf(means);
  return {
    routes,
    answers,
    errors,
    find: finderOf(routes, versioning, making),
    unmatched: unmatchedAnswer(answers, versioning.explains ? explaining : undefined),
    unserved: unservedAnswers({ ...means, ...answers, ...routes, reported, servedAt: explaining.servedAt }),
    sentVersions: (exchange, requested) => sentUnmatched(exchange, requested, explaining),
    reported,
    errorDowns: downs,
  };
}

/** Creates the plan of an App. `dated` returns the parts that depend on dates, as they are now. */
export function planOf(
  { options, use, versions, versioning }: BuildContext,
  warnings: ServingWarnings,
  dated: () => DatedServing,
): Plan {
  const { routes, answers, errorDowns } = dated();
  const reader = compileReading(versioning, routes.isVersioned, knownVersions(versions, versioning));
  const hasRoute = (method: string, path: string): boolean =>
    routes.match(method, path, versions) !== undefined;
  return {
    // The cast is safe: `check` has reported each value in `use` that is not middleware.
    use: use as readonly Middleware[],
    reader,
    varyBy: reader?.varyBy,
    dated,
    hasRoute,
    hasVersionedRoute: routes.hasVersioned,
    fail: answers.fail,
    direct: directJSON,
    passesUnmatched: options.PassUnmatched ?? false,
    unmatched: watchedUnmatched(options, hasRoute),
    warnPins: (pins) => {
      for (const pin of pins) warnings.unknown(pin, "pinned");
    },
    mergesParams: options.MergeParams === true,
    unmatchedVersion: errorDowns && ((url, requested) => unmatchedVersion(url, requested, versioning)),
    idSource: requestIDSource(options),
    first: versioning.reports ? [reportStep(() => dated().reported)] : [],
    observers: observersOf(options),
  };
}

function watchedUnmatched(
  { PassUnmatched, Logger = console }: AppOptions,
  hasRoute: Plan["hasRoute"],
): Plan["unmatched"] {
  const warnMount = mountWarning(Logger, hasRoute);
  const warnHidden = hiddenAppWarning(Logger, hasRoute);
  if (PassUnmatched) {
    return (exchange, requested) => {
      warnMount(exchange);
      passUnmatched(exchange, requested);
    };
  }
  return (exchange, requested, answer) => {
    warnMount(exchange);
    warnHidden(exchange);
    answer(exchange, requested);
  };
}

function errorsOf({ options, schemas, wings }: BuildContext, { once }: ServingWarnings): ErrorFormat {
  const { CheckResponses, Errors = {} } = options;
  return CheckResponses ? wings.reading.watchedErrors(Errors, schemas, once) : Errors;
}

function routesOf(
  { spans, versions, versioning }: BuildContext,
  endpointOf: ValueOf<Endpoint>,
): Routes<Endpoint> {
  const { path: source, assume } = versioning;
  if (!source) return compileRoutes(spans, endpointOf);
  const known = knownVersions(versions, versioning);
  return compilePaths(spans, endpointOf, { source, known, isNamedElsewhere: assume !== undefined });
}

function explainingOf(routes: Routes<Endpoint>, means: ServingMeans): ExplanationFacts {
  const { versioning, versions } = means;
  return {
    named: sourcesInWords(versioning.sources) || "custom",
    assumed: sourcesInWords(extractionOf(versioning.assume).sources) || "AssumeVersion",
    versions: knownVersions(versions, versioning),
    servedAt: servedAtBy(routes, means),
    inPath: versioning.path,
  };
}

function unmatchedAnswer(
  { answerUnmatched }: ErrorAnswers,
  explaining: ExplanationFacts | undefined,
): Unmatched {
  return explaining
    ? (exchange, requested) => {
        answerUnmatched(exchange, explain(exchange, requested, explaining));
      }
    : (exchange) => {
        answerUnmatched(exchange);
      };
}

function sourcesInWords(sources: readonly VersionSource[]): string {
  return sources.map(({ words }) => words).join(", ");
}

function responseCheckOf({ CheckResponses }: AppOptions): ResponseCheck {
  if (CheckResponses === "stripped") return "stripped";
  return CheckResponses ? "whole" : undefined;
}
