import { App, VersioningHeader, WithVersion, VersionNeutral } from "versioned-controllers";
import { runCommand } from "../../../src/cli/run";
import { recordingLogger } from "../../support/logger";
import { makeProjectInProcess } from "../../support/project";

const project = makeProjectInProcess();

afterAll(() => {
  project.remove();
});

async function run(load: () => Promise<App>, ...args: readonly string[]) {
  return await runCommand(args, { folder: project.folder, load });
}

function neutral(): App {
  const Versioning = { Type: VersioningHeader, Header: "X-Version" } as const;
  return new App({ Logger: recordingLogger(), Versioning }).Get(
    "/cats",
    () => [],
    WithVersion(VersionNeutral),
  );
}

it("what a module throws is told, though it is no Error", async () => {
  // eslint-disable-next-line @typescript-eslint/prefer-promise-reject-errors -- that is the matter
  const done = await run(() => Promise.reject("no database"), "routes", "app.js");
  expect(done.code).toBe(2);
  expect(done.errors).toContain('"no database"');
});

it("an App without versions has none to compare", async () => {
  const done = await run(() => Promise.resolve(neutral()), "diff", "app.js", "1", "2");
  expect(done.code).toBe(2);
  expect(done.errors).toContain('no route answers version "1"; the versions are: none');
});

it("an App without versions has a table without their columns", async () => {
  const done = await run(() => Promise.resolve(neutral()), "routes", "app.js");
  expect(done).toEqual({ code: 0, output: "GET /cats\n", errors: "" });
});

it("check looks into the folder openapi unless another is named", async () => {
  const load = () => Promise.resolve(neutral());
  const [usual, named] = [
    await run(load, "check", "app.js"),
    await run(load, "check", "app.js", "--dir", "old"),
  ];
  expect([usual.code, named.code]).toEqual([2, 2]);
  expect(usual.errors).toContain("no version is frozen in openapi");
  expect(named.errors).toContain("no version is frozen in old");
});
