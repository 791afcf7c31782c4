import { unmatchedVersion } from "../../life/unmatched";
import { compileContexts, compileLaterContexts } from "../../changes/options/with-context";
import { compileInput } from "../compile/inputs";
import { compileReading } from "../compile/readers";
import { compileForgotten, compileResponses } from "../answer/terms";
import { compilePaths, compileRoutes, type Routes, type ValueOf } from "../compile/matcher";
import { hasSuccession, isOut, outagesOf, successionMatcher, versionLookup } from "../../life/succession";
import { type HeaderFacts, headerSteps, type ReportedVersions, reportStep } from "../dispatch/header-steps";
import { clockOf, timeBy } from "../dispatch/clock";
import { explain, type ExplanationFacts, sentUnmatched } from "../errors/explain";
import { errorAnswers, type ErrorAnswers } from "../errors/failures";
import { directJSON } from "../../server/plain-json";
import { hiddenAppWarning } from "../../server/hidden-app";
import { Endpoint, type EndpointMakers } from "../dispatch/endpoint";
import { type Find, findBy, passUnmatched, type Plan, type Unmatched } from "../dispatch/middleware";
import { observersOf } from "../dispatch/observers";
import { requestIDSource } from "../dispatch/request-ids";
import {
  errorMisfitWarning,
  forgottenWarning,
  ignoredWarning,
  misreadWarning,
  mountWarning,
  silenceWarning,
  stricterWarning,
  undescribedWarning,
  verdictWarning,
  unknownVersionWarning,
  watchedBody,
} from "../errors/request-warnings";
import { matchedPath } from "../http/request-path";
import { invalidStatusOf, type ErrorFormat } from "../model/error-format";
import { contextStep } from "../../changes/exchange/asked-contexts";
import { earlierSteps } from "../../changes/exchange/earlier-answer";
import { compileErrorDowns } from "../../changes/exchange/error-downs";
import { jsonSteps } from "../../changes/exchange/hooked-json";
import { inputConversion } from "../../changes/exchange/input-conversion";
import { responseConversions } from "../../changes/exchange/response-conversion";
import { errorBodyValidator } from "../../schema/schemas";
import type { Middleware } from "../model/handler";
import { once } from "../model/collections";
import { shadowBeside } from "../../beside/shadow/step";
import { brownoutsToCome, dateOf, standingAt } from "../model/lifecycle";
import { type AppOptions, defaultTitle, type Logger } from "../model/app-options";
import type { Registration } from "../model/route";
import type { ErrorDowns, ResponseCheck, RouteInput } from "../model/serving";
import type { VersionSource } from "../model/source";
import type { Version } from "../model/version";
import { knownVersions, releasedIn, type Versioning } from "../model/versioning";
import { newestPoint } from "../resolve/contracts";
import { bodyMediaTypesOf, mayTellOfQuery } from "../../document/query-routes";
import { extractionOf } from "../sources/extraction";
import type { BuildContext } from "./build-context";
import { recorderIn } from "../model/exchange-recorder";
import { routeConversions } from "../../changes/exchange/route-conversions";
import { endingOf, lifecycleSteps } from "../../life/lifecycle-step";
import { unservedAnswers } from "../../life/unserved-answers";

export interface Serving {
  readonly plan: Plan;
  readonly unmatched: Unmatched;
  readonly errorDowns: ErrorDowns | undefined;
  readonly reported: ReportedVersions | undefined;
}

/** Creates the warnings about requests. They remember what they have logged, so no warning is repeated. */
export function servingWarnings({
  CheckResponses,
  Errors,
  Logger: logger = console,
}: AppOptions): ServingWarnings {
  const invalidStatus = invalidStatusOf(Errors);
  let hidden: ReturnType<typeof hiddenAppWarning> | undefined;
  let mount: ReturnType<typeof mountWarning> | undefined;
  return {
    silence: CheckResponses ? silenceWarning(logger) : undefined,
    undescribed: undescribedWarning(logger),
    forgotten: forgottenWarning(logger),
    ignored: ignoredWarning(logger),
    verdict: verdictWarning(logger),
    misread: misreadWarning(logger, invalidStatus),
    misfit: errorMisfitWarning(logger),
    stricter: stricterWarning(logger, invalidStatus),
    unknown: unknownVersionWarning(logger),
    hidden: (hasRoute) => (hidden ??= hiddenAppWarning(logger, hasRoute)),
    mount: (hasRoute) => (mount ??= mountWarning(logger, hasRoute)),
  };
}

