import {
  compileErrorDowns,
  type LaterVersion,
  laterVersions,
  newestHere,
  unmatchedVersion,
} from "../compile/unmatched";
import { compileContexts, compileLaterContexts, compileSecurity } from "../compile/questions";
import { compileInput } from "../compile/inputs";
import { compileReading } from "../compile/readers";
import { compileForgotten, compileResponses } from "../compile/response-terms";
import {
  compilePaths,
  compileRoutes,
  compileVersionedPaths,
  type Routes,
  type ValueOf,
} from "../compile/matcher";
import { hasSuccession, isOut, outagesOf, successionMatcher, versionLookup } from "../compile/succession";
import {
  acceptQueryStep,
  contentTypeStep,
  type ReportedVersions,
  reportStep,
  resolvedStep,
} from "../dispatch/header-steps";
import { clockOf, timeBy } from "../dispatch/clock";
import { explain, type ExplanationFacts, sentUnmatched } from "../errors/explain";
import { errorAnswers, type ErrorAnswers, errorVersionStep } from "../errors/failures";
import { lifecycleStep } from "../dispatch/lifecycle-step";
import { hiddenAppWarning } from "../dispatch/hidden-app";
import { Endpoint, type EndpointMakers } from "../dispatch/endpoint";
import { type Find, findBy, passUnmatched, type Plan, type Unmatched } from "../dispatch/middleware";
import { observersOf } from "../dispatch/observers";
import { requestIDSource } from "../dispatch/request-ids";
import {
  forgottenWarning,
  ignoredWarning,
  misreadWarning,
  silenceWarning,
  stricterWarning,
  undescribedWarning,
  unknownVersionWarning,
  type WarnUnknown,
} from "../errors/route-warnings";
import { matchedPath } from "../http/request-path";
import { pathShapeOf } from "../http/path-template";
import { invalidStatusOf } from "../model/error-format";
import type { Middleware } from "../model/handler";
import { once } from "../model/collections";
import { shadowBeside } from "../shadow/step";
import { brownoutsToCome, dateOf, standingAt } from "../model/lifecycle";
import { type AppOptions, defaultTitle, type Logger } from "../model/app-options";
import type { Registration, RouteForm } from "../model/route";
import { refusals } from "../model/refusals";
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
  /** The facts of the headers of `Report`; undefined if it is not set. */
  readonly reported: ReportedVersions | undefined;
}

/** The warnings that requests cause: each keeps what it has told, whatever becomes of the lives of versions. */
export function servingWarnings({ CheckResponses, Logger: logger = console }: AppOptions): ServingWarnings {
  let hidden: ReturnType<typeof hiddenAppWarning> | undefined;
  return {
    silence: CheckResponses ? silenceWarning(logger) : undefined,
    undescribed: undescribedWarning(logger),
    forgotten: forgottenWarning(logger),
    ignored: CheckResponses ? ignoredWarning(logger) : undefined,
    misread: misreadWarning(logger),
    stricter: stricterWarning(logger),
    unknown: unknownVersionWarning(logger),
    hidden: (hasRoute) => (hidden ??= hiddenAppWarning(logger, hasRoute)),
  };
}

interface ServingWarnings {
  readonly silence: EndpointMakers["watchSilence"];
  readonly undescribed: ReturnType<typeof undescribedWarning>;
  readonly forgotten: ReturnType<typeof forgottenWarning>;
  readonly ignored: ReturnType<typeof ignoredWarning> | undefined;
  readonly misread: ReturnType<typeof misreadWarning>;
  readonly stricter: ReturnType<typeof stricterWarning>;
  readonly unknown: WarnUnknown;
  readonly hidden: (hasRoute: Plan["hasRoute"]) => ReturnType<typeof hiddenAppWarning>;
}

/** Serves by the present lives of versions: only these parts of a plan depend on them. */
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
      sentVersions: (...asked) => present().plan.sentVersions(...asked),
      first: living ? [reportStep(living)] : [],
    },
  };
}

