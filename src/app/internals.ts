import { reachedBy, reachedUnnamed, unreachedIn } from "../compile/reach";
import { clockOf } from "../dispatch/clock";
import type { Failure } from "../request/exchange";
import { errorAnswers, type ErrorAnswers } from "../errors/failures";
import { hostAnswer } from "../errors/foreign-errors";
import type { Plan, Unmatched } from "../dispatch/middleware";
import type { AppChanges } from "../model/app-changes";
import type { AppInternals, ReachedRoute } from "../model/app-internals";
import type { HistoryUse } from "../model/history";
import { once } from "../model/collections";
import type { AppOptions } from "../model/app-options";
import type { RegisterSpan, Registration, ResolvedRoute, ResolvedWebhook, Route, Span } from "../model/route";
import type { Version } from "../model/version";
import type { Versioning } from "../model/versioning";
import type { Documents } from "./documents";
import type { Serving } from "./serving-plan";
import { webhookName } from "../model/webhook";
import { webhooksIn } from "../resolve/webhook-documents";
import { registeredIn, registrationsOf } from "../resolve/registrations";
import { turnedErrors, turnedPartsOf, turnedPayload } from "./turned-parts";
import { historyUsesOf } from "../schema/uses";
import type { Schemas } from "../schema/schemas";

/** The internals of an App for the command and CreateServer, in this copy of the package. */
export interface LocalInternals extends AppInternals {
  /** The histories of its schemas, and the use of each. */
  readonly histories: () => readonly HistoryUse[];
  /** Serves the App without an Express application around it; `host` gets the unmatched requests. */
  readonly planFor: (host: Unmatched | undefined) => ServerPlan;
  /** Answers an error of that host. */
  readonly hostFailure: Failure;
}

/** The plan of an App without a host, which answers unmatched requests itself. */
type ServerPlan = Plan & ErrorAnswers;

/** The parts of a Build that its internals need. */
export interface InternalsParts {
  readonly options: AppOptions;
  readonly versioning: Versioning;
  readonly versions: readonly Version[];
  readonly routes: readonly ResolvedRoute[];
  readonly spans: readonly Span[];
  readonly webhookSpans: readonly Span<ResolvedWebhook>[];
  readonly register: RegisterSpan;
  readonly schemas: Schemas;
  readonly changes: AppChanges;
  readonly serving: Serving;
  readonly recordOf: (route: ResolvedRoute) => Route;
  readonly documents: Documents;
}

/** Creates the internals of a built App; everything is computed on demand. */
export function internalsOf(parts: InternalsParts): LocalInternals {
  const { options, versioning, spans, register, serving } = parts;
  // There is nothing behind the App to pass errors to.
  const lastOptions = { ...options, PassErrors: false };
  const reach = { match: serving.plan.match, versioning };
  const records = once(() => new Map(parts.routes.map((route) => [route, parts.recordOf(route)])));
  const shown = (found: readonly Registration[]): readonly ReachedRoute[] =>
    found.flatMap((registration) =>
      reachedRoute(registration, records().get(registration.route), parts.changes),
    );
  return {
    sources: versioning.sources,
    prefix: versioning.path?.segmentOf(""),
    versions: () => parts.versions,
    previews: versioning.previews,
    listed: versioning.order.list,
    routes: () => [...records().values()],
    reached: () => {
      const unreached = new Set(unreachedIn(spans, reach));
      const reached = spans.filter((span) => !unreached.has(span));
      return shown(registrationsOf(reached, register));
    },
    reachedBy: (version) => shown(registeredIn(version, reachedBy(version, spans, reach), register)),
    reachedUnnamed: () =>
      shown(registeredIn(versioning.alwaysAssumed, reachedUnnamed(spans, reach), register)),
    webhooksOf: (version) =>
      webhooksIn(parts.webhookSpans, version).map(({ span: { form, route } }) => ({
        declaration: route,
        name: webhookName({ name: form.path }),
        changes: parts.changes.at(route).map(({ change }) => change),
      })),
    documentOf: parts.documents.documentOf,
    assumes: parts.documents.assumes,
    assumedDocumentOf: parts.documents.assumedDocumentOf,
    turnedIn: (version) => [
      ...registeredIn(version, reachedBy(version, spans, reach), register).flatMap((registration) =>
        turnedPartsOf(registration, records().get(registration.route)),
      ),
      ...webhooksIn(parts.webhookSpans, version).flatMap(({ span }) => turnedPayload(span)),
      ...turnedErrors(parts.schemas),
    ],
    lifecycles: versioning.lifecycles,
    now: clockOf(options),
    histories: () => historyUsesOf(parts.schemas),
    planFor: (host) => ({
      ...serving.plan,
      unmatched: host ?? serving.unmatched,
      ...errorAnswers(lastOptions, serving.errorDowns),
    }),
    hostFailure: errorAnswers(lastOptions, serving.errorDowns, hostAnswer).fail,
  };
}

/** Without a record the registration is not a route of the App's. */
function reachedRoute(
  registration: Registration,
  route: Route | undefined,
  changes: AppChanges,
): readonly ReachedRoute[] {
  if (!route) return [];
  const { version, path, life, form, route: resolved } = registration;
  const isDeprecated = form.deprecated || life?.deprecated !== undefined || life?.sunset !== undefined;
  return [
    {
      route,
      version,
      path,
      deprecated: isDeprecated,
      sunset: life?.sunset,
      life,
      changes: changes.at(resolved).map(({ change }) => change),
      ahead: changes.ahead(registration),
    },
  ];
}
