import { readFileSync } from "node:fs";
import { join } from "node:path";
import { firstFiles } from "../../../src/tools/init/first-files";
import { makeProjectInProcess, type Project } from "../../support/project";

let project: Project;

beforeEach(() => {
  project = makeProjectInProcess();
});

afterEach(() => {
  project.remove();
});

interface Manifest {
  readonly name?: string;
  readonly scripts: Readonly<Record<string, string>>;
  readonly dependencies: Readonly<Record<string, string>>;
  readonly devDependencies: Readonly<Record<string, string>>;
}

function manifest(): Manifest {
  return JSON.parse(project.read("package.json")) as Manifest;
}

const own = JSON.parse(readFileSync(join(__dirname, "../../../package.json"), "utf8")) as {
  readonly version: string;
  readonly peerDependencies: Readonly<Record<string, string>>;
};
const names = firstFiles.map(({ name }) => name);
const check =
  "tsc --noEmit && versioned-controllers freeze src/app.ts --all && versioned-controllers check src/app.ts";
const now = "\n\nNow: npm install && npm start\n";

it("writes every file that is not there, and says so", async () => {
  const { code, output, errors } = await project.run("init");
  expect({ code, errors }).toEqual({ code: 0, errors: "" });
  const [first, ...others] = output.replace(now, "").split("\n");
  expect(first).toMatch(/^package\.json: added start, dev, test, check, express, /);
  expect(others).toEqual(names.map((name) => `${name}: written`));
  for (const { name, text } of firstFiles) expect(project.read(name)).toBe(text);
});

it("shows the configuration of jest to a project that has it, and to no other", async () => {
  project.write("package.json", `{ "devDependencies": { "jest": "^30.0.0" } }`);
  const { output } = await project.run("init");
  const page = readFileSync(join(__dirname, "../../../docs/guides/running/compilers-and-runners.md"), "utf8");
  const [, shown = ""] = /^`jest\.config\.json`:\n\n```json\n\{\n(.*?)\n\}\n```/ms.exec(page) ?? [];
  expect(shown).toContain(`"moduleNameMapper": { "^(\\\\.{1,2}/.*)\\\\.js$": "$1" }`);
  expect(output).toContain(
    `\n\nFor jest, replace "node:test" by "@jest/globals" in the test, and add to the configuration of jest:\n\n${shown}${now}`,
  );
  project.write("package.json", `{ "devDependencies": { "vitest": "^3.0.0" } }`);
  expect((await project.run("init")).output).not.toContain("jest");
});

it("asks in package.json for this version, and for what it works with", async () => {
  await project.run("init");
  const { scripts, dependencies, devDependencies } = manifest();
  expect(scripts).toEqual({
    start: "tsx src/main.ts",
    dev: "tsx watch src/main.ts",
    test: "tsx --test src/*.test.ts",
    check,
  });
  expect(dependencies).toEqual({
    express: own.peerDependencies.express,
    "swagger-ui-express": own.peerDependencies["swagger-ui-express"],
    "versioned-controllers": `^${own.version}`,
    zod: "^4.2.0",
  });
  expect(devDependencies).toMatchObject({
    supertest: own.peerDependencies.supertest,
    "fast-check": own.peerDependencies["fast-check"],
    typescript: "^5.9.0 || ^6.0.0",
  });
});

it("says what is there already, and changes nothing of it", async () => {
  await project.run("init");
  const before = ["package.json", ...names].map((name) => project.read(name));
  const { code, output } = await project.run("init");
  expect({ code, output }).toEqual({
    code: 0,
    output:
      [
        "package.json: nothing missing, left unchanged",
        ...names.map((name) => `${name}: exists, left unchanged`),
      ].join("\n") + now,
  });
  expect(["package.json", ...names].map((name) => project.read(name))).toEqual(before);
});