interface ServingWarnings {
  readonly silence: EndpointMakers["watchSilence"];
  readonly undescribed: ReturnType<typeof undescribedWarning>;
  readonly forgotten: ReturnType<typeof forgottenWarning>;
  readonly ignored: ReturnType<typeof ignoredWarning>;
  readonly verdict: ReturnType<typeof verdictWarning>;
  readonly misread: ReturnType<typeof misreadWarning>;
  readonly misfit: ReturnType<typeof errorMisfitWarning>;
  readonly stricter: ReturnType<typeof stricterWarning>;
  readonly unknown: ReturnType<typeof unknownVersionWarning>;
  readonly hidden: (hasRoute: Plan["hasRoute"]) => ReturnType<typeof hiddenAppWarning>;
  readonly mount: (hasRoute: Plan["hasRoute"]) => ReturnType<typeof mountWarning>;
}

interface ServingMeans extends BuildContext {
  readonly recordOf: EndpointMakers["recordOf"];
  readonly formRecordOf: EndpointMakers["formRecordOf"];
  readonly warnings: ServingWarnings;
  readonly now: () => Date;
  readonly downs: ErrorDowns | undefined;
  readonly routes: () => Routes<Endpoint>;
}

/** Returns `first` with functions that call `present()` for each request, because lifecycles may have changed. */
export function livingServing(first: Serving, present: () => Serving): Serving {
  const { plan, reported } = first;
  const living: ReportedVersions | undefined = reported && {
    ...reported,
    deprecated: (version) => present().reported?.deprecated(version),
    isOut: (version, at) => present().reported?.isOut(version, at) ?? false,
  };
  return {
    ...first,
    unmatched: (exchange, requested) => {
      present().unmatched(exchange, requested);
    },
    reported: living,
    plan: {
      ...plan,
      match: (...asked) => present().plan.match(...asked),
      find: (...asked) => present().plan.find(...asked),
      unmatched: (...asked) => {
        present().plan.unmatched(...asked);
      },
      unserved: plan.unserved && ((...asked) => present().plan.unserved?.(...asked)),
      sentVersions: (...asked) => present().plan.sentVersions(...asked),
      first: living ? [reportStep(living)] : [],
    },
  };
}

export function servingOf(
  context: BuildContext,
  given: Pick<ServingMeans, "recordOf" | "formRecordOf" | "warnings">,
): Serving {
  const { options, versioning, register } = context;
  const downs = compileErrorDowns(context.schemas, versioning);
  const means: ServingMeans = { ...context, ...given, now: clockOf(options), downs, routes: () => routes };
  const making = makersOf(means);
  const routes = routesOf(context, (span, version) => new Endpoint(register(span, version), making));
  const answers = errorAnswers({ ...options, Errors: errorsOf(context, given.warnings) }, downs);
  const explaining = explainingOf(routes, means);
  const unmatched = unmatchedAnswer(answers, versioning.explains ? explaining : undefined);
  const reported = reportedOf(means);
  const reader = compileReading(versioning, routes.isVersioned, knownVersions(context.versions, versioning));
  const plan: Plan = {
    // The cast is safe: `check` has reported each value in `use` that is not middleware.
    use: context.use as readonly Middleware[],
    reader,
    varyBy: reader?.varyBy,
    match: routes.match,
    find: finderOf(routes, versioning, making),
    fail: answers.fail,
    direct: directJSON,
    ...unmatchedPlan(means, unmatched),
    unserved: unservedAnswers({ ...means, ...answers, ...routes, reported, servedAt: explaining.servedAt }),
    warnPins: (pins) => {
      for (const pin of pins) given.warnings.unknown(pin, "pinned");
    },
    sentVersions: (exchange, requested) => sentUnmatched(exchange, requested, explaining),
    mergesParams: options.MergeParams === true,
    unmatchedVersion: downs && ((url, requested) => unmatchedVersion(url, requested, versioning)),
    idSource: requestIDSource(options),
    first: versioning.reports ? [reportStep(reported)] : [],
    observers: observersOf(options),
  };
  return { plan, unmatched, errorDowns: downs, reported: versioning.reports ? reported : undefined };
}

