import { parseArgs } from "node:util";

/** The options of `npm run bench -- <options>`. */
export interface Options {
  /** How often every server is measured. */
  readonly slices: number;
  /** How long each server is driven in each slice, hits and misses each. */
  readonly seconds: number;
  /** The longest time for one server's slices, in seconds: what is not measured by then is left out. */
  readonly most: number;
  readonly connections: number;
  /** Parts of rows' names; empty for all. */
  readonly only: readonly string[];
  readonly sizes: readonly number[];
  readonly parts: ReadonlySet<"servers" | "in-process">;
  /** Also what takes minutes. */
  readonly isLong: boolean;
  /** The Node that the servers run under. */
  readonly node: string;
  /** A file for the chart of the main table; undefined for none. */
  readonly svg: string | undefined;
}

export const usage = `npm run bench -- [options]
  --slices <n>       how often every server is measured (15)
  --seconds <s>      load on each server in each slice, for hits and for misses (1)
  --connections <n>  kept alive, one request at a time on each (50)
  --only <a,b>       only servers whose name contains one of these: --only ours,fastify
  --sizes <a,b>      numbers of paths, each in two versions (1,1000)
  --in-process       only the figures that need no server
  --servers          only those that do
  --quick            short slices of the servers at one path: three minutes at most
  --node <path>      the Node that runs the servers (this one)
  --svg <file>       also the chart of the main table
  --long             also the heap after 1,000,000 requests
`;

interface Usual extends Pick<Options, "parts"> {
  readonly slices: string;
  readonly seconds: string;
  readonly sizes: string;
  readonly most: number;
}

const whole: Usual = {
  slices: "15",
  seconds: "1",
  most: Infinity,
  sizes: "1,1000",
  parts: new Set(["servers", "in-process"]),
};

const quick: Usual = {
  slices: "13",
  seconds: "0.12",
  // Of some thirty servers.
  most: 4,
  sizes: "1",
  parts: new Set(["servers"]),
};

/** @throws Error for what it does not know, `--help` among it. */
export function readOptions(args: readonly string[]): Options {
  const { values } = parseArgs({
    args: [...args],
    options: {
      slices: { type: "string" },
      seconds: { type: "string" },
      connections: { type: "string", default: "50" },
      only: { type: "string", default: "" },
      sizes: { type: "string" },
      "in-process": { type: "boolean", default: false },
      servers: { type: "boolean", default: false },
      long: { type: "boolean", default: false },
      quick: { type: "boolean", default: false },
      node: { type: "string", default: process.execPath },
      svg: { type: "string" },
    },
  });
  const usual = values.quick ? quick : whole;
  const { slices, seconds, sizes } = { ...usual, ...values };
  const chosen = (["servers", "in-process"] as const).filter((part) => values[part]);
  return {
    slices: positive("slices", slices),
    seconds: positive("seconds", seconds),
    most: usual.most,
    connections: positive("connections", values.connections),
    only: list(values.only).map((name) => name.toLowerCase()),
    sizes: list(sizes).map((size) => positive("sizes", size)),
    parts: new Set(chosen.length > 0 ? chosen : usual.parts),
    isLong: values.long,
    node: values.node,
    svg: values.svg,
  };
}

function list(text: string): readonly string[] {
  return text.split(",").filter((part) => part !== "");
}

function positive(name: string, text: string): number {
  const value = Number(text);
  if (!(value > 0)) throw new Error(`--${name} has to be a positive number, not ${text}`);
  return value;
}
