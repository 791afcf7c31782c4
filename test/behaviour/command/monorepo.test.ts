import { mkdirSync, mkdtempSync, realpathSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { App, VersioningHeader, WithResponse, WithVersion } from "versioned-controllers";
import { runCommand, type Outcome } from "../../../src/tools/cli/run";

/*
 * What a check says of the folder that it runs in; test/surroundings/command/monorepo.test.ts runs it in a workspace of npm.
 */
const root = realpathSync(mkdtempSync(join(tmpdir(), "versioned-controllers-monorepo-")));
const workspaceOfGitHub = process.env.GITHUB_WORKSPACE;

afterEach(() => {
  if (workspaceOfGitHub === undefined) delete process.env.GITHUB_WORKSPACE;
  else process.env.GITHUB_WORKSPACE = workspaceOfGitHub;
});

afterAll(() => {
  rmSync(root, { recursive: true, force: true });
});

function cats(properties: object): App {
  const app = new App({ Versioning: { Type: VersioningHeader, Header: "X-Version" } });
  app.Get("/cats", () => ({}), WithVersion("1"), WithResponse(200, { type: "object", properties }));
  return app;
}

function runIn(folder: string, app: App, ...args: readonly string[]): Promise<Outcome> {
  mkdirSync(join(root, folder), { recursive: true });
  return runCommand(args, { folder: join(root, folder), load: () => Promise.resolve(app) });
}

beforeAll(async () => {
  await runIn("packages/api", cats({ name: {} }), "freeze", "src/app.ts", "1");
});

describe("a check that would compare with nothing", () => {
  it.each([
    ["the root", ".", "./packages/api/src/app.ts", "packages/api"],
    ["another package", "packages/models", "../api/src/app.ts", "../api"],
  ])("in %s names the folder with what is frozen", async (_, folder, module, holder) => {
    for (const option of ["--all", "--lifecycle", "--frozen"]) {
      expect(await runIn(folder, cats({}), "check", module, option)).toMatchObject({
        code: 2,
        errors: `no frozen document was found in openapi, but ${holder}/openapi holds frozen documents: add --dir ${holder}/openapi, or run the command in ${holder}\n`,
      });
    }
  });

  it.each([
    ["the module's package has none either", ".", "./packages/models/app.ts", []],
    ["the folder was named", ".", "./packages/api/src/app.ts", ["--dir", "openapi"]],
  ])("says what to do where %s", async (_, folder, module, options) => {
    expect((await runIn(folder, cats({}), "check", module, ...options)).errors).toBe(
      "no frozen document was found in openapi: see versioned-controllers freeze --help\n",
    );
  });
});

describe("check --github names files", () => {
  const fileAnnotated = async (workspace: string): Promise<string | undefined> => {
    process.env.GITHUB_WORKSPACE = workspace;
    const { output } = await runIn("packages/api", cats({}), "check", "src/app.ts", "--github");
    return /^::error file=([^,]*),/m.exec(output)?.[1];
  };

  it.each([
    ["from the workspace of the workflow", root, "packages/api/openapi/1.json"],
    ["from its own folder outside of that", join(root, "packages/models"), "openapi/1.json"],
    ["from its own folder where that is no folder", join(root, "nowhere"), "openapi/1.json"],
    ["from its own folder without one", "", "openapi/1.json"],
  ])("%s", async (_, workspace, file) => {
    mkdirSync(join(root, "packages/models"), { recursive: true });
    expect(await fileAnnotated(workspace)).toBe(file);
  });
});