function errorsOf({ options, schemas }: BuildContext, { misfit }: ServingWarnings): ErrorFormat {
  const { CheckResponses, Errors = {} } = options;
  if (!CheckResponses || !Errors.Body) return Errors;
  const validate = errorBodyValidator(schemas);
  return validate ? { ...Errors, Body: watchedBody(Errors.Body, validate, misfit) } : Errors;
}

function makersOf(means: ServingMeans): EndpointMakers {
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
    conversionsOf: (registration) => routeConversions(registration, means),
  };
}

function unmatchedPlan(
  { options: { PassUnmatched = false }, versions, routes, warnings }: ServingMeans,
  unmatched: Unmatched,
): Pick<Plan, "hasRoute" | "hasVersionedRoute" | "passesUnmatched" | "unmatched"> {
  const { match, hasVersioned } = routes();
  const hasRoute = (method: string, path: string): boolean => match(method, path, versions) !== undefined;
  const warnHidden = warnings.hidden(hasRoute);
  const warnMount = warnings.mount(hasRoute);
  return {
    hasRoute,
    hasVersionedRoute: hasVersioned,
    passesUnmatched: PassUnmatched,
    unmatched: PassUnmatched
      ? (exchange, requested) => {
          warnMount(exchange);
          passUnmatched(exchange, requested);
        }
      : (exchange, requested) => {
          warnMount(exchange);
          warnHidden(exchange);
          unmatched(exchange, requested);
        },
  };
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

function reportedOf({ versions, spans, versioning, lifeOf, now }: ServingMeans): ReportedVersions {
  const outages = outagesOf(spans, lifeOf);
  return {
    served: releasedIn(versions, versioning),
    deprecated: (version) => dateOf(versioning.lifecycles.get(version)?.Deprecated),
    isOut: (version, at) => isOut(outages(version), at),
    now,
  };
}

function finderOf(
  { match, versionsAt }: Routes<Endpoint>,
  versioning: Versioning,
  making: EndpointMakers,
): Find {
  if (!hasSuccession(versioning)) return findBy(match);
  const succeeding = new WeakMap<Endpoint, Map<Endpoint | Version, Endpoint>>();
  const findAt = successionMatcher({
    match,
    lookup: versionLookup(versionsAt),
    versioning,
    succeed: (value, asked, life, predecessor) => {
      const known = succeeding.get(value) ?? new Map<Endpoint | Version, Endpoint>();
      succeeding.set(value, known);
      const key = predecessor ?? asked;
      const endpoint = known.get(key) ?? new Endpoint(value.registration, making, { version: asked, life });
      known.set(key, endpoint);
      return endpoint;
    },
  });
  return (exchange, preferred) => {
    const { method, url } = exchange.req;
    return findAt(timeBy(making.now, exchange), method, matchedPath(url), preferred);
  };
}

function contractsOf(means: ServingMeans): EndpointMakers["contractOf"] {
  const { options, versioning, schemas, warnings, recordOf } = means;
  const quiet = once(() => errorAnswers({ ...options, PassErrors: false, Logger: silent }, means.downs).fail);
  const facts: HeaderFacts = { ...means, queryTypesOf: queryTypes(means) };
  const check = responseCheckOf(options);
  return (registration, predecessor) => {
    const { route, form } = registration;
    const { outer, inner } = earlierSteps(form.renumbering);
    const { input, last } = inputOf(registration, means);
    const responses = responsesOf(registration, means);
    const isRecorded = mayRecord(registration, { input, responses }, means);
    return {
      first: [...headerSteps(registration, facts), ...lifecycleSteps(registration, means, predecessor)],
      app: { title: options.Title ?? defaultTitle },
      input,
      last,
      outer,
      inner: [...inner, ...jsonSteps(responses, isRecorded)],
      isRecorded,
      beside: shadowBeside(registration, { schemas, check, order: versioning.order, quiet, recordOf }),
      responses,
      unclear: (denial) => {
        warnings.verdict(route, denial);
      },
      ignored: (status) => {
        warnings.ignored(route, status);
      },
      forgotten: forgottenOf(registration, means),
    };
  };
}

function mayRecord(
  registration: Registration,
  { input, responses }: Pick<Compiled, "input" | "responses">,
  { options, changes, downs }: ServingMeans,
): boolean {
  const { version } = registration;
  if (!recorderIn(options) || version === undefined || changes.ahead(registration).length === 0) return false;
  const converts = input?.convertsUp === true || responses?.convertsDown === true;
  return converts || downs?.(version) !== undefined;
}

type Compiled = ReturnType<EndpointMakers["contractOf"]>;

function inputOf(registration: Registration, means: ServingMeans): Pick<Compiled, "input" | "last"> {
  const { options, versioning, schemas, warnings } = means;
  const { route } = registration;
  const invalidStatus = invalidStatusOf(options.Errors);
  const input = compileInput(registration, schemas, { invalidStatus, versioning });
  const questions = compileContexts(registration, means.now);
  if (!input) return { input, last: questions.length === 0 ? [] : [contextStep(questions)] };
  const refused = (link: string): void => {
    warnings.stricter(route, link);
  };
  const misread: RouteInput["misread"] = (part, name) => {
    warnings.misread(route, part, name);
  };
  const conversion = inputConversion(registration, { schemas, questions, invalidStatus, refused });
  return { input: { ...input, ...conversion, misread }, last: [] };
}

function responsesOf(registration: Registration, means: ServingMeans): Compiled["responses"] {
  const { options, schemas, warnings } = means;
  const { version, route } = registration;
  const check = responseCheckOf(options);
  const later = compileLaterContexts(registration);
  const conversions = responseConversions({ version, later, schemas, isChecked: check !== undefined });
  const responses = compileResponses(registration, { schemas, check, conversions });
  const undescribed = (status: number): void => {
    warnings.undescribed(route, { status, version });
  };
  return responses && { ...responses, undescribed };
}

function forgottenOf(
  { contract, route }: Registration,
  { options, schemas, warnings }: ServingMeans,
): Compiled["forgotten"] {
  const isForgotten = compileForgotten(contract, schemas);
  const warn = (): void => {
    warnings.forgotten(route);
  };
  return isForgotten && { isForgotten, warn: responseCheckOf(options) ? undefined : warn };
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

function responseCheckOf({ CheckResponses }: AppOptions): ResponseCheck {
  if (CheckResponses === "stripped") return "stripped";
  return CheckResponses ? "whole" : undefined;
}

function explainingOf(
  routes: Routes<Endpoint>,
  { versioning, versions, now }: ServingMeans,
): ExplanationFacts {
  const lookup = versionLookup(routes.versionsAt);
  const released = releasedIn(versions, versioning);
  return {
    named: sourcesInWords(versioning.sources) || "custom",
    assumed: sourcesInWords(extractionOf(versioning.assume).sources) || "AssumeVersion",
    versions: knownVersions(versions, versioning),
    servedAt: (exchange, path) => {
      const at = timeBy(now, exchange);
      const lookUp = lookup(exchange.req.method, path);
      return released.flatMap((version) => {
        const found = lookUp(version);
        if (!found) return [];
        const { life } = found.value.registration;
        const { kind } = standingAt(life, at);
        const isServed = kind === "served" || kind === "brownout";
        return isServed ? [{ version, brownouts: brownoutsToCome(life, at) }] : [];
      });
    },
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
