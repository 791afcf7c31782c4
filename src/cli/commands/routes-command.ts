import { appCommand } from "../app-command";
import { exitCodes, type Command } from "../command";
import { matrixOf, type Matrix, type MatrixRoute, type ServedIn } from "../matrix";

/** `versioned-controllers routes <module>`. */
export const routesCommand: Command = appCommand({
  name: "routes",
  arguments: [],
  summary: "print which versions serve which routes",
  details: `Prints every route, and each version that serves it: "starts" where the version before has no such
route, "ends" where the version after has none, "deprecated", with its sunset, and "neutral" where a
route answers whatever version a request names.`,
  exits: `0 fine, 2 wrong usage, or the module does not load, has no App or does not build.`,
  options: { json: { summary: "the same as JSON" } },
  run: ({ app, flags }) => {
    const matrix = matrixOf(app);
    const output = flags.has("json") ? `${JSON.stringify(matrix, null, 2)}\n` : tableOf(matrix);
    return { output, code: exitCodes.fine };
  },
});

/** The matrix as lines of columns. */
function tableOf({ Versions, Routes }: Matrix): string {
  const head = ["", ...Versions];
  const rows = Routes.map((route) => [
    nameOf(route),
    ...Versions.map((version) => {
      const served = route.Served.find(({ Version }) => Version === version);
      return served ? stateOf(route, served) : "-";
    }),
  ]);
  const lines = Versions.length > 0 ? [head, ...rows] : rows;
  const widths = head.map((_, i) => Math.max(...lines.map((line) => line[i]?.length ?? 0)));
  const text = lines.map((line) =>
    line
      .map((cell, i) => cell.padEnd(widths[i] ?? 0))
      .join("  ")
      .trimEnd(),
  );
  return text.length === 0 ? "no routes\n" : `${text.join("\n")}\n`;
}

function nameOf({ Method, Path, Hidden }: MatrixRoute): string {
  return `${Method} ${Path}${Hidden ? " (hidden)" : ""}`;
}

function stateOf({ Neutral }: MatrixRoute, { Starts, Ends, Deprecated, Sunset }: ServedIn): string {
  const states = [
    ...(Neutral ? ["neutral"] : []),
    ...(Starts ? ["starts"] : []),
    ...(Ends ? ["ends"] : []),
    ...(Deprecated ? ["deprecated"] : []),
    ...(Sunset === undefined ? [] : [`sunset ${Sunset.slice(0, 10)}`]),
  ];
  return states.join(", ") || "served";
}
