import { compileErrorDowns, unmatchedVersion } from "../compile/errors";
import { compileContexts, compileSecurity } from "../compile/questions";
import { compileInput } from "../compile/inputs";
import { compileReading } from "../compile/readers";
import { compileResponses } from "../compile/response-terms";
import { compileShadow } from "../compile/shadows";
import {
  compilePaths,
  compileRoutes,
  compileVersionedPaths,
  type Routes,
  type ValueOf,
} from "../compile/matcher";
import { versionLookup, hasSuccession, successionMatcher } from "../compile/succession";
import { isOut, outagesOf } from "../compile/outages";
import {
  acceptQueryStep,
  reportStep,
  resolvedStep,
  type ReportedVersions,
  contentTypeStep,
} from "../dispatch/header-steps";
import { clockOf, timeBy } from "../dispatch/clock";
import { explain, sentUnmatched, type ExplanationFacts } from "../errors/explain";
import { errorAnswers, type ErrorAnswers, errorVersionStep } from "../errors/failures";
import { lifecycleStep } from "../dispatch/lifecycle-step";
import { hiddenAppWarning } from "../dispatch/hidden-app";
import { Endpoint, type EndpointMakers } from "../dispatch/endpoint";
import { findBy, passUnmatched, type Find, type Plan, type Unmatched } from "../dispatch/middleware";
import { observersOf } from "../dispatch/observers";
import type { ShadowPlan } from "../dispatch/shadow-step";
import { silenceWarning, undescribedWarning } from "../errors/route-warnings";
import { matchedPath } from "../http/request-path";
import { pathShapeOf } from "../http/path-template";
import { invalidStatusOf } from "../model/error-format";
import type { Middleware } from "../model/handler";
import { once } from "../model/collections";
import type { Failure } from "../request/exchange";
import { dateOf, brownoutsToCome, standingAt } from "../model/lifecycle";
import { defaultTitle, type AppOptions, type Logger } from "../model/app-options";
import type { Registration, RouteForm } from "../model/route";
import type { ErrorDowns, Move, ResponseCheck } from "../model/serving";
import type { VersionSource } from "../model/source";
import type { Version } from "../model/version";
import { knownVersions, releasedIn, type Versioning } from "../model/versioning";
import type { Exchange } from "../request/exchange";
import { newestPoint } from "../resolve/contracts";
import { bodyMediaTypesOf, mayTellOfQuery } from "../resolve/query-routes";
import { sourcesIn } from "../sources/extraction";
import type { BuildContext } from "./build-context";

type ServingContext = Pick<
  BuildContext,
  | "options"
  | "use"
  | "versioning"
  | "versions"
  | "spans"
  | "register"
  | "lifeOf"
  | "schemas"
  | "changes"
  | "successorOf"
>;

/** The functions that serve an App. */
export interface Serving {
  readonly plan: Plan;
  /** Answers its 404. */
  readonly unmatched: Unmatched;
  readonly errorDowns: ErrorDowns | undefined;
}

/** Compiles everything that requests need, and leaves out the code that they do not need. */
export function servingOf(context: ServingContext, recordOf: EndpointMakers["recordOf"]): Serving {
  const { options, use, versioning, schemas, register } = context;
  const { reports } = versioning;
  const now = clockOf(options);
  const downs = compileErrorDowns(schemas.errors.declared, versioning);
  const making = {
    recordOf,
    contractOf: contractsOf(context, downs, {
      recordOf,
      queryTypesFor: queryTypesBy(() => routes.match),
    }),
    now,
    appVersions: {
      ...versioning,
      newest: newestPoint(versioning).version,
      isKnown: context.changes.isKnown,
    },
    changesAhead: context.changes.ahead,
    watchSilence: options.CheckResponses ? silenceWarning(options.Logger ?? console) : undefined,
  };
  const routes = routesOf(context, (span, version) => new Endpoint(register(span, version), making));
  const reader = compileReading(versioning, routes.isVersioned, knownVersions(context.versions, versioning));
  const { fail, answerUnmatched } = errorAnswers(options, downs);
  const explaining = explainingOf(routes, context);
  const unmatched = unmatchedAnswer(answerUnmatched, versioning.explains ? explaining : undefined);
  const hasRoute = (method: string, path: string): boolean =>
    routes.match(method, path, context.versions) !== undefined;
  const warnHidden = hiddenAppWarning(options.Logger ?? console, hasRoute);
  const plan: Plan = {
    // `check` has found them to be middleware.
    use: use as readonly Middleware[],
    reader,
    varyBy: reader?.varyBy,
    match: routes.match,
    find: finderOf(routes, versioning, making),
    fail,
    hasRoute,
    unmatched: options.PassUnmatched
      ? passUnmatched
      : (exchange, requested) => {
          warnHidden(exchange);
          unmatched(exchange, requested);
        },
    sentVersions: (exchange, requested) => sentUnmatched(exchange, requested, explaining),
    unmatchedVersion: downs && ((url, requested) => unmatchedVersion(url, requested, versioning)),
    trustsRequestID: options.TrustRequestID ?? false,
    first: reports ? [reportStep(reportedOf(context, now))] : [],
    observers: observersOf(options),
  };
  return { plan, unmatched, errorDowns: downs };
}

function routesOf(
  { spans, versioning: { path, assume } }: ServingContext,
  endpointOf: ValueOf<Endpoint>,
): Routes<Endpoint> {
  if (!path) return compileRoutes(spans, endpointOf);
  return assume ? compileVersionedPaths(spans, endpointOf, path) : compilePaths(spans, endpointOf, path);
}

