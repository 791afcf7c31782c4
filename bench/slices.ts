import { busyTime } from "./cores";
import { costOf, type Amount, type Cost } from "./measure";
import type { Process } from "./processes";
import { kinds, type Row } from "./rows";
import type { Snapshot } from "./server";
import { shuffled } from "./statistics";
import type { Kind } from "./workload";

/** The costs of a row's requests of one kind, one of each slice. */
export type Costs = (row: Row, kind: Kind) => readonly Cost[];

/** A plan of the measurements, and how often each is made. */
export interface Plan {
  readonly load: Process;
  readonly rows: readonly Row[];
  readonly slices: number;
  readonly amount: Amount;
  /** The longest time for one row's slices, in seconds. */
  readonly most: number;
}

/** One row's requests of one kind. */
interface Track {
  readonly row: Row;
  readonly kind: Kind;
  readonly costs: Cost[];
}

/**
 * Measures all rows in slices: in each, every server is driven once, in an order of its own.
 *
 * What else the machine does then meets all of them alike, and what follows whom is not the same twice.
 */
export async function measureSlices({ load, rows, slices, amount, most }: Plan): Promise<Costs> {
  const tracks = rows.flatMap((row) => kindsOf(row).map((kind): Track => ({ row, kind, costs: [] })));
  await warmUp(load, tracks, amount);
  const notice = await noticeOthers(rows, async () => {
    const end = performance.now() + most * 1000 * rows.length;
    for (let slice = 1; slice <= slices; slice++) {
      if (performance.now() > end) {
        console.log(`the time is up after ${slice - 1} of ${slices} slices`);
        break;
      }
      process.stderr.write(`slice ${slice} of ${slices}\n`);
      for (const { row, kind, costs } of shuffled(tracks)) {
        costs.push(await costOf(load, row.server, kind, amount));
      }
    }
  });
  if (notice !== "") console.log(notice);
  return (row, kind) => {
    const own = tracks.filter((track) => track.row === row);
    return (own.find((track) => track.kind === kind) ?? own[0])?.costs ?? [];
  };
}

/** A server that answers everything alike is driven once. */
function kindsOf({ looks }: Row): readonly Kind[] {
  return looks.hit === looks.miss ? ["hit"] : kinds;
}

/** Enough for a server's code to be compiled before it counts; on a busy machine that takes longer. */
const warmRequests = 20_000;
const mostWarmUps = 8;

async function warmUp(load: Process, tracks: readonly Track[], amount: Amount): Promise<void> {
  process.stderr.write(`warming up ${new Set(tracks.map(({ row }) => row)).size} servers\n`);
  for (const { row, kind } of tracks) {
    let sent = 0;
    for (let i = 0; i < mostWarmUps && sent < warmRequests; i++) {
      sent += (await costOf(load, row.server, kind, amount)).requests;
    }
  }
}

/** The work of others on the servers' core, in words; empty where that can't be told. */
async function noticeOthers(rows: readonly Row[], work: () => Promise<void>): Promise<string> {
  const used = async (): Promise<number> => {
    const looks = await Promise.all(rows.map(({ server }) => server.process.ask("look")));
    return looks.reduce((sum: number, look) => sum + (look as Snapshot).cpu, 0);
  };
  const [start, usedAtStart, busyAtStart] = [performance.now(), await used(), busyTime()];
  await work();
  if (busyAtStart === undefined) return "";
  const others = (busyTime() ?? 0) - busyAtStart - ((await used()) - usedAtStart);
  const share = Math.max(0, others / 1000 / (performance.now() - start));
  return `other processes took ${(share * 100).toFixed(0)} % of the servers' core`;
}
