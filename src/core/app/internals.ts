import { sourcesOf } from "../sources/extraction";
import { reachedBy, unreachedIn } from "../compile/reach";
import { clockOf } from "../dispatch/clock";
import type { Failure } from "../request/exchange";
import { errorAnswers, type ErrorAnswers } from "../errors/failures";
import { hostAnswer } from "../errors/foreign-errors";
import type { Plan, Unmatched } from "../dispatch/middleware";
import type { UpgradeRoutes } from "../../life/upgrade-routes";
import type { AppChanges } from "../../schema/interface/app-changes";
import type { AppInternals, OperationJudge, ReachedRoute, ReadUpgrade } from "../model/app-internals";
import { onceEach } from "../model/collections";
import { historyOf, type HistoryUse } from "../../schema/interface/histories";
import { storedHistoriesIn } from "../../schema/interface/stored-histories";
import type { Operation, Registration, ResolvedRoute, Route } from "../model/route";
import type { Version } from "../model/version";
import { writeLog } from "../errors/log";
import { wingAtHand } from "../model/wing";
import { membersOf } from "../wings/wing";
import type { BuildContext } from "./build-context";
import type { Documents } from "../../document/app-documents";
import type { DatedServing } from "./serving-plan";
import { upgradeReader } from "../../life/upgrade-reader";
import { webhookName } from "../model/declaration";
import { webhooksIn } from "../../document/document-versions";
import { registeredIn, registrationsOf } from "../resolve/spans";
import type { AppComponents } from "../../schema/app-components";
import type { Schemas } from "../../schema/schemas";

export interface LocalInternals extends AppInternals {
  readonly histories: () => readonly HistoryUse[];
  readonly components: () => AppComponents;
  readonly warn: (message: string) => void;
  /** Creates the plan by which `CreateServer(app)` answers requests. `host` answers requests that match no route. */
  readonly planFor: (host: Unmatched | undefined) => Plan & ErrorAnswers;
  readonly hostFailure: Failure;
  readonly readUpgrade: ReadUpgrade;
}

interface BuiltParts extends BuildContext {
  readonly serving: DatedServing;
  readonly plan: Plan;
  readonly dated: () => DatedServing;
  readonly recordOf: (route: ResolvedRoute) => Route;
  readonly documents: Documents;
  readonly upgradeRoutes: UpgradeRoutes;
}

export function internalsOf(parts: BuiltParts): LocalInternals {
  const { options, versioning, versions, resolution, documents, schemas } = parts;
  const recordOf = onceEach(parts.recordOf);
  return {
    sources: versioning.sources,
    plain: versioning.plain,
    alwaysAssumed: versioning.alwaysAssumed,
    sourcesOf: (version) => sourcesOf(version, versioning),
    prefix: versioning.path?.segmentOf(""),
    versions: () => versions,
    previews: versioning.previews,
    listed: versioning.order.list,
    retired: versioning.retired,
    takesUnlisted:
      options.Versioning?.UnknownVersion !== undefined ||
      versioning.sources.some(({ rangeWords }) => rangeWords !== undefined),
    resolution,
    routes: () => resolution.routes.map(recordOf),
    ...reachedParts({ ...parts, recordOf }),
    documentOf: documents.documentOf,
    versionedDocument: documents.versionedDocument,
    lastingDocumentOf: documents.lastingDocumentOf,
    judgesOf: (version) =>
      new Map(
        documents
          .operationsOf(version)
          .map((operation) => [
            `${operation.registration.method} ${operation.path}`,
            judgeOf(operation, parts),
          ]),
      ),
    assumes: documents.assumes,
    assumedDocumentOf: documents.assumedDocumentOf,
    stored: () => storedHistoriesIn(options.Versioning?.Versions),
    linkSchemas: linkSchemasOf(schemas),
    lifecycles: versioning.lifecycles,
    now: clockOf(options),
    histories: () => historyUsesOf(schemas),
    components: () => parts.wings.reading.componentsIn(options.OpenAPI),
    warn: (message) => {
      writeLog(options.Logger ?? console, "warn", message);
    },
    ...hostParts(parts),
    readUpgrade: upgradeReader({ ...parts, routes: parts.upgradeRoutes }),
  };
}

