import { difference, type Look } from "./check";
import { bodyFloor } from "./peers";
import type { Figures } from "./rounds";
import { kinds, type Row } from "./rows";
import type { Snapshot } from "./server";
import { barChart } from "./chart";
import { spreadOf } from "./statistics";
import { table } from "./table";
import type { Kind } from "./workload";

/** CPU time per request as ratios to the floor, and how long the slowest answers but one of a hundred take against its. */
export function ratios(rows: readonly Row[], figures: Figures): string {
  const head = ["server", "paths", "hit", "low-high", "miss", "low-high", "p99 of hits", "of misses"];
  const shown = rows.filter(takesNoBody);
  if (shown.length === 0) return "";
  return table(
    head,
    shown.map((row) => [
      row.name,
      String(row.setup.paths),
      ...kinds.flatMap((kind) => cells(figures(row, kind).map(({ ratio }) => ratio))),
      ...kinds.map((kind) => two(spreadOf(figures(row, kind).map(({ p99 }) => p99)).median)),
    ]),
  );
}

/** The medians of hits at the fewest paths as a chart; undefined where no such row was measured. */
export function hitsChart(rows: readonly Row[], figures: Figures): string | undefined {
  const shown = rows.filter(takesNoBody);
  const fewest = Math.min(...shown.map(({ setup }) => setup.paths));
  const bars = shown
    .filter(({ setup }) => setup.paths === fewest)
    .map((row) => ({
      name: row.name,
      value: spreadOf(figures(row, "hit").map(({ ratio }) => ratio)).median,
    }));
  return bars.length === 0 ? undefined : barChart("Requests for the CPU time of one of bare Express's", bars);
}

/** The cost of most paths, held against that of one in the same round. */
export function growth(rows: readonly Row[], figures: Figures): string {
  const names = [...new Set(rows.map(({ name }) => name))];
  return names
    .flatMap((name) => {
      const sizes = rows.filter((row) => row.name === name);
      const [few, many] = [sizes[0], sizes.at(-1)];
      if (!few || !many || few === many) return [];
      const [hit, miss] = kinds.map((kind) => {
        const costs = figures(few, kind).map(({ cost }) => cost);
        return spreadOf(figures(many, kind).map(({ cost }, round) => cost / (costs[round] ?? Number.NaN)));
      });
      return [
        `${name} at ${many.setup.paths} paths costs ${two(hit?.median)} times ${name} at ${few.setup.paths} ` +
          `(${two(hit?.lowest)}-${two(hit?.highest)}); misses ${two(miss?.median)} ` +
          `(${two(miss?.lowest)}-${two(miss?.highest)})`,
      ];
    })
    .join("\n");
}

/** CPU time per request that has a body, as ratios to Express with `express.json()` in the same round; empty without it. */
export function bodyRatios(rows: readonly Row[], figures: Figures): string {
  const floor = rows.find(({ name }) => name === bodyFloor);
  if (!floor) return "";
  const floorCosts = figures(floor, "hit").map(({ cost }) => cost);
  return table(
    ["a checked POST of 350 bytes", "ratio", "low-high"],
    rows
      .filter((row) => !takesNoBody(row))
      .map((row) => {
        const costs = figures(row, "hit").map(({ cost }) => cost);
        return [row.name, ...cells(floorCosts.map((cost, round) => cost / (costs[round] ?? Number.NaN)))];
      }),
  );
}

function takesNoBody({ setup }: Row): boolean {
  return setup.body === undefined;
}

/** Resident memory after the load, against the floor's. */
export async function memory(rows: readonly Row[], floor: Row): Promise<string> {
  const rss = async ({ server }: Row): Promise<number> =>
    ((await server.process.ask("look")) as Snapshot).rss;
  const atFloor = await rss(floor);
  const lines = await Promise.all(
    rows.map(async (row) => {
      const now = await rss(row);
      return [row.name, String(row.setup.paths), megabytes(now), megabytes(now - atFloor)];
    }),
  );
  return table(
    ["server", "paths", "RSS after load, MB", "over the floor"],
    [[floor.name, "", megabytes(atFloor), ""], ...lines],
  );
}

/** How the answers differ from each other: from the floor's for hits, from the first row's for misses. */
export function differences(rows: readonly Row[], floor: Row): string {
  return kinds
    .map((kind) => {
      const reference = kind === "hit" ? floor : rows[0];
      if (!reference) return "";
      const title = `${kind === "hit" ? "hits" : "misses"}, against ${reference.name} (${reference.looks[kind].bytes} bytes):`;
      return [title, ...grouped(rows, kind, reference.looks[kind])].join("\n");
    })
    .join("\n");
}

/** A line per difference, with the names that share it. */
function grouped(rows: readonly Row[], kind: Kind, reference: Look): readonly string[] {
  const groups = new Map<string, Row[]>();
  for (const row of rows) {
    const words = difference(row.looks[kind], reference) || "the same headers";
    groups.set(words, [...(groups.get(words) ?? []), row]);
  }
  return [...groups].map(([words, group]) => {
    const names = [...new Set(group.map(({ name }) => name))].join(" / ");
    return `  ${names}: ${words} (${group[0]?.looks[kind].bytes ?? 0} bytes)`;
  });
}

function cells(values: readonly number[]): readonly string[] {
  const { median, lowest, highest } = spreadOf(values);
  return [two(median), `${two(lowest)}-${two(highest)}`];
}

function two(value: number | undefined): string {
  return value === undefined ? "-" : value.toFixed(2);
}

function megabytes(bytes: number): string {
  return (bytes / 1e6).toFixed(1);
}
