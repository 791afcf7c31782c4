import { internals } from "../../../core/model/app-internals";
import type { Change } from "../../../schema/interface/change";
import type { CallSum } from "../../../records/usage-counts";
import { impactOf, type ChangeImpact, type Impact, type VersionImpact } from "../../report/impact";
import { appCommand, exitCodes, Unusable, type Command } from "../command";
import { jsonOutput, linesInText } from "../output-formats";
import { callsInWords, clientsInWords } from "../unmet";
import { unreachedLines, usageIn } from "../usage-file";

export const impactCommand: Command = appCommand({
  name: "impact",
  arguments: [],
  summary: "print which clients each change affects, by counted calls",
  details: `Prints for each change, newest first, its routes, and the calls of the versions before the change: their
number, the date of the last call, the clients, and how many calls the change affected ("touched"). Then
prints for each version the routes that still have calls, and the first version without calls.
The calls come from UsageCounter, or from any file of the same form.`,
  exits: `0 fine, 2 wrong usage, no --usage, an unreadable file, or the module does not load, has no App
or does not build.`,
  options: {
    usage: { takes: "file", summary: "the counted calls, as JSON" },
    json: { summary: "print JSON" },
  },
  run: ({ app, flags, texts, folder }) => {
    const file = texts.get("usage");
    if (file === undefined) throw new Unusable("impact needs --usage <file>, the JSON file of counted calls");
    const usage = usageIn(file, folder);
    const impact = impactOf(app[internals], usage);
    return {
      output: flags.has("json") ? impactJSON(impact) : linesInText(impactLines(impact)),
      errors: unreachedLines(app, usage),
      code: exitCodes.fine,
    };
  },
});

function impactLines({ changes, versions, uncalled, uncounted }: Impact): readonly string[] {
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
    ...(uncounted.length === 0 ? [] : ["", "not counted, because clients do not call webhooks:"]),
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

/** Writes a sum of calls: `1170 calls, last 2026-06-30, by acme (1140), old-app (30)`. */
function sumInWords(sum: CallSum): string {
  return `${callsInWords(sum)}${sum.clients.size === 0 ? "" : `, by ${clientsInWords(sum.clients)}`}`;
}

/** Writes the output of `--json`, which docs/reference/impact-output.schema.json describes. */
function impactJSON({ changes, versions, uncalled, uncounted }: Impact): string {
  const ofWebhooks = uncounted.map(({ change, webhooks }) => ({ ...changeRecord(change), webhooks }));
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
    uncounted: ofWebhooks.length > 0 ? ofWebhooks : undefined,
  });
}

function changeRecord({ Version, Description, Internal }: Change): object {
  return { version: Version, description: Description, internal: Internal || undefined };
}

function sumRecord({ calls, last, clients }: CallSum): object {
  return { calls, last, clients: Object.fromEntries(clients) };
}
