import { cpSync } from "node:fs";
import { join } from "node:path";
import { makeProject, type Project } from "../../support/project";
import { printedLines, withoutRetired } from "../../support/retired-source";

/* What `retire` prints can be deleted: without it and the version, the documents of the other versions are the same. */

// Each test starts processes, on a machine that may be busy.
jest.setTimeout(60_000);

const root = join(__dirname, "../../..");
let project: Project;

beforeAll(() => {
  project = makeProject({ tsx: true });
  for (const name of ["node_modules/zod", "samples/18-bookshop", "samples/31-bookshop-by-changes"]) {
    cpSync(join(root, name), join(project.folder, name.replace("samples/", "")), { recursive: true });
  }
  project.write(
    "31-bookshop-by-changes/api.ts",
    `import { bookshop } from "./app";\nexport default bookshop({} as never);\n`,
  );
  // The dates of version 1 end with it.
  project.write("18-bookshop/lifecycle.ts", "export const Lifecycle = {};\n");
  project.write("own.ts", own);
});

afterAll(() => {
  project.remove();
});

const own = `
import { App, Before, DefineVersions, Get, Post, Rename, Router, Shadow, Since, Until, Versioned, VersioningURI, WithBody, WithChanges, WithResponse, WithVersion } from "versioned-controllers";
import { z } from "zod";

const V = DefineVersions("1", "2", "3");
const Born = V.Change("2", "Born.");
const Named = V.Change("3", "Named.");
const Moved = V.Change("2", "Moved.");
const Quick = V.Change("2", "Quick.");
const Cat = Versioned(z.object({ birthday: z.string() }).meta({ title: "Cat" }))
  .Before(Named, z.object({ birth: z.string() }).meta({ title: "Cat" }), Rename("birth", "birthday"))
  .Before(Born, z.object({ born: z.string() }).meta({ title: "Cat" }), Rename("born", "birth"));

@Router("/legacy", Until("1"))
class Legacy {
  @Get("/")
  list() { return ""; }
}

@Router("/cats")
class Cats {
  @Get("/", WithResponse(200, Cat))
  @Shadow(WithVersion("1"), () => ({ birthday: "" }), { Answer: "old", OnDifference() {} })
  get() { return { birthday: "" }; }

  @Get("/old")
  @WithVersion("1")
  old() { return ""; }

  @Post("/", WithBody(Cat))
  add() {}

  @Get("/quick")
  @WithChanges(Quick)
  quick() { return ""; }
}

const older = new Router("/older", Until("1")).Get("/", () => "");

export default new App({ Versioning: { Type: VersioningURI, Versions: V.List } }, Since("1"))
  .Include(Cats)
  .Include(Legacy)
  .Include(older)
  .Include(V.Webhook("cat.added", Cat))
  .Include(
    V.Webhook("cat.gone", Cat, V.Until("1")))
  .Get("/pets", () => "",
    Before(Moved, Get("/animals")),
    Before(Named, Get("/pet")))
  .Get("/dogs", () => "", V.Until("1"))
  .Get("/birds", () => "", WithVersion("1", "3"));
`;

// One after the other: version 2 ends after version 1.
it.each([
  ["31-bookshop-by-changes/api.ts", "31-bookshop-by-changes/changes.ts", "1", ["2", "3", "conversions/3"], 3],
  ["31-bookshop-by-changes/api.ts", "31-bookshop-by-changes/changes.ts", "2", ["3"], 5],
  ["own.ts", "own.ts", "1", ["2", "3", "conversions/3"], 14],
  ["own.ts", "own.ts", "2", ["3"], 3],
])("of %s, whose list is in %s, without version %s", async (app, listed, version, files, count) => {
  const others = files.filter((file) => !file.includes("/"));
  const dir = ["--dir", `${version}-${app.replaceAll(/\W/g, "-")}`];
  expect(await project.run("freeze", app, ...others, ...dir)).toMatchObject({ code: 0 });

  const { output } = await project.run("retire", app, version);
  const lines = printedLines(output);
  expect(lines.filter(({ isAlive }) => !isAlive)).toHaveLength(count);
  for (const file of new Set(lines.map((line) => line.file))) {
    const text = withoutRetired(
      project.read(file),
      lines.filter((line) => line.file === file),
    );
    project.write(file, text);
  }
  const versions = project.read(listed);
  project.write(listed, versions.replace(`DefineVersions("${version}", `, "DefineVersions("));

  expect(await project.run("check", app, "--exact", ...dir)).toMatchObject({ code: 0 });
  const unchanged = files.map((one) => `${String(dir[1])}/${one}.json: unchanged\n`);
  expect((await project.run("freeze", app, ...others, ...dir)).output).toBe(unchanged.join(""));
});