/** Compiles everything that requests need, and leaves out the code that they do not need. */
export function servingOf(
  context: ServingContext,
  {
    recordOf,
    warnings,
  }: { readonly recordOf: EndpointMakers["recordOf"]; readonly warnings: ServingWarnings },
): Serving {
  const { options, use, versioning, schemas, register } = context;
  const { reports } = versioning;
  const now = clockOf(options);
  const downs = compileErrorDowns(schemas.errors.declared, versioning);
  const making = {
    recordOf,
    contractOf: contractsOf(context, downs, {
      recordOf,
      warnings,
      queryTypesFor: queryTypesBy(() => routes.match),
    }),
    now,
    isPreview: (version: Version) => versioning.lifecycles.get(version)?.Preview === true,
    appVersions: {
      ...versioning,
      newest: newestPoint(versioning).version,
      isKnown: context.changes.isKnown,
    },
    changesAhead: context.changes.ahead,
    changesReplacing: context.changes.replacing,
    watchSilence: warnings.silence,
  };
  const routes = routesOf(context, (span, version) => new Endpoint(register(span, version), making));
  const reader = compileReading(versioning, routes.isVersioned, knownVersions(context.versions, versioning));
  const { fail, answerUnmatched, answerQuietly } = errorAnswers(options, downs);
  const warnUnknown = warnings.unknown;
  const explaining = explainingOf(routes, context);
  const unmatched = unmatchedAnswer(answerUnmatched, versioning.explains ? explaining : undefined);
  const hasRoute = (method: string, path: string): boolean =>
    routes.match(method, path, context.versions) !== undefined;
  const warnHidden = warnings.hidden(hasRoute);
  const reported = reports ? reportedOf(context, now) : undefined;
  const plan: Plan = {
    // `check` has found them to be middleware.
    use: use as readonly Middleware[],
    reader,
    varyBy: reader?.varyBy,
    match: routes.match,
    find: finderOf(routes, versioning, making),
    fail,
    hasRoute,
    passesUnread: options.PassUnmatched === true,
    unmatched: options.PassUnmatched
      ? passUnmatched
      : (exchange, requested) => {
          warnHidden(exchange);
          unmatched(exchange, requested);
        },
    passesUnmatched: options.PassUnmatched === true,
    unavailable: unavailableAnswer(routes, context, { answerQuietly, warnUnknown }),
    warnPins: (pins) => {
      for (const pin of pins) warnUnknown(pin, "pinned");
    },
    sentVersions: (exchange, requested) => sentUnmatched(exchange, requested, explaining),
    unmatchedVersion: downs && ((url, requested) => unmatchedVersion(url, requested, versioning)),
    idSource: requestIDSource(options),
    first: reported ? [reportStep(reported)] : [],
    observers: observersOf(options),
  };
  return { plan, unmatched, errorDowns: downs, reported };
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
    warnings,
    queryTypesFor,
  }: {
    readonly recordOf: EndpointMakers["recordOf"];
    readonly warnings: ServingWarnings;
    readonly queryTypesFor: QueryTypesFor;
  },
): EndpointMakers["contractOf"] {
  const quiet = once(() => errorAnswers({ ...options, PassErrors: false, Logger: silent }, downs).fail);
  const now = clockOf(options);
  const mayTell = mayTellOfQuery(spans);
  // As in documents: the first place that is asked for the version.
  const [source] = versioning.sources;
  return (registration, predecessor) => {
    const { contract, version } = registration;
    const responses = compileResponses(
      { contract, version, later: compileLaterContexts(registration) },
      schemas,
      responseCheckOf(options),
    );
    const input = compileInput(registration, schemas, invalidStatusOf(options.Errors));
    const isForgotten = compileForgotten(contract, schemas);
    const { ignored } = warnings;
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
      input: input && {
        ...input,
        refused: (link) => {
          warnings.stricter(registration.route, link);
        },
        misread: (part, name) => {
          warnings.misread(registration.route, part, name);
        },
      },
      contexts: compileContexts(registration, now),
      beside: shadowBeside(registration, {
        schemas,
        check: responseCheckOf(options),
        order: versioning.order,
        quiet,
        recordOf,
      }),
      responses: responses && {
        ...responses,
        undescribed: (status) => {
          warnings.undescribed(registration.route, { status, version });
        },
      },
      ignored:
        ignored &&
        (() => {
          ignored(registration.route);
        }),
      forgotten: isForgotten && {
        isForgotten,
        warn: options.CheckResponses
          ? undefined
          : () => {
              warnings.forgotten(registration.route);
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

interface UnavailableMeans extends Pick<ErrorAnswers, "answerQuietly"> {
  readonly warnUnknown: WarnUnknown;
}

/** The 503 for versions of another instance; undefined if the App's options name no such versions. */
function unavailableAnswer(
  { versionsAt, match }: Routes<Endpoint>,
  { versioning, versions }: ServingContext,
  { answerQuietly, warnUnknown }: UnavailableMeans,
): Plan["unavailable"] {
  if (!versioning.refusesLater && versioning.schemes.length === 0) return undefined;
  const newest = newestHere(versioning);
  const headers = { "Retry-After": "1", "Cache-Control": "no-store", "Version-Unavailable": newest };
  const { status, code, text } = refusals.unavailable;
  const find = laterVersions(versioning);
  const hasRoute = (method: string, { path, isInPath }: LaterVersion): boolean =>
    isInPath
      ? versions.some((version) => versionsAt(method, path)(version) !== undefined)
      : match(method, path, versions) !== undefined;
  return ({ req }, requested, isPassedOn) => {
    const later = find(req.url, requested);
    // Other routes of the host's belong to no version of this API.
    if (!later || (isPassedOn && !hasRoute(req.method, later))) return undefined;
    return {
      sent: later.isInPath ? [later.version] : requested.sent,
      answer: (exchange) => {
        if (later.version !== requested.laterPin) warnUnknown(later.version, "requested");
        answerQuietly(exchange, { status, code, message: text(newest), headers });
      },
    };
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
