import {
  App,
  Before,
  DefineVersions,
  Put,
  Since,
  VersioningHeader,
  VersioningURI,
  VersionNeutral,
  WithVersion,
} from "versioned-controllers";
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

describe("a route whose verb and path a change has moved", () => {
  const V = DefineVersions("1", "2");
  const Moved = V.Change("2", "Things are set by POST.");
  const moved = () => {
    const app = new App({ Logger: recordingLogger(), Versioning: { Type: VersioningURI, Versions: V.List } });
    return Promise.resolve(app.Post("/new", () => 1, Since("1"), Before(Moved, Put("/old"))));
  };

  it("is told of in diff with the change that explains it", async () => {
    const done = await run(moved, "diff", "app.js", "1", "2");
    expect(done).toMatchObject({ code: 0, errors: "" });
    expect(done.output).toContain("- **Breaking:** `PUT /old`\n");
    const records: unknown = JSON.parse((await run(moved, "diff", "app.js", "1", "2", "--json")).output);
    expect(records).toContainEqual(
      expect.objectContaining({ breaking: true, where: "PUT /old", description: "Things are set by POST." }),
    );
  });

  it("has in each version of the table the name that it has there", async () => {
    const done = await run(moved, "routes", "app.js");
    expect(done.output).toBe("           1                   2\nPOST /new  served as PUT /old  served\n");
  });
});

it("check looks into the folder openapi unless another is named", async () => {
  const load = () => Promise.resolve(neutral());
  const [usual, named] = [
    await run(load, "check", "app.js"),
    await run(load, "check", "app.js", "--dir", "old"),
  ];
  expect([usual.code, named.code]).toEqual([2, 2]);
  expect(usual.errors).toContain("no frozen document was found in openapi");
  expect(named.errors).toContain("no frozen document was found in old");
});