function reportedOf(
  { versions, spans, versioning, lifeOf }: ServingContext,
  now: () => Date,
): ReportedVersions {
  const outages = outagesOf(spans, lifeOf);
  return {
    served: releasedIn(versions, versioning),
    deprecated: (version) => dateOf(versioning.lifecycles.get(version)?.Deprecated),
    isOut: (version, at) => isOut(outages(version), at),
    now,
  };
}

/** The result of a match depends on the clock only if a version has a successor that takes over. */
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
    succeed: ({ asked, life, predecessor, value }) => {
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

function contractsOf(
  { options, versioning, schemas, successorOf, spans }: ServingContext,
  downs: ErrorDowns | undefined,
  {
    recordOf,
    queryTypesFor,
  }: { readonly recordOf: EndpointMakers["recordOf"]; readonly queryTypesFor: QueryTypesFor },
): EndpointMakers["contractOf"] {
  const quiet = once(() => errorAnswers({ ...options, PassErrors: false, Logger: silent }, downs).fail);
  const now = clockOf(options);
  const mayTell = mayTellOfQuery(spans);
  const warnUndescribed = undescribedWarning(options.Logger ?? console);
  // As in documents: the first place that is asked for the version.
  const [source] = versioning.sources;
  return (registration, predecessor) => {
    const { contract, version } = registration;
    const responses = compileResponses(registration, schemas, responseCheckOf(options));
    const parameter = version === undefined ? undefined : source?.contentTypeParameter?.(version);
    const life = predecessor ? predecessor.life : registration.life;
    const from = predecessor ? predecessor.version : version;
    const to = predecessor ? registration : successorOf(registration);
    return {
      first: [
        ...(version !== undefined && downs?.(version) !== downs?.(undefined)
          ? [errorVersionStep(version)]
          : []),
        ...(parameter ? [contentTypeStep(parameter)] : []),
        ...(mayTell(registration)
          ? [acceptQueryStep((exchange) => queryTypesFor(exchange, registration))]
          : []),
        ...(versioning.reports && version !== undefined ? [resolvedStep(version)] : []),
        ...(life
          ? [lifecycleStep(life, now, moveBetween({ from, asked: registration.form, to }, versioning))]
          : []),
      ],
      security: compileSecurity(contract, options.Title ?? defaultTitle),
      input: compileInput(registration, schemas, invalidStatusOf(options.Errors)),
      contexts: compileContexts(registration, now),
      shadow: shadowPlanOf(registration, {
        schemas,
        check: responseCheckOf(options),
        order: versioning.order,
        quiet,
        recordOf,
      }),
      responses: responses && {
        ...responses,
        undescribed: (status) => {
          warnUndescribed(registration.route, { status, version });
        },
      },
    };
  };
}

/** The media types of a QUERY request at the path of an exchange, in the answering version. */
type QueryTypesFor = (exchange: Exchange, answering: Registration) => string | undefined;

function queryTypesBy(matcher: () => Routes<Endpoint>["match"]): QueryTypesFor {
  return ({ req }, { version }) => {
    const found = matcher()("QUERY", matchedPath(req.url), version === undefined ? [] : [version]);
    return found && bodyMediaTypesOf(found.value.registration.contract);
  };
}

/** A handler whose response goes nowhere must not log its failures: `OnDifference` gets them. */
const silent: Logger = { warn: () => undefined, error: () => undefined };

function shadowPlanOf(
  registration: Registration,
  {
    quiet,
    recordOf,
    ...means
  }: Parameters<typeof compileShadow>[1] & {
    readonly quiet: () => Failure;
    readonly recordOf: EndpointMakers["recordOf"];
  },
): ShadowPlan | undefined {
  const { version, route } = registration;
  const shadow = compileShadow(registration, means);
  return shadow && version !== undefined
    ? { ...shadow, version, record: recordOf(route), quiet: quiet() }
    : undefined;
}

function responseCheckOf({ CheckResponses }: AppOptions): ResponseCheck {
  if (CheckResponses === "stripped") return "stripped";
  return CheckResponses ? "whole" : undefined;
}

/** The link from a version to the same route of another; undefined if the address is the same. */
function moveBetween({ from, asked, to }: Moving, { path }: Versioning): Move | undefined {
  if (!path || from === undefined || to?.version === undefined) return undefined;
  const isMoved = pathShapeOf(asked.segments) !== pathShapeOf(to.form.segments);
  return {
    from: path.segmentOf(from),
    to: path.segmentOf(to.version),
    path: isMoved ? to.form.segments : undefined,
    until: to.life?.sunset,
  };
}

/** A route in a version, and in the next one. */
interface Moving {
  readonly from: Version | undefined;
  /** The form that the request matched. */
  readonly asked: RouteForm;
  readonly to: Registration | undefined;
}

function explainingOf(
  routes: Routes<Endpoint>,
  { options, versioning, versions }: ServingContext,
): ExplanationFacts {
  const lookup = versionLookup(routes.versionsAt);
  const now = clockOf(options);
  const released = releasedIn(versions, versioning);
  return {
    named: sourcesInWords(versioning.sources) || "custom",
    assumed: sourcesInWords(sourcesIn(versioning.assume)) || "AssumeVersion",
    versions,
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

/** The uniform 404, with version details if `Explain` is set. */
function unmatchedAnswer(
  answerUnmatched: ErrorAnswers["answerUnmatched"],
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