function reachedParts(
  parts: BuiltParts,
): Pick<AppInternals, "reached" | "reachedBy" | "replayable" | "webhooksOf" | "partsIn"> {
  const { versioning, spans, webhookSpans, register, changes, schemas, serving, recordOf, wings } = parts;
  const reach = { match: serving.routes.match, versioning };
  const shown = (found: readonly Registration[]): readonly ReachedRoute[] =>
    found.map((registration) => reachedRoute(registration, recordOf(registration.route), changes));
  const reachedIn = (version: Version): readonly Registration[] =>
    registeredIn(version, reachedBy(version, spans, reach), register);
  return {
    reached: () => {
      const unreached = new Set(unreachedIn(spans, reach));
      const reached = spans.filter((span) => !unreached.has(span));
      return shown(registrationsOf(reached, register));
    },
    reachedBy: (version) => shown(reachedIn(version)),
    replayable: (version) => {
      const changes = wingAtHand("changes");
      const reached = reachedIn(version).filter((one) => one.version !== undefined);
      const context = { ...parts, now: clockOf(parts.options) };
      return (changes && membersOf(changes).replayable?.(reached, context)) ?? [];
    },
    webhooksOf: (version) =>
      webhooksIn(webhookSpans, version).map(({ span: { form, route } }) => ({
        declaration: route,
        name: webhookName({ name: form.path }),
        changes: [...changes.at(route).map(({ change }) => change), ...changes.bounding(route)],
      })),
    partsIn: (version) => {
      const webhooks = webhooksIn(webhookSpans, version).map(({ span }) => span);
      return wings.reading.partsOf({ registrations: reachedIn(version), webhooks, recordOf }, schemas);
    },
  };
}

function linkSchemasOf({
  describe,
  validator,
  behindUp,
  sentValidator,
  closedMembers,
}: Schemas): AppInternals["linkSchemas"] {
  return {
    describe,
    // A value of a text part is a sample here, so a number may be a number, and not only its text.
    sentBy: (schema, part) => (part === "body" ? validator(schema, "body") : behindUp(schema, part)),
    behindUp,
    answered: sentValidator,
    closedMembers,
  };
}

function hostParts({
  options,
  serving: { errors, errorDowns },
  plan,
}: BuiltParts): Pick<LocalInternals, "planFor" | "hostFailure"> {
  // The server of `CreateServer` has no next handler to which `PassErrors` could pass an error, so the option is off.
  const lastOptions = { ...options, Errors: errors, PassErrors: false };
  const unmatched: Plan["unmatched"] = (exchange, requested, answer) => {
    answer(exchange, requested);
  };
  return {
    planFor: (host) => ({
      ...plan,
      unmatched: host ?? unmatched,
      passesUnmatched: host !== undefined,
      ...errorAnswers(lastOptions, errorDowns),
    }),
    hostFailure: errorAnswers(lastOptions, errorDowns, hostAnswer).fail,
  };
}

function judgeOf(
  { registration, segments }: Operation,
  { schemas, versioning, wings }: BuiltParts,
): OperationJudge {
  const rest = segments.find((segment) => segment.kind === "rest");
  return {
    rest: rest?.name,
    life: registration.life,
    misfits: wings.reading.judgeOf(registration, schemas, versioning),
  };
}

function reachedRoute(registration: Registration, route: Route, changes: AppChanges): ReachedRoute {
  const { version, path, life, form, route: resolved } = registration;
  const touches = changes.at(resolved);
  const isDeprecated = form.deprecated || life?.deprecated !== undefined || life?.sunset !== undefined;
  return {
    route,
    version,
    path,
    deprecated: isDeprecated,
    sunset: life?.sunset,
    life,
    changes: touches.map(({ change }) => change),
    behaviour: touches.flatMap(({ change, isBehaviour }) => (isBehaviour ? change : [])),
    ahead: changes.ahead(registration),
    bounds: changes.bounding(resolved),
    replacing: changes.replacing(registration),
  };
}

function historyUsesOf({ uses, errors }: Pick<Schemas, "uses" | "errors">): readonly HistoryUse[] {
  const ofErrors = historyOf(errors.declared);
  return [
    ...uses.flatMap(({ history, side, place, route }) => {
      const takes = side === "input";
      return history
        ? [{ history, where: route.where, takes, isText: takes && place !== "body", gives: !takes }]
        : [];
    }),
    ...(ofErrors
      ? [{ history: ofErrors, where: "AppOptions.Errors", takes: false, isText: false, gives: true }]
      : []),
  ];
}
