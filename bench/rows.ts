import { existsSync } from "node:fs";
import { join } from "node:path";
import type { Build } from "./build";
import { check, type Look } from "./check";
import { startServer, type Running } from "./measure";
import type { Options } from "./options";
import type { Setup } from "./peer";
import { bodyFloor, floor, peers, type PeerEntry } from "./peers";
import { requestsFor, type Kind } from "./workload";

/** A server that may be measured. */
export interface Candidate {
  readonly name: string;
  readonly file: string;
  readonly setup: Setup;
  /** The name of the row of its size that it is held against. */
  readonly against: string;
}

/** A server whose answers have been checked. */
export interface Row extends Candidate {
  readonly server: Running;
  readonly looks: Readonly<Record<Kind, Look>>;
}

export const kinds: readonly Kind[] = ["hit", "miss"];

/** The servers that the options ask for; prints why others are left out. */
export function candidatesFor(
  { built }: Build,
  { only, sizes }: Options,
  hasForeign: boolean,
): readonly Candidate[] {
  const named = peers.flatMap((entry) =>
    entry.schemes.map((scheme) => ({ entry, scheme, name: nameOf(entry, scheme) })),
  );
  const isAsked = (name: string): boolean =>
    only.length === 0 || only.some((part) => name.toLowerCase().includes(part));
  // Whatever is asked for, and what that is held against.
  const held = new Set(named.filter(({ name }) => isAsked(name)).map(({ entry }) => againstOf(entry)));
  const asked = named.filter(({ name }) => isAsked(name) || held.has(name));
  for (const entry of new Set(asked.map((candidate) => candidate.entry))) {
    const reason = missing(entry, built, hasForeign);
    if (reason !== undefined) console.log(`left out: ${entry.name}: ${reason}`);
  }
  return asked
    .filter(({ entry }) => missing(entry, built, hasForeign) === undefined)
    .flatMap(({ entry, scheme, name }) =>
      (entry.body ? [1] : sizes).map((paths) => ({
        name,
        file: entry.file,
        against: againstOf(entry),
        setup: { scheme, paths, built, ...(entry.body ? { body: entry.body } : {}) },
      })),
    );
}

/** Starts a server and checks its answers; undefined, with the reason printed, where they are wrong. */
export async function startRow(build: Build, candidate: Candidate): Promise<Row | undefined> {
  const { name, file, setup } = candidate;
  const server = await startServer(build, file, setup);
  try {
    const { port } = server.listening;
    const hit = await check(port, requestsFor(setup, "hit"));
    const miss = await check(port, requestsFor(setup, "miss"));
    return { ...candidate, server, looks: { hit, miss } };
  } catch (error) {
    console.log(`left out: ${name}, ${setup.paths} paths: ${String(error)}`);
    server.process.stop();
    return undefined;
  }
}

/** Starts the floor, which answers everything alike. */
export async function startFloor(build: Build): Promise<Row> {
  const setup: Setup = { scheme: "uri", paths: 1, built: build.built };
  const server = await startServer(build, floor.file, setup);
  const hit = await check(server.listening.port, requestsFor(setup, "hit").slice(0, 1));
  return {
    name: floor.name,
    file: floor.file,
    against: floor.name,
    setup,
    server,
    looks: { hit, miss: hit },
  };
}

function againstOf({ against, body }: PeerEntry): string {
  return against ?? (body ? bodyFloor : floor.name);
}

function nameOf({ name, schemes }: PeerEntry, scheme: string): string {
  return schemes.length > 1 ? `${name} ${scheme}` : name;
}

function missing({ isForeign, needs }: PeerEntry, built: string, hasForeign: boolean): string | undefined {
  if (isForeign && !hasForeign) return "the packages of bench/package.json are missing";
  if (needs !== undefined && !existsSync(join(built, needs))) return `the package has no ${needs} yet`;
  return undefined;
}
