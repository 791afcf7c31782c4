import { execFile, execFileSync } from "node:child_process";
import { mkdirSync, symlinkSync } from "node:fs";
import { join } from "node:path";
import { makeProject, type Project, withEntriesApart } from "../../support/project";

// Each test starts processes, on a machine that may be busy.
jest.setTimeout(60_000);

/*
 * A workspace of npm as `npm install` leaves it: the package and tsx in the root's node_modules, `@mono/models` linked there,
 * and what is frozen beside the App, in packages/api/openapi.
 */
let root: Project;

beforeAll(async () => {
  root = makeProject({ tsx: true });
  root.write("package.json", `{ "private": true, "workspaces": ["packages/*"] }`);
  root.write(".gitignore", "node_modules\n");
  root.write("packages/models/package.json", `{ "name": "@mono/models", "main": "index.ts" }`);
  root.write("packages/api/package.json", `{ "name": "@mono/api" }`);
  root.write(
    "packages/api/tsconfig.json",
    `{ "compilerOptions": { "experimentalDecorators": true, "paths": { "~/*": ["./src/*"] } } }`,
  );
  root.write("packages/api/src/versions.ts", versions);
  root.write("packages/api/src/app.ts", app);
  mkdirSync(join(root.folder, "node_modules/@mono"));
  symlinkSync("../../packages/models", join(root.folder, "node_modules/@mono/models"));
  models({ name: {}, age: {} });
  await inPackage("freeze", "./src/app.ts", "1");
  git("init", "--quiet", "--initial-branch=main");
  git("add", "--all");
  git("commit", "--quiet", "--message", "version 1 is frozen");
  git("switch", "--quiet", "--create", "work");
});

afterEach(() => {
  git("restore", ".");
});

afterAll(() => {
  root.remove();
});

const versions = `
  import { DefineVersions } from "versioned-controllers";
  export const V = DefineVersions("1");`;

const app = `
  import { App, Get, Router, VersioningHeader, WithResponse } from "versioned-controllers";
  import { Cat } from "@mono/models";
  import { V } from "~/versions";
  @Router("/cats")
  class Cats {
    @Get("/", V.Since("1"), WithResponse(200, Cat))
    one(): object { return {}; }
  }
  const app: App = new App({ Versioning: { Type: VersioningHeader, Header: "X-Version", Versions: V.List } });
  app.Include(Cats);
  export default app;`;

/** Writes the package that has the schemas of the API. */
function models(properties: object): void {
  const schema = JSON.stringify({ type: "object", properties });
  root.write("packages/models/index.ts", `export const Cat = ${schema};`);
}

function git(...args: readonly string[]): void {
  const identity = [
    "-c",
    "user.name=Test",
    "-c",
    "user.email=test@example.org",
    "-c",
    "commit.gpgsign=false",
  ];
  const env = { ...process.env, GIT_CONFIG_GLOBAL: "/dev/null", GIT_CONFIG_NOSYSTEM: "1" };
  execFileSync("git", [...identity, ...args], { cwd: root.folder, env, stdio: "pipe" });
}

type Done = Awaited<ReturnType<Project["run"]>>;

/** Runs the command in a folder of the workspace; `npm run check -w @mono/api` runs it in the package's. */
function runIn(folder: string, env: NodeJS.ProcessEnv, args: readonly string[]): Promise<Done> {
  const command = join(root.folder, "node_modules/versioned-controllers/dist/cli.js");
  return new Promise((resolve) => {
    const child = execFile(
      process.execPath,
      [command, ...args],
      { cwd: join(root.folder, folder), env: { ...process.env, GITHUB_WORKSPACE: "", ...env } },
      (_error, output, errors) => {
        resolve(withEntriesApart({ code: child.exitCode, output, errors }));
      },
    );
  });
}

const inRoot = (...args: readonly string[]): Promise<Done> => runIn(".", {}, args);
const inPackage = (...args: readonly string[]): Promise<Done> => runIn("packages/api", {}, args);

const fine = { code: 0, output: "version 1: no breaking change\n", errors: "" };
const broken = {
  code: 1,
  output: 'version 1: 1 breaking change\n  GET /cats, response 200: property "age" was removed\n',
  errors: "",
};

const runs: readonly (readonly [where: string, folder: string, module: string, ...options: string[]])[] = [
  ["the package", "packages/api", "./src/app.ts"],
  ["the root", ".", "./packages/api/src/app.ts", "--dir", "packages/api/openapi"],
  ["another package", "packages/models", "../api/src/app.ts", "--dir", "../api/openapi"],
];

describe.each(runs)("check in a workspace, run in %s", (_, folder, module, ...options) => {
  const check = (...more: readonly string[]): Promise<Done> =>
    runIn(folder, {}, ["check", module, ...options, ...more]);

  it.each(["", "--against main --frozen"])("compares with what the package has frozen: %s", async (more) => {
    const options = more.split(" ").filter((option) => option !== "");
    expect(await check(...options)).toEqual(fine);
    models({ name: {} });
    expect(await check(...options)).toEqual(broken);
  });

  it("--against fails on what the branch has frozen anew", async () => {
    models({ name: {} });
    await inPackage("freeze", "./src/app.ts", "1", "--force");
    expect((await check()).output).toBe(fine.output);
    expect((await check("--against", "main")).output).toContain("the frozen document was changed since");
  });
});

describe("the package's tsconfig.json is that of its modules", () => {
  it.each(runs)("run in %s", async (_, folder, module) => {
    expect(await runIn(folder, {}, ["routes", module])).toEqual({
      code: 0,
      output: "           1\nGET /cats  served\n",
      errors: "",
    });
  });

  it("TSX_TSCONFIG_PATH names another", async () => {
    root.write("other.json", "{}");
    const env = { TSX_TSCONFIG_PATH: join(root.folder, "other.json") };
    expect((await runIn(".", env, ["routes", "./packages/api/src/app.ts"])).errors).toContain("~/versions");
  });
});

describe("the root without --dir", () => {
  it.each(["--all", "--against=main", "--frozen"])(
    "check %s names the folder that it does not look in",
    async (option) => {
      expect(await inRoot("check", "./packages/api/src/app.ts", option)).toEqual({
        code: 2,
        output: "",
        errors:
          "no frozen document was found in openapi, but packages/api/openapi holds frozen documents: " +
          "add --dir packages/api/openapi, or run the command in packages/api\n",
      });
    },
  );
});

describe("--github", () => {
  const annotated = async (folder: string, env: NodeJS.ProcessEnv, module: string, dir = "openapi") => {
    models({ name: {} });
    const { output } = await runIn(folder, env, ["check", module, "--dir", dir, "--github"]);
    return /^::error file=([^,]*),/m.exec(output)?.[1];
  };

  it("names files from GITHUB_WORKSPACE, as GitHub reads them, wherever it runs", async () => {
    const env = { GITHUB_WORKSPACE: root.folder };
    expect(await annotated("packages/api", env, "./src/app.ts")).toBe("packages/api/openapi/1.json");
    expect(await annotated("packages/models", env, "../api/src/app.ts", "../api/openapi")).toBe(
      "packages/api/openapi/1.json",
    );
  });

  it.each(["", "/elsewhere"])("names them from its own folder where that is %j", async (workspace) => {
    expect(await annotated("packages/api", { GITHUB_WORKSPACE: workspace }, "./src/app.ts")).toBe(
      "openapi/1.json",
    );
  });
});
