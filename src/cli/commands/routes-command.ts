import type { App } from "../../app";
import { internals } from "../../model/app-internals";
import type { Route } from "../../model/route";
import { appCommand } from "../app-command";
import { exitCodes, type Command } from "../command";
import { asJSON } from "../json-output";
import { matrixOf, type Matrix, type MatrixCell } from "../matrix";

/** `versioned-controllers routes <module>`. */
export const routesCommand: Command = appCommand({
  name: "routes",
  arguments: [],
  summary: "print which versions serve which routes",
  details: `Prints every route, and each version that serves it: "starts" where the version before has no such
route, "ends" where the version after has none, "deprecated", with its sunset, and "neutral" where a
route answers whatever version a request names.`,
  exits: `0 fine, 2 wrong usage, or the module does not load, has no App or does not build.`,
  options: { json: { summary: "a list of what requests reach, as JSON" } },
  run: ({ app, flags }) => ({
    output: flags.has("json") ? asJSON(reachedRecords(app)) : tableOf(matrixOf(app)),
    code: exitCodes.fine,
  }),
});

/** A route in one version, for scripts: null where it answers whatever version a request names. */
interface ReachedRecord {
  readonly version: string | null;
  readonly method: string;
  readonly path: string;
  readonly operationId: string;
  readonly deprecated?: true;
  /** A date and time of ISO 8601. */
  readonly sunset?: string;
}

function reachedRecords(app: App): readonly ReachedRecord[] {
  return app[internals].reached().map(({ route, version = null, deprecated, sunset }) => ({
    version,
    method: route.Method,
    path: route.Path,
    operationId: route.OperationID,
    ...(deprecated ? { deprecated } : {}),
    ...(sunset ? { sunset: sunset.toISOString() } : {}),
  }));
}

/** The matrix as lines of columns. */
function tableOf({ versions, rows }: Matrix): string {
  const head = ["", ...versions];
  const body = rows.map(({ route, cells }) => [nameOf(route), ...cells.map(stateOf)]);
  const lines = versions.length > 0 ? [head, ...body] : body;
  const widths = head.map((_, i) => Math.max(...lines.map((line) => String(line[i]).length)));
  const text = lines.map((line) =>
    line
      .map((cell, i) => cell.padEnd(Number(widths[i])))
      .join("  ")
      .trimEnd(),
  );
  return text.length === 0 ? "no routes\n" : `${text.join("\n")}\n`;
}

function nameOf({ Method, Path, Hidden }: Route): string {
  return `${Method} ${Path}${Hidden ? " (hidden)" : ""}`;
}

function stateOf(cell: MatrixCell | undefined): string {
  if (!cell) return "-";
  const { isNeutral, starts, ends, deprecated, sunset } = cell;
  const states = [
    ...(isNeutral ? ["neutral"] : []),
    ...(starts ? ["starts"] : []),
    ...(ends ? ["ends"] : []),
    ...(deprecated ? ["deprecated"] : []),
    ...(sunset ? [`sunset ${sunset.toISOString().slice(0, 10)}`] : []),
  ];
  return states.join(", ") || "served";
}
