import type { CallSum } from "../../model/usage-counts";
import type { Change } from "../../model/change";
import type { ChangeImpact, Impact, VersionImpact } from "../report/impact";
import { callsInWords, clientsInWords, dayOf } from "./unmet";
import { jsonOutput } from "./output-formats";

/** The formats of `impact` besides text, by flag. */
export const impactFormats: Readonly<
  Record<string, { readonly summary: string; readonly write: (impact: Impact) => string }>
> = { json: { summary: "print JSON", write: impactJSON } };

/** For people: the calls of each change and version, and the first version without calls. */
export function impactLines({ changes, versions, uncalled, uncounted }: Impact): readonly string[] {
  return [
    ...(changes.length === 0 ? ["no route has a change"] : changes.flatMap(linesOfChange)),
    "",
    ...versions.flatMap(linesOfVersion),
    ...(versions.length === 0
      ? ["no route has a version"]
      : [
          "",
          uncalled === undefined
            ? "every version before the newest still has calls"
            : `the first version without calls: ${uncalled}`,
        ]),
    ...(uncounted.length === 0 ? [] : ["", "not counted, since no call asks for them:"]),
    ...uncounted.flatMap(({ change, webhooks }) => [titleOf(change), `   ${webhooks.join(", ")}`]),
  ];
}

function linesOfChange({ change, routes, touched, ...sum }: ChangeImpact): readonly string[] {
  const calls =
    sum.calls === 0
      ? "no calls from the versions before it"
      : `${sumInWords(sum)}; ${touched === undefined ? "touched: not known" : `${String(touched)} touched`}`;
  return [titleOf(change), `   ${routes.join(", ")}`, `   ${calls}`];
}

function titleOf({ Version, Description, Internal }: Change): string {
  return `${Version}  ${Description}${Internal ? " (internal)" : ""}`;
}

function linesOfVersion({ version, heldBy, ...sum }: VersionImpact): readonly string[] {
  if (heldBy.length === 0) return [`version ${version}: no calls`];
  return [
    `version ${version}: ${sumInWords(sum)}`,
    ...heldBy.flatMap(({ route, changes, ...ofRoute }) => [
      `   ${route}: ${sumInWords(ofRoute)}`,
      ...[...changes]
        .filter(([, calls]) => calls > 0)
        .map(([description, calls]) => `      ${String(calls)} touched by: ${description}`),
    ]),
  ];
}

/** `1170 calls, last 2026-06-30, by acme (1140), old-app (30)` */
function sumInWords({ calls, last, clients }: CallSum): string {
  const by = clients.size === 0 ? "" : `, by ${clientsInWords(clients)}`;
  return `${callsInWords(calls)}${last === undefined ? "" : `, last ${dayOf(last)}`}${by}`;
}

/** The output of `--json`: docs/reference/impact-output.schema.json. */
function impactJSON({ changes, versions, uncalled, uncounted }: Impact): string {
  return jsonOutput({
    changes: changes.map(({ change, routes, touched, ...sum }) => ({
      ...changeRecord(change),
      routes,
      ...sumRecord(sum),
      touched: touched ?? null,
    })),
    versions: versions.map(({ version, heldBy, ...sum }) => ({
      version,
      ...sumRecord(sum),
      heldBy: heldBy.map((route) => ({
        route: route.route,
        ...sumRecord(route),
        changes: Object.fromEntries(route.changes),
      })),
    })),
    uncalled: uncalled ?? null,
    ...(uncounted.length === 0
      ? {}
      : { uncounted: uncounted.map(({ change, webhooks }) => ({ ...changeRecord(change), webhooks })) }),
  });
}

function changeRecord({ Version, Description, Internal }: Change): object {
  return { version: Version, description: Description, ...(Internal ? { internal: true } : {}) };
}

function sumRecord({ calls, last, clients }: CallSum): object {
  return { calls, ...(last === undefined ? {} : { last }), clients: Object.fromEntries(clients) };
}
