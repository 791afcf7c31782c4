import { barChart } from "./chart";
import { difference, type Look } from "./check";
import { floor } from "./peers";
import { kinds, type Row } from "./rows";
import type { Snapshot } from "./server";
import type { Costs } from "./slices";
import { bestOf, spreadOf } from "./statistics";
import { table } from "./table";
import type { Kind } from "./workload";

/** CPU time per request, hits and misses, and how many times as much the peer takes that does the same. */
export function ratios(rows: readonly Row[], costs: Costs): string {
  return table(
    ["server", "paths", ...kinds.flatMap(columnsOf), "against"],
    rows.map((row) => [
      row.name,
      row.name === floor.name ? "" : String(row.setup.paths),
      ...kinds.flatMap((kind) => cells(row, peerOf(row, rows), (one) => costs(one, kind))),
      row.against,
    ]),
  );
}

/** The same of requests that have a body: hits alone. */
export function bodyRatios(rows: readonly Row[], costs: Costs): string {
  return table(
    ["a POST of 350 bytes", ...columnsOf("hit"), "against"],
    rows
      .filter(({ setup }) => setup.body !== undefined)
      .map((row) => [row.name, ...cells(row, peerOf(row, rows), (one) => costs(one, "hit")), row.against]),
  );
}

function columnsOf(kind: Kind): readonly string[] {
  return [`${kind}, us`, "ratio", "of medians", "of p99"];
}

/** The microseconds of the best quarter, then the peer's cost over the row's: of best quarters, of medians, and of the slowest answers. */
function cells(row: Row, peer: Row | undefined, costsOf: (row: Row) => ReturnType<Costs>): readonly string[] {
  const own = summaryOf(costsOf(row));
  const of = peer && summaryOf(costsOf(peer));
  return [
    own.best.toFixed(1),
    two(of && of.best / own.best),
    two(of && of.median / own.median),
    two(of && of.p99 / own.p99),
  ];
}

function summaryOf(costs: ReturnType<Costs>): Readonly<Record<"best" | "median" | "p99", number>> {
  const each = costs.map(({ perRequest }) => perRequest);
  return {
    best: bestOf(each),
    median: spreadOf(each).median,
    p99: spreadOf(costs.map(({ p99 }) => p99)).median,
  };
}

/** The row of the same size that a row is held against. */
function peerOf({ against, setup }: Row, rows: readonly Row[]): Row | undefined {
  const named = rows.filter(({ name }) => name === against);
  return named.find((row) => row.setup.paths === setup.paths) ?? named[0];
}

/** How many hits cost as much as one of the floor's, at the fewest paths, as a chart. */
export function hitsChart(rows: readonly Row[], costs: Costs): string {
  const shown = rows.filter(({ name }) => name !== floor.name);
  const fewest = Math.min(...shown.map(({ setup }) => setup.paths));
  const bestHit = (row: Row | undefined): number => (row ? summaryOf(costs(row, "hit")).best : Number.NaN);
  const atFloor = bestHit(rows.find(({ name }) => name === floor.name));
  return barChart(
    "Requests for the CPU time of one of bare Express's",
    shown
      .filter(({ setup }) => setup.paths === fewest)
      .map((row) => ({ name: row.name, value: atFloor / bestHit(row) })),
  );
}

/** The cost of most paths, held against that of fewest; empty where there is one size. */
export function growth(rows: readonly Row[], costs: Costs): string {
  const names = [...new Set(rows.map(({ name }) => name))];
  return names
    .flatMap((name) => {
      const sizes = rows.filter((row) => row.name === name);
      const [few, many] = [sizes[0], sizes.at(-1)];
      if (!few || !many || few === many) return [];
      const [hit, miss] = kinds.map(
        (kind) => summaryOf(costs(many, kind)).best / summaryOf(costs(few, kind)).best,
      );
      return [
        `- ${name} at ${many.setup.paths} paths costs ${two(hit)} times that at ${few.setup.paths}; misses ${two(miss)}`,
      ];
    })
    .join("\n");
}

/** Resident memory after the load, against the floor's. */
export async function memory(rows: readonly Row[]): Promise<string> {
  const taken = await Promise.all(
    rows.map(async (row) => ({ row, rss: ((await row.server.process.ask("look")) as Snapshot).rss })),
  );
  const atFloor = taken.find(({ row }) => row.name === floor.name)?.rss ?? Number.NaN;
  return table(
    ["server", "paths", "RSS after load, MB", "over the floor"],
    taken.map(({ row, rss }) => [
      row.name,
      String(row.setup.paths),
      megabytes(rss),
      megabytes(rss - atFloor),
    ]),
  );
}

/** How the answers differ from each other: hits from the floor's, misses from those of the first that has misses. */
export function differences(rows: readonly Row[]): string {
  return kinds
    .map((kind) => {
      const shown = kind === "hit" ? rows : rows.filter(({ name }) => name !== floor.name);
      const [reference] = shown;
      if (!reference) return "";
      const title = `${kind === "hit" ? "hits" : "misses"}, against ${reference.name} (${reference.looks[kind].bytes} bytes):`;
      return [title, ...grouped(shown, kind, reference.looks[kind])].join("\n");
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

function two(value: number | undefined): string {
  return value === undefined ? "-" : value.toFixed(2);
}

function megabytes(bytes: number): string {
  return (bytes / 1e6).toFixed(1);
}
