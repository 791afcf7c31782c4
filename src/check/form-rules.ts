import { hasContent } from "../http/status";
import { newestOf } from "../history/link";
import { entryFor, type Renumbering } from "../model/contract";
import { Nothing } from "../model/history";
import type { Problem } from "../model/problem";
import type { Resolution, ResolvedRoute, RouteForm, Span } from "../model/route";
import { VersionNeutral } from "../model/version";
import type { Versioning } from "../model/versioning";
import { problem } from "./problems";
import { checkParameters } from "./route-rules";

/** The problems of the forms that routes have before changes. */
export function checkForms(
  { routes }: Resolution,
  spans: readonly Span[],
  versioning: Versioning,
): readonly Problem[] {
  if (!versioning.isEnabled) return [];
  const changed = routes.filter(({ settings }) => settings.befores.length > 0);
  return [
    ...changed.flatMap((route) => [
      ...checkReached(route, versioning),
      ...route.earlier.flatMap((form) => checkFormPath(route, form)),
    ]),
    ...spans.flatMap(checkRenumbering),
  ];
}

/** The Befores of a route itself that no version of it comes before: a mistake, whereas a router's are of other routes too. */
function checkReached(
  { where, befores, versions }: ResolvedRoute,
  { order }: Versioning,
): readonly Problem[] {
  // A route that answers nothing is told of as such.
  if (versions.length === 0) return [];
  return befores.flatMap(({ change, settings }) => {
    // One that is not in the list, or the first, is a problem of its own.
    if ((order.placeOf(change.Version) ?? 0) === 0) return [];
    const isReached = versions.some(
      (version) => version !== VersionNeutral && !order.isFrom(version, change.Version),
    );
    return isReached && settings.length > 0
      ? []
      : [problem("before-without-effect", where, change.Description, change.Version)];
  });
}

/** Handlers and guards read parameters by name, whatever the version. */
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
  return segments.flatMap((segment) => ("name" in segment ? segment.name : [])).toSorted();
}

/** Nothing can be made of an answer without content where its clients were told of some. */
function checkRenumbering({ route, form, contract }: Span): readonly Problem[] {
  if (!form.renumbering) return [];
  const responses = new Map(contract.responses.map((response) => [response.status, response]));
  return withoutContent(form.renumbering).flatMap(([meant, old]) => {
    const history = responses.get(meant)?.turned?.history;
    // Its Down is given undefined, and what that gives is the old answer.
    if (history && newestOf(history) === Nothing) return [];
    const described = [responses.get(meant), entryFor(responses, old)];
    return described.some((response) => response?.schema)
      ? [problem("before-without-content", route.where, String(meant), String(old))]
      : [];
  });
}

function withoutContent({ statuses }: Renumbering): readonly (readonly [meant: number, old: number])[] {
  return [...statuses].filter(([meant, old]) => !hasContent(meant) && hasContent(old));
}
