import type { App } from "../../../core/app/app";
import { internals } from "../../../core/model/app-internals";
import { standingAt, type Standing } from "../../../core/model/lifecycle";
import { recordIn, type Route } from "../../../core/model/route";
import { routeName } from "../../../core/model/value";
import type { Version } from "../../../core/model/version";
import { appCommand, exitCodes, Unusable, type Command } from "../command";
import { jsonOutput, linesInText, tableLines } from "../output-formats";
import { callsInWords } from "../unmet";
import { matrixOf, type Matrix, type MatrixCell } from "../../report/matrix";
import { reportPage } from "../../report/page";
import { reportOf } from "../../report/report";
import { usageKey, type CallCount, type UsageIndex } from "../../../records/usage-counts";
import { unreachedLines, usageIn } from "../usage-file";

export const routesCommand: Command = appCommand({
  name: "routes",
  arguments: [],
  summary: "print which versions serve which routes",
  details: `Prints every route with the versions that serve it. "starts" means that the version before has no such route,
"ends" that the next version has none, "neutral" that the route answers requests of every version.
"deprecated" (with the sunset), "browned out", "gone" and "answered by" show the state of the lifecycle.
With --usage the command also prints the number of calls of each route, and the date of the last call.`,
  exits: `0 fine, 2 wrong usage, an unreadable file, or the module does not load, has no App or does
not build.`,
  options: {
    usage: { takes: "file", summary: "the counted calls, as JSON" },
    json: { summary: "print the routes as JSON" },
    html: { summary: "print an HTML page of versions, dates and calls" },
  },
  run: ({ app, flags, texts, folder }) => {
    if (flags.has("json") && flags.has("html")) {
      throw new Unusable("--json and --html cannot be combined: choose one output");
    }
    const file = texts.get("usage");
    const usage = file === undefined ? undefined : usageIn(file, folder);
    return {
      output: routesOutput(app, flags, usage),
      errors: usage ? unreachedLines(app, usage) : "",
      code: exitCodes.fine,
    };
  },
});

function routesOutput(app: App, flags: ReadonlySet<string>, usage: UsageIndex | undefined): string {
  if (flags.has("html")) {
    const { title } = app.Document().info;
    return reportPage(
      reportOf(app[internals], { usage, title, changelog: app.Changelog(), isWithHidden: true }),
    );
  }
  return flags.has("json")
    ? jsonOutput(reachedRecords(app, usage))
    : tableOf(matrixOf(app[internals]), app[internals].now(), usage);
}

/** Lists the records for `--json`. `version` is null for a neutral route, which answers every version. */
function reachedRecords(app: App, usage: UsageIndex | undefined): readonly object[] {
  return app[internals].reached().map(({ route, version, path, deprecated, sunset }) => {
    const { Method, Path } = recordIn(route, version);
    // In every version, calls are counted under the route's newest path, which may differ from `Path`.
    const count = usage?.get(usageKey(version, route));
    return {
      version: version ?? null,
      method: Method,
      path: Path,
      address: path,
      operationId: route.OperationID,
      deprecated: deprecated || undefined,
      sunset: sunset?.toISOString(),
      calls: count?.calls,
      last: count?.last,
    };
  });
}

function tableOf({ versions, rows }: Matrix, now: Date, usage: UsageIndex | undefined): string {
  if (rows.length === 0 && versions.length === 0) return linesInText(["no routes"]);
  const head = ["", ...versions];
  const body = rows.map(({ route, cells }) => [
    `${routeName(route)}${route.Hidden ? " (hidden)" : ""}`,
    ...cells.map((cell, i) => {
      if (!cell) return "-";
      const version = versions[i];
      const count = usage?.get(usageKey(cell.isNeutral ? undefined : version, route));
      const standing = standingAt(cell.life, now);
      // After the sunset, a newer version answers. It may not have the old path, so ` as GET /cats` is left out.
      const moved = standing.kind === "succeeded" ? "" : movedInWords(route, version);
      return stateInWords(cell, standing) + moved + (usage ? callsOfCell(count) : "");
    }),
  ]);
  return linesInText(tableLines(versions.length > 0 ? [head, ...body] : body));
}

/** Returns ` as GET /cats` if a change after this version has moved the route; otherwise an empty string. */
function movedInWords(route: Route, version: Version | undefined): string {
  const name = routeName(recordIn(route, version));
  return name === routeName(route) ? "" : ` as ${name}`;
}

function stateInWords(cell: MatrixCell, standing: Standing): string {
  const { isNeutral, starts, ends } = cell;
  const states = [
    ...(isNeutral ? ["neutral"] : []),
    ...(starts ? ["starts"] : []),
    ...(ends ? ["ends"] : []),
    ...endInWords(cell, standing),
  ];
  return states.join(", ") || "served";
}

/** Describes the deprecation and end of a route in one version, such as `sunset 2026-07-01` or `answered by 2`. */
function endInWords({ deprecated, sunset }: MatrixCell, standing: Standing): readonly string[] {
  const toCome = [
    ...(deprecated ? ["deprecated"] : []),
    ...(sunset ? [`sunset ${sunset.toISOString().slice(0, 10)}`] : []),
  ];
  switch (standing.kind) {
    case "served":
      return toCome;
    case "brownout":
      return [...toCome, `browned out until ${standing.until.toISOString()}`];
    case "gone":
      return [`gone since ${standing.since.toISOString().slice(0, 10)}`];
    case "succeeded":
      return [`answered by ${standing.by}`];
  }
}

/** Writes the calls of one route in one version: `, 12 calls, last 2026-06-30`. */
function callsOfCell(count: CallCount | undefined): string {
  return `, ${count && count.calls > 0 ? callsInWords(count) : "no calls"}`;
}
