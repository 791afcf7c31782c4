import { parameterNames } from "../../http/path-template";
import { hasContent } from "../../http/status";
import { newestOf } from "../../schema/interface/at-version";
import { repeated } from "../../core/model/collections";
import { entryFor } from "../../core/model/contract";
import { Nothing } from "../../schema/interface/histories";
import type { Problem } from "../../core/model/problem";
import {
  namedVersions,
  type ResolvedRoute,
  type ResolvedWebhook,
  type RouteForm,
  type Span,
  type Surface,
} from "../../core/model/route";
import { befores, declaredVersions } from "../../core/model/setting";
import { quote } from "../../core/model/value";
import { VersionNeutral, type VersionOrder } from "../../core/model/version";
import type { Checkable } from "../../core/check/checkable";
import { otherForm } from "../../core/check/problems";
import { problem } from "./problems";
import { rangeEnds } from "../../core/check/versions";
import { checkParameters } from "../../core/check/route-rules";
import { argumentProblem } from "../../core/check/arguments";

export function checkForms({ resolution, spans, versioning }: Checkable): readonly Problem[] {
  if (!versioning.isEnabled) return [];
  const changed = resolution.routes.filter(({ settings }) => settings.of(befores).length > 0);
  return [
    ...changed.flatMap((route) => [
      ...checkReached(route, route.befores, versioning.order),
      ...route.earlier.flatMap((form) => checkFormPath(route, form)),
    ]),
    ...spans.flatMap(checkRenumbering),
  ];
}

/** Reports a `Before(change, ...)` without options, or on a route whose versions all include the change. */
function checkReached(
  { where, versions }: Surface,
  written: ResolvedRoute["befores"],
  order: VersionOrder,
): readonly Problem[] {
  if (versions.length === 0) return [];
  return written.flatMap(({ change, settings }) => {
    // `checkChangeVersions` already reports a change in the first version, or in an unlisted version.
    if ((order.placeOf(change.Version) ?? 0) === 0) return [];
    const isReached = versions.some(
      (version) => version !== VersionNeutral && !order.isFrom(version, change.Version),
    );
    if (isReached && settings.length > 0) return [];
    const reason = isReached
      ? "it has no options: add the options of the older versions"
      : `no version before ${quote(change.Version)} is declared: declare one`;
    return [problem("before-without-effect", where, change.Description, reason)];
  });
}

/** Reports an older path with other parameter names, because the handler reads only the newest names. */
function checkFormPath(route: ResolvedRoute, form: RouteForm): readonly Problem[] {
  const malformed = form.segments.some(({ kind }) => kind === "malformed");
  if (malformed || form.path === route.path) return [];
  const names = sortedParameterNames(form);
  if (names.join() !== sortedParameterNames(route).join()) {
    return [problem("before-parameters", route.where, form.path, route.path)];
  }
  return checkParameters(route.where, form.segments);
}

function sortedParameterNames({ segments }: RouteForm): readonly string[] {
  return parameterNames(segments).toSorted();
}

/** Reports `Restatus(200, 204)` if the old 200 has a body, which cannot be made from the handler's empty 204. */
function checkRenumbering({ route, form, contract }: Span): readonly Problem[] {
  if (!form.renumbering) return [];
  const responses = new Map(contract.responses.map((response) => [response.status, response]));
  return [...form.renumbering.statuses].flatMap(([now, old]) => {
    if (hasContent(now) || !hasContent(old)) return [];
    const history = responses.get(now)?.converted?.history;
    // If the newest schema is `Nothing`, a `Down` of the history creates the body for older versions, which is correct.
    if (history && newestOf(history) === Nothing) return [];
    const described = [responses.get(now), entryFor(responses, old)];
    return described.some((response) => response?.schema)
      ? [problem("before-without-content", route.where, String(now), String(old))]
      : [];
  });
}

export function checkWebhooks({ resolution, webhookSpans, versioning }: Checkable): readonly Problem[] {
  const { webhooks } = resolution;
  return [
    ...webhooks.flatMap(checkOwnVersions),
    ...(versioning.isEnabled
      ? webhooks.flatMap((webhook) => checkReached(webhook, webhook.settings.of(befores), webhook.order))
      : []),
    ...checkSameNames(webhookSpans),
  ];
}

function checkOwnVersions({ where, versions, settings, order }: ResolvedWebhook): readonly Problem[] {
  const declared = settings.of(declaredVersions);
  if (declared?.named.includes(VersionNeutral)) {
    const argument = { name: "the argument of WithVersion on a webhook", expected: "a version" };
    return [argumentProblem(where, argument, VersionNeutral)];
  }
  const ends = versions.length === 0 ? rangeEnds(declared?.range, order) : undefined;
  return ends ? [problem("range-empty", where, ...ends)] : [];
}

function checkSameNames(spans: readonly Span<ResolvedWebhook>[]): readonly Problem[] {
  const events = spans.flatMap((span) =>
    namedVersions(span).map((version) => {
      const name = `webhook ${span.form.path}`;
      const names = { name, newest: `webhook ${span.route.path}`, version };
      return { names, where: span.route.where, key: JSON.stringify([name, version]) };
    }),
  );
  return repeated(events, ({ key }) => key).map(([{ names, where }, first]) => {
    const what = `${names.name} of version ${names.version}`;
    return problem(
      "registered-twice",
      where,
      what,
      `${otherForm(where, first.where, first.names)} has the same name`,
    );
  });
}
