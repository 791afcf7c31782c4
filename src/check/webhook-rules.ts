import type { Problem } from "../model/problem";
import { namedVersions, type ResolvedWebhook, type Span } from "../model/route";
import { VersionNeutral } from "../model/version";
import { argumentProblem } from "./arguments";
import type { Checkable } from "./checkable";
import { problem } from "./problems";

/** The problems of webhooks that their single options do not show: their versions, and names used twice. */
export function checkWebhooks({ resolution, webhookSpans, versioning }: Checkable): readonly Problem[] {
  const { webhooks } = resolution;
  return [
    ...webhooks.flatMap(checkOwnVersions),
    ...(versioning.isEnabled ? webhooks.flatMap(checkNames) : []),
    ...checkSameNames(webhookSpans),
  ];
}

function checkOwnVersions({ where, versions, settings, order }: ResolvedWebhook): readonly Problem[] {
  if (settings.versions?.named.includes(VersionNeutral)) {
    return [
      argumentProblem(
        where,
        { name: "the argument of WithVersion on a webhook", expected: "a version" },
        VersionNeutral,
      ),
    ];
  }
  const range = settings.versions?.range;
  if (!range || versions.length > 0) return [];
  const [from, to] = [
    String(range.since ?? order.list[0]),
    String(range.until ?? order.list.at(-1)),
  ] as const;
  // A version outside of the list is another problem.
  return order.has(from) && order.has(to) ? [problem("range-empty", where, from, to)] : [];
}

/** Finds an earlier name that no version of the webhook has. */
function checkNames({ where, settings, versions, order }: ResolvedWebhook): readonly Problem[] {
  return settings.befores.flatMap(({ change, settings: said }) => {
    // A change outside of the list, or of its first version, is another problem.
    if ((order.placeOf(change.Version) ?? 0) === 0 || versions.length === 0) return [];
    const isReached = versions.some((version) => order.isBefore(version, change.Version));
    return isReached && said.length > 0
      ? []
      : [problem("before-without-effect", where, change.Description, change.Version)];
  });
}

/** An event of a version has one name, whichever webhook sends it. */
function checkSameNames(spans: readonly Span<ResolvedWebhook>[]): readonly Problem[] {
  const first = new Map<string, string>();
  return spans.flatMap((span) => {
    const {
      route: { where },
      form,
    } = span;
    return namedVersions(span).flatMap((version) => {
      const key = JSON.stringify([form.path, version]);
      const other = first.get(key);
      if (other === undefined) first.set(key, where);
      return other === undefined
        ? []
        : [problem("registered-twice", where, `webhook ${form.path} of version ${version}`, other)];
    });
  });
}
