import { existsSync, mkdtempSync, readdirSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { App, VersioningHeader, WithVersion, type VersioningOptions } from "versioned-controllers";
import { runCommand } from "../../../src/tools/cli/run";

let folder: string;
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), "versioned-controllers-freeze-"));
});
afterEach(() => {
  rmSync(folder, { recursive: true });
});

const versions = ["beta", "2", "10", "alpha"];

function cats(more: VersioningOptions = {}, served: readonly string[] = versions): App {
  const app = new App({
    Versioning: { Type: VersioningHeader, Header: "X-Version", Versions: versions, ...more },
    Now: () => new Date("2026-06-01"),
    Logger: { warn: () => undefined, error: () => undefined },
  });
  return app.Get("/cats", () => [], WithVersion(...served));
}

const run = (app: App, ...args: readonly string[]): ReturnType<typeof runCommand> =>
  runCommand(args, { folder, load: () => Promise.resolve(app) });

const written = (...names: readonly string[]): string =>
  names.map((name) => `openapi/${name}.json: written\n`).join("");

it("several versions are frozen by one call, each once", async () => {
  expect(await run(cats(), "freeze", "app", "10", "2", "10")).toEqual({
    code: 0,
    output: written("10", "2"),
    errors: "",
  });
});

it("one that no route answers freezes none", async () => {
  const { code, errors } = await run(cats(), "freeze", "app", "2", "3");
  expect({ code, errors }).toEqual({
    code: 2,
    errors: 'no route answers version "3"; the versions are: "beta", "2", "10", "alpha"\n',
  });
  expect(existsSync(join(folder, "openapi"))).toBe(false);
});

it("one whose frozen document differs freezes none", async () => {
  await run(cats(), "freeze", "app", "2");
  const other = cats().Get("/dogs", () => [], WithVersion("2"));
  expect((await run(other, "freeze", "app", "10", "2")).code).toBe(2);
  expect(readdirSync(join(folder, "openapi"))).toEqual(["2.json"]);
});

describe("--all", () => {
  it("freezes what check --frozen would miss, in the order of the list", async () => {
    await run(cats(), "freeze", "app", "2");
    expect((await run(cats(), "check", "app", "--frozen")).code).toBe(1);
    expect((await run(cats(), "freeze", "app", "--all")).output).toBe(written("beta", "10", "alpha"));
    expect((await run(cats(), "check", "app", "--frozen")).code).toBe(0);
    expect((await run(cats(), "freeze", "app", "--all")).output).toBe(
      "every version has a frozen document\n",
    );
  });

  it("passes over previews and versions that their successors answer", async () => {
    const app = cats({
      Lifecycle: {
        alpha: { Preview: true },
        beta: { Sunset: "2026-01-01", AfterSunset: "successor", Successor: "2" },
      },
    });
    expect((await run(app, "freeze", "app", "--all")).output).toBe(written("2", "10"));
  });

  it("leaves a frozen document that differs", async () => {
    await run(cats(), "freeze", "app", ...versions);
    const other = cats().Get("/dogs", () => [], WithVersion("2"));
    expect(await run(other, "freeze", "app", "--all")).toMatchObject({ code: 0 });
    expect((await run(cats(), "check", "app", "--exact")).code).toBe(0);
  });

  it.each([["--all", "1"], []])("with %j is wrong usage", async (...args) => {
    const { code, errors } = await run(cats(), "freeze", "app", ...args);
    expect([code, errors]).toEqual([
      2,
      "freeze takes <module> <version>...: see versioned-controllers freeze --help\n",
    ]);
  });
});
