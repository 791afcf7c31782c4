import { busyTime } from "./cores";
import { costOf, type Amount, type Cost } from "./measure";
import type { Process } from "./processes";
import { kinds, type Row } from "./rows";
import { mean } from "./statistics";
import type { Snapshot } from "./server";
import type { Kind } from "./workload";

/** One row in one round. */
interface Figure {
  /** Microseconds of CPU time for one request. */
  readonly cost: number;
  /** The floor's cost over this one's: above 1 is cheaper than the floor. */
  readonly ratio: number;
  /** The 99th percentile of its answers' times over that of the floor's: above 1 is slower than the floor. */
  readonly p99: number;
}

/** The measurements: a figure per round. */
export type Figures = (row: Row, kind: Kind) => readonly Figure[];

/** A plan of the measurements, and how often each is made. */
export interface Plan {
  readonly load: Process;
  readonly floor: Row;
  readonly rows: readonly Row[];
  readonly rounds: number;
  readonly warmup: number;
  readonly amount: Amount;
}

/** Measures every row in every round, hits and misses. */
export async function measureRounds(plan: Plan): Promise<Figures> {
  const slices = slicesOf(plan.rows);
  await warmUp(plan, slices);
  const notice = await noticeOthers([plan.floor, ...plan.rows], async () => {
    for (let round = 1; round <= plan.rounds; round++) {
      process.stderr.write(`round ${round} of ${plan.rounds}\n`);
      // There and back, so that nothing always follows the same neighbour.
      await measureRound(plan, round % 2 === 0 ? slices.toReversed() : slices);
    }
  });
  console.log(notice);
  return (row, kind) => slices.find((slice) => slice.row === row && slice.kind === kind)?.figures ?? [];
}

interface Slice {
  readonly row: Row;
  readonly kind: Kind;
  readonly figures: Figure[];
}

/** The sizes of one server follow each other, hits before misses: their costs are compared too. */
function slicesOf(rows: readonly Row[]): readonly Slice[] {
  const names = [...new Set(rows.map(({ name }) => name))];
  return names.flatMap((name) =>
    kinds.flatMap((kind) =>
      rows.filter((row) => row.name === name).map((row): Slice => ({ row, kind, figures: [] })),
    ),
  );
}

/** Enough for a server's code to be compiled before it counts; on a busy machine that takes longer. */
const warmRequests = 20_000;
const mostWarmUps = 5;

async function warmUp({ load, floor, warmup, amount }: Plan, slices: readonly Slice[]): Promise<void> {
  process.stderr.write(`warming up ${slices.length / kinds.length + 1} servers\n`);
  const long = { ...amount, seconds: warmup };
  for (const { row, kind } of [{ row: floor, kind: "hit" as const }, ...slices]) {
    let sent = 0;
    for (let i = 0; i < mostWarmUps && sent < warmRequests; i++) {
      sent += (await costOf(load, row.server, kind, long)).requests;
    }
  }
}

/** The work of others on the servers' core, in words; empty where that can't be told. */
async function noticeOthers(servers: readonly Row[], work: () => Promise<void>): Promise<string> {
  const used = async (): Promise<number> => {
    const looks = await Promise.all(servers.map(({ server }) => server.process.ask("look")));
    return looks.reduce((sum: number, look) => sum + (look as Snapshot).cpu, 0);
  };
  const [start, usedAtStart, busyAtStart] = [performance.now(), await used(), busyTime()];
  await work();
  if (busyAtStart === undefined) return "";
  const others = (busyTime() ?? 0) - busyAtStart - ((await used()) - usedAtStart);
  const share = Math.max(0, others / 1000 / (performance.now() - start));
  return `other processes took ${(share * 100).toFixed(0)} % of the servers' core${share > 0.1 ? ": expect little of these figures" : ""}`;
}

/** A server in three sizes. */
const slicesPerFloor = 3;

/**
 * Measures all slices once. The floor is measured again every few slices, and each is held against the mean of
 * the floor before and the floor after it: what else the machine does weighs on both.
 */
async function measureRound(plan: Plan, slices: readonly Slice[]): Promise<void> {
  const floorCost = (): Promise<Cost> => costWhenWarm(plan, plan.floor, "hit");
  let before = await floorCost();
  for (let start = 0; start < slices.length; start += slicesPerFloor) {
    const block = slices.slice(start, start + slicesPerFloor);
    const costs: Cost[] = [];
    for (const { row, kind } of block) costs.push(await costWhenWarm(plan, row, kind));
    const after = await floorCost();
    for (const [i, { perRequest, p99 }] of costs.entries()) {
      block[i]?.figures.push({
        cost: perRequest,
        ratio: mean([before.perRequest, after.perRequest]) / perRequest,
        p99: p99 / mean([before.p99, after.p99]),
      });
    }
    before = after;
  }
}

/**
 * V8 gives memory back while a server waits for its turn, and takes it again under load: a server that has waited longer would
 * pay for it. So each is driven for a while before it counts.
 */
async function costWhenWarm({ load, warmup, amount }: Plan, { server }: Row, kind: Kind): Promise<Cost> {
  await costOf(load, server, kind, { ...amount, seconds: warmup });
  return await costOf(load, server, kind, amount);
}