it("adds to a package.json what it lacks, in its own indentation", async () => {
  const written = {
    name: "mine",
    scripts: { test: "vitest" },
    dependencies: { express: "5.1.0" },
    devDependencies: { typescript: "5.9.3", supertest: "7.1.0" },
  };
  project.write("package.json", JSON.stringify(written, undefined, "\t"));
  project.write("tsconfig.json", "{}");
  const { output } = await project.run("init");
  expect(output.split("\n").slice(0, 3)).toEqual([
    "package.json: added start, dev, check, swagger-ui-express, versioned-controllers, zod, @types/express, @types/node, @types/supertest, fast-check, tsx; kept your script test",
    "tsconfig.json: exists, left unchanged",
    "src/versions.ts: written",
  ]);
  expect(project.read("package.json")).toMatch(/^\{\n\t"name": "mine",\n/);
  expect(manifest()).toMatchObject({
    ...written,
    scripts: { test: "vitest", start: "tsx src/main.ts", check },
  });
  expect(project.read("tsconfig.json")).toBe("{}");
});

it("replaces what npm init writes in the place of a test, and no script of yours", async () => {
  const placeholder = 'echo "Error: no test specified" && exit 1';
  project.write(
    "package.json",
    JSON.stringify({ name: "mine", scripts: { test: placeholder, start: "mine" } }),
  );
  const first = await project.run("init");
  expect(first.output).toMatch(/^package\.json: added dev, test, .*; kept your script start\n/);
  expect(manifest().scripts).toEqual({
    dev: "tsx watch src/main.ts",
    test: "tsx --test src/*.test.ts",
    start: "mine",
    check,
  });
  const second = await project.run("init");
  expect(second.output).toMatch(/^package\.json: nothing missing, left unchanged; kept your script start\n/);
});

it.each([
  ["{", /^package\.json is not valid JSON: /],
  ["[]", /^package\.json must contain a JSON object\n$/],
  [`"a"`, /^package\.json must contain a JSON object\n$/],
])("writes nothing beside a package.json that is %s", async (text, message) => {
  project.write("package.json", text);
  const { code, output, errors } = await project.run("init");
  expect({ code, output }).toEqual({ code: 2, output: "" });
  expect(errors).toMatch(message);
  expect(project.read("package.json")).toBe(text);
  expect(() => project.read("tsconfig.json")).toThrow("ENOENT");
});

it("takes no arguments", async () => {
  const { code, errors } = await project.run("init", "./app.ts");
  expect(code).toBe(2);
  expect(errors).toMatch(/^init takes no arguments: see versioned-controllers init --help/);
});

describe("beside files of the user", () => {
  const service = `export function createServer() { return "mine"; }\n`;

  it("writes the App under another name, and ends with the lines that mount it", async () => {
    project.write("src/app.ts", service);
    project.write("src/main.ts", `import { createServer } from "./app.js";\n`);
    const { code, output } = await project.run("init");
    expect(code).toBe(0);
    expect(output.split("\n").slice(1)).toEqual([
      "tsconfig.json: written",
      "src/versions.ts: written",
      "src/cat.ts: written",
      "src/cats-controller.ts: written",
      "src/api.ts: written",
      "src/main.ts: exists, left unchanged",
      "src/cats-controller.test.ts: written",
      "",
      "Now: npm install, and mount the App in your service:",
      "",
      '  import { Docs } from "versioned-controllers/docs";',
      '  import api from "./api.js";',
      "",
      '  server.use("/docs", Docs(api)).use(api.Build());',
      "",
    ]);
    expect(project.read("src/app.ts")).toBe(service);
    expect(project.read("src/api.ts")).toContain("npx versioned-controllers routes src/api.ts");
    expect(project.read("src/cats-controller.test.ts")).toContain('import app from "./api.js";');
    expect(manifest().scripts.check).toContain("versioned-controllers check src/api.ts");
  });

  it("says the same again in a second run, which writes nothing", async () => {
    project.write("src/app.ts", service);
    await project.run("init");
    const { output } = await project.run("init");
    expect(output).not.toContain("written");
    expect(output).toContain("src/api.ts: exists, left unchanged");
  });

  it.each([
    ["src/versions.ts", "src/api-versions.ts", "src/cat.ts", '"./api-versions.js"'],
    ["src/cat.ts", "src/api-cat.ts", "src/cats-controller.ts", '"./api-cat.js"'],
    ["src/cats-controller.ts", "src/api-cats-controller.ts", "src/app.ts", '"./api-cats-controller.js"'],
  ])("%s becomes %s, and %s imports it", async (name, other, importing, path) => {
    project.write(name, service);
    await project.run("init");
    expect(project.read(name)).toBe(service);
    expect(project.read(other)).toContain("versioned-controllers");
    expect(project.read(importing)).toContain(path);
  });

  it("leaves a service that uses the package as it is, and writes nothing that needs its files", async () => {
    const own = `import { App } from "versioned-controllers";\nexport default new App();\n`;
    project.write("src/app.ts", own);
    const { output } = await project.run("init");
    expect(project.read("src/app.ts")).toBe(own);
    expect(output).toContain(
      "src/cats-controller.test.ts: not written, because a file that it imports is your own",
    );
    expect(() => project.read("src/api.ts")).toThrow("ENOENT");
  });

  it("refuses where the other name is taken too", async () => {
    project.write("src/app.ts", service);
    project.write("src/api.ts", service);
    const { code, errors } = await project.run("init");
    expect({ code, errors }).toEqual({
      code: 2,
      errors: "init needs a file src/app.ts or src/api.ts, but both exist: rename one of them\n",
    });
    expect(() => project.read("tsconfig.json")).toThrow("ENOENT");
  });
});

it.each([
  ["package-lock.json", "{}", "npm"],
  ["pnpm-lock.yaml", "", "pnpm"],
  ["yarn.lock", "", "yarn"],
  ["bun.lock", "{}", "bun"],
])("names the package manager of %s", async (lock, text, manager) => {
  project.write(lock, text);
  const { output } = await project.run("init");
  expect(output).toMatch(new RegExp(`\nNow: ${manager} install && ${manager} start\n$`));
});
