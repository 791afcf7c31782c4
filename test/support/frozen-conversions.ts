import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import {
  App,
  Before,
  DefineVersions,
  RenameHeader,
  Status,
  Versioned,
  VersioningHeader,
  WithBody,
  WithResponse,
  type AppOptions,
  type VersioningOptions,
} from "versioned-controllers";
import { z } from "zod";
import { runCommand } from "../../src/tools/cli/run";
import { withEntriesApart, type Done } from "./project";

let folder: string;

/** Gives each test of a file a folder of its own, in which the commands run. */
export function inOwnFolder(): void {
  beforeEach(() => {
    folder = mkdtempSync(join(tmpdir(), "versioned-controllers-conversions-"));
  });
  afterEach(() => {
    rmSync(folder, { recursive: true });
  });
}

export const run = async (app: App, ...args: readonly string[]): Promise<Done> =>
  withEntriesApart(await runCommand(args, { folder, load: () => Promise.resolve(app) }));
export const freeze = (app: App, ...more: readonly string[]): Promise<Done> =>
  run(app, "freeze", "app", "--all", ...more);
export const check = (app: App, ...more: readonly string[]): Promise<Done> =>
  run(app, "check", "app", ...more);

export const fileOf = (version: string, dir = "openapi"): string =>
  join(folder, `${dir}/conversions/${version}.json`);
export const textOf = (version: string, dir?: string): string => readFileSync(fileOf(version, dir), "utf8");
export const write = (version: string, text: string): void => {
  mkdirSync(dirname(fileOf(version)), { recursive: true });
  writeFileSync(fileOf(version), text);
};

/** Writes `accepted.json`. */
export const accept = (entries: readonly object[]): void => {
  writeFileSync(join(folder, "openapi/accepted.json"), JSON.stringify(entries));
};

interface Entry {
  readonly change: string;
  readonly where: readonly string[];
  readonly face?: true;
  readonly up?: readonly (readonly unknown[])[];
  readonly down?: readonly (readonly unknown[])[];
}
export const entriesOf = (version: string): readonly Entry[] =>
  JSON.parse(textOf(version)) as readonly Entry[];

interface FoundChange {
  readonly breaking: boolean;
  readonly kind: string;
  readonly where: string;
  readonly subject: string;
  readonly what: string;
  readonly accepted?: string;
}

/** Lists the findings of `check --json`, with the version under which each is reported. */
export async function found(
  app: App,
  ...more: readonly string[]
): Promise<readonly (FoundChange & { version: string })[]> {
  const { output } = await check(app, "--json", ...more);
  const { versions } = JSON.parse(output) as {
    readonly versions: readonly { readonly version: string; readonly changes: readonly FoundChange[] }[];
  };
  return versions.flatMap(({ version, changes }) => changes.map((one) => ({ version, ...one })));
}

export function versionsOf(more: VersioningOptions = {}, options: AppOptions = {}) {
  const V = DefineVersions("1", "2", "3");
  const app = new App({
    Versioning: { Type: VersioningHeader, Header: "X-Version", Versions: V.List, ...more },
    Now: () => new Date("2026-06-01T00:00:00Z"),
    Logger: { warn: () => undefined, error: () => undefined },
    ...options,
  });
  return { V, app };
}

/** The functions of the link that each mutant replaces one of. */
export const right = {
  Up: ({ amount, born, ...cat }: Cat1) => ({
    ...cat,
    birthday: born,
    cents: Math.round(amount * 100),
    lives: cat.lives ?? 9,
  }),
  Down: ({ birthday, cents, lives, ...cat }: Cat2): Cat1 => ({
    ...cat,
    born: birthday,
    amount: cents / 100,
    ...(lives === undefined ? {} : { lives }),
  }),
};
export const Cat1 = z
  .object({
    id: z.int(),
    name: z.string(),
    nick: z.string().optional(),
    born: z.iso.date(),
    amount: z.number(),
    tags: z.array(z.string()),
    mood: z.enum(["calm", "cross", "sleepy"]),
    lives: z.int().min(1).max(9).optional(),
  })
  .meta({ id: "Cat1" });
export type Cat1 = z.infer<typeof Cat1>;
export const Cat2 = z
  .object({
    id: z.int(),
    name: z.string(),
    nick: z.string().optional(),
    birthday: z.iso.date(),
    cents: z.number(),
    tags: z.array(z.string()),
    mood: z.enum(["calm", "cross", "sleepy"]),
    lives: z.int().min(1).max(9).optional(),
  })
  .meta({ id: "Cat2" });
export type Cat2 = z.infer<typeof Cat2>;

export const born = "A cat's `born` is `birthday`.";

export interface CatsOptions {
  readonly Up?: (cat: Cat1) => unknown;
  readonly Down?: (cat: Cat2) => unknown;
  readonly description?: string;
  readonly newest?: z.ZodType;
  readonly statusBefore?: number;
  readonly headerBefore?: string;
  readonly headers?: Readonly<Record<string, z.ZodType>>;
}

/** An App whose cats changed in version 2, with one function replaced. */
export function cats({
  description = born,
  newest = Cat2,
  statusBefore = 200,
  headerBefore = "X-Old",
  headers: Headers = {},
  ...functions
}: CatsOptions = {}): App {
  const { V, app } = versionsOf();
  const Born = V.Change("2", description);
  // The functions of a mutant need not fit the types.
  const Cat = Versioned(newest).Before(Born, Cat1, { ...right, ...functions } as never);
  app.Post(
    "/cats",
    ({ body }) => body,
    V.Since("1"),
    WithBody(Cat as never),
    WithResponse(201, Cat as never, { Headers }),
    Before(Born, Status(statusBefore), RenameHeader(headerBefore, "X-New")),
  );
  return app;
}

/** A schema of an object with a name. */
export const text = (name: string): z.ZodType => z.object({ name: z.string() }).meta({ id: name });

/** Writes a recording for `freeze --from`. */
export const writeRecording = (name: string, text: string): void => {
  writeFileSync(join(folder, name), text);
};
