import {
  existsSync,
  lstatSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from "node:fs";
import { basename, join } from "node:path";
import { makeProjectInProcess, type Project } from "../../support/project";

let project: Project;

beforeEach(() => {
  project = makeProjectInProcess();
});

afterEach(() => {
  project.remove();
});

/** Everything in the project's folder but modules: folders, links, and files with their texts. */
function content(): Readonly<Record<string, string>> {
  const names = readdirSync(project.folder, { recursive: true, encoding: "utf8" });
  const own = names.filter((name) => !/^(?:node_modules|loaded-)/.test(name)).sort();
  return Object.fromEntries(
    own.map((name) => {
      const entry = lstatSync(join(project.folder, name));
      if (entry.isDirectory()) return [name, "folder"];
      return [name, entry.isSymbolicLink() ? "link" : readFileSync(join(project.folder, name), "utf8")];
    }),
  );
}

/** A link to a place beside the project's folder, which is removed with the test. */
function linkOut(name: string, text?: string): string {
  const target = `${project.folder}-outside`;
  rmSync(target, { recursive: true, force: true });
  if (text !== undefined) writeFileSync(target, text);
  symlinkSync(`../${basename(target)}`, join(project.folder, name));
  return target;
}

afterEach(() => {
  rmSync(`${project.folder}-outside`, { recursive: true, force: true });
});

describe("init changes nothing where it cannot write all of it", () => {
  it.each<readonly [string, () => void, RegExp]>([
    [
      "src is a file",
      () => {
        project.write("src", "");
      },
      /src must be a folder, got a file$/m,
    ],
    [
      "src is a link",
      () => {
        mkdirSync(linkOut("src"));
      },
      /src must be a folder, got a symbolic link$/m,
    ],
    [
      "package.json is a folder",
      () => {
        rmSync(join(project.folder, "package.json"), { force: true });
        mkdirSync(join(project.folder, "package.json"));
      },
      /package\.json can't be read: EISDIR/,
    ],
    ...["scripts", "dependencies", "devDependencies", "peerDependencies"].flatMap((field) =>
      [`"x"`, "[]", "null", "1"].map(
        (value) =>
          [
            `${field} is ${value}`,
            () => {
              project.write("package.json", `{"${field}":${value}}`);
            },
            new RegExp(`^package\\.json: ${field} must be an object, got `),
          ] as const,
      ),
    ),
  ])("%s", async (_what, prepare, message) => {
    prepare();
    const before = content();
    const { code, output, errors } = await project.run("init");
    expect({ code, output }).toEqual({ code: 2, output: "" });
    expect(errors).toMatch(message);
    expect(content()).toEqual(before);
    const outside = `${project.folder}-outside`;
    expect(existsSync(outside) ? readdirSync(outside) : []).toEqual([]);
  });
});

describe("init writes beside links", () => {
  it("a package.json that is a link becomes a file", async () => {
    rmSync(join(project.folder, "package.json"), { force: true });
    const target = linkOut("package.json", `{"name":"outside"}`);
    expect((await project.run("init")).code).toBe(0);
    expect(readFileSync(target, "utf8")).toBe(`{"name":"outside"}`);
    expect(JSON.parse(content()["package.json"] ?? "")).toMatchObject({ name: "outside", scripts: {} });
  });

  it("a link at another file's place stays, wherever it leads", async () => {
    const target = linkOut("tsconfig.json");
    const { code, output } = await project.run("init");
    expect(code).toBe(0);
    expect(output).toContain("tsconfig.json: exists, left unchanged");
    expect([content()["tsconfig.json"], existsSync(target)]).toEqual(["link", false]);
  });

  it("leaves nothing else behind", async () => {
    await project.run("init");
    expect(Object.keys(content()).filter((name) => basename(name).startsWith("."))).toEqual([]);
  });
});

describe("freeze", () => {
  const app = (versioning: string, path = "/cats") => `
    const { App, VersioningHeader, WithVersion } = require("versioned-controllers");
    exports.default = new App({ Versioning: { Type: VersioningHeader, Header: "V" ${versioning} } })
      .Get("${path}", () => [], WithVersion("1"));`;

  it.each([
    ["that leads nowhere", undefined, []],
    ["to another document", "{}", ["--force"]],
  ])("replaces a link %s, and leaves its target unchanged", async (_what, text, options) => {
    project.write("app.js", app(""));
    mkdirSync(join(project.folder, "openapi"));
    const target = linkOut("link", text);
    symlinkSync(target, join(project.folder, "openapi/1.json"));
    const { code, output } = await project.run("freeze", "app.js", "1", ...options);
    expect({ code, output }).toEqual({ code: 0, output: "openapi/1.json: written\n" });
    expect(existsSync(target) ? readFileSync(target, "utf8") : undefined).toBe(text);
    expect(content()["openapi/1.json"]).toMatch(/^\{\n {2}"components"/);
    expect(readdirSync(join(project.folder, "openapi"))).toEqual(["1.json"]);
  });

  it("writes into no folder that is a link, unless it is named", async () => {
    project.write("app.js", app(""));
    const target = linkOut("openapi");
    mkdirSync(target);
    const { code, errors } = await project.run("freeze", "app.js", "1");
    expect(code).toBe(2);
    expect(errors).toMatch(/openapi must be a folder, got a symbolic link$/m);
    expect(readdirSync(target)).toEqual([]);
    expect((await project.run("freeze", "app.js", "1", "--dir", "openapi")).code).toBe(0);
    expect(readdirSync(target)).toEqual(["1.json"]);
  });

  it("writes into no file that is named as its folder", async () => {
    project.write("app.js", app(""));
    project.write("frozen", "mine");
    const { code, errors } = await project.run("freeze", "app.js", "1", "--dir", "frozen");
    expect(code).toBe(2);
    expect(errors).toMatch(/frozen must be a folder, got a file$/m);
    expect(content().frozen).toBe("mine");
  });

  it.each<readonly [string, () => void, RegExp]>([
    [
      "another document is frozen of what is assumed",
      () => {
        project.write("openapi/assumed/1.json", "{}");
      },
      /differs from the current document/,
    ],
    [
      "the folder is a file",
      () => {
        project.write("openapi", "");
      },
      /openapi must be a folder, got a file$/m,
    ],
    [
      "the folder of what is assumed is a file",
      () => {
        project.write("openapi/assumed", "");
      },
      /assumed must be a folder, got a file$/m,
    ],
    [
      "a folder stands in a file's place",
      () => mkdirSync(join(project.folder, "openapi/assumed/1.json"), { recursive: true }),
      /1\.json must be a file, got a folder$/m,
    ],
  ])("changes nothing where %s", async (_what, prepare, message) => {
    project.write("app.js", app(`, AssumeVersion: "1"`));
    prepare();
    const before = content();
    const { code, errors } = await project.run("freeze", "app.js", "1");
    expect(code).toBe(2);
    expect(errors).toMatch(message);
    expect(content()).toEqual(before);
  });
});
