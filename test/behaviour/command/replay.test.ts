import { makeProjectInProcess } from "../../support/project";

const project = makeProjectInProcess();

afterAll(() => {
  project.remove();
});

const app = `
  Object.assign(globalThis, require("versioned-controllers"));
  const { z } = require(${JSON.stringify(require.resolve("zod"))});
  const V = DefineVersions("1", "2");
  const Born = V.Change("2", "A cat's \`born\` is \`birthday\`.");
  const Old = V.Change("2", "Old.");
  const Cat = Versioned(z.object({ birthday: z.string() })).Before(Born, z.object({ born: z.string() }), {
    Up: ({ born }) => {
      if (born === "never") throw new HTTPError(409, "no");
      return { birthday: born };
    },
    Down: ({ birthday }) => ({ born: birthday }),
  });
  module.exports = new App({ Logger: { warn() {}, error() {} }, Versioning: { Type: VersioningHeader, Header: "V", Versions: V.List } })
    .Post("/cats", () => ({ birthday: "x" }), V.Since("1"), WithBody(Cat), WithResponse(201, Cat));`;

const record = {
  at: "2026-01-01T00:00:00.000Z",
  route: "POST /cats",
  version: "1",
  newest: "2",
  changes: ["A cat's `born` is `birthday`."],
  request: { body: { sent: { born: "x" }, read: { birthday: "x" } } },
  response: { status: { meant: 201, sent: 201 }, body: { given: { birthday: "x" }, shown: { born: "x" } } },
};
const wrong = {
  ...record,
  request: { body: { sent: { born: "x" }, read: { birthday: "y".repeat(90) } } },
  response: { ...record.response, body: { given: { birthday: "x" }, shown: { born: "x", sex: "f" } } },
};
const others = [
  { ...record, changes: ["Old."] },
  { ...record, request: { body: { sent: { born: "never" }, read: { birthday: "never" } } } },
  { ...record, request: { body: { sent: { born: "x" } } }, response: { status: { meant: 409, sent: 409 } } },
  { ...record, response: { status: { meant: 201, sent: 200 } } },
  { ...record, response: { ...record.response, body: { given: { birthday: "x" }, shown: "x" } } },
];

const linesOf = (...records: readonly object[]): string =>
  records.map((one) => `${JSON.stringify(one)}\n`).join("");

beforeAll(() => {
  project.write("app.js", app);
  project.write("fine.ndjson", linesOf(record, { ...record, route: "GET /dogs" }));
  project.write("wrong.ndjson", linesOf(record, wrong, wrong));
  project.write("others.ndjson", linesOf(...others));
  project.write("broken.ndjson", `${JSON.stringify(record)}\n\n{"at":1}\n`);
});

it("prints that nothing differs, and what was skipped", async () => {
  expect(await project.run("replay", "app.js", "fine.ndjson")).toEqual({
    code: 0,
    output: `1 record replayed, 0 differences\n1 record skipped: the App no longer has the route GET /dogs in version "1"\n`,
    errors: "",
  });
});

it("prints each difference with its change, place and first line, and exits 1", async () => {
  const { code, output } = await project.run("replay", "app.js", "wrong.ndjson");
  expect(code).toBe(1);
  expect(output).toBe(`POST /cats, version 1, Up, "A cat's \`born\` is \`birthday\`." (line 2)
   /birthday was "${"y".repeat(79)}..., is "x"
POST /cats, version 1, Down, "A cat's \`born\` is \`birthday\`." (line 2)
   /sex was "f", is absent

3 records replayed, 2 differences
`);
});

it("prints refusals, statuses and removed changes", async () => {
  const { output } = await project.run("replay", "app.js", "others.ndjson");
  expect(output).toBe(`POST /cats, version 1, Removed, "Old." (line 1)
   the change ran when the line was recorded, and no link has it now
POST /cats, version 1, Refused, "A cat's \`born\` is \`birthday\`." (line 2)
   was accepted, is refused with 409 now
POST /cats, version 1, Refused, "A cat's \`born\` is \`birthday\`." (line 3)
   was refused with 409, is accepted now
POST /cats, version 1, Status (line 4)
   /status was 200, is 201
POST /cats, version 1, Down, "A cat's \`born\` is \`birthday\`." (line 5)
   the whole value was "x", is {"born":"x"}

5 records replayed, 5 differences
`);
});

it("prints JSON, of which a script reads the result of Replay", async () => {
  const { code, output } = await project.run("replay", "app.js", "wrong.ndjson", "--json");
  expect(code).toBe(1);
  expect(JSON.parse(output)).toMatchObject({
    Replayed: 3,
    Skipped: {},
    Differences: [
      { Line: 2, Side: "Up" },
      { Line: 2, Side: "Down", Path: ["sex"], Recorded: "f" },
    ],
    More: 0,
  });
});

it.each([
  [["app.js"], /replay takes <module> <file>/],
  [["app.js", "none.ndjson"], /^the file none.ndjson does not exist\n$/],
  [["app.js", "broken.ndjson"], /^broken.ndjson: line 3 must be a record of a Recorder/],
])("exits 2 for %j", async (args, errors) => {
  const result = await project.run("replay", ...args);
  expect(result).toMatchObject({ code: 2, output: "" });
  expect(result.errors).toMatch(errors);
});
