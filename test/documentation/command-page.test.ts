import { commands } from "../../src/tools/cli/commands";
import { makeProject } from "../support/project";
import { commandCallIn, moduleOf } from "./command-calls";
import { blocksOf } from "./markdown";

// Each test starts processes, on a machine that may be busy.
jest.setTimeout(30_000);

const page = "docs/reference/command.md";
const project = makeProject({ tsx: true });
const [program] = blocksOf(page).filter(({ info }) => info === "ts");
const calls = blocksOf(page).flatMap((block) => commandCallIn(block) ?? []);

beforeAll(() => {
  project.write("app.ts", program ? moduleOf(program) : "");
  const counted = blocksOf(page).find(({ info, text }) => info === "json" && text.includes(`"clients"`));
  project.write("usage.json", counted?.text ?? "");
  // Before the first request, a recording is empty.
  project.write("recording.ndjson", "");
});

afterAll(() => {
  project.remove();
});

it("the page shows every command", () => {
  const shown = new Set(calls.map(({ args }) => args[0]));
  expect([...shown]).toEqual(commands.map(({ name }) => name));
});

// One after the other: check compares with what freeze has written.
it.each(calls.map(({ line, args, shown }) => [line, args, shown] as const))(
  "%s prints what is shown",
  async (_line, args, shown) => {
    const done = await project.run(...args);
    expect(done).toEqual({ code: 0, output: `${shown}\n`, errors: "" });
  },
);

it("says what is shown where a property is gone", async () => {
  const shown = blocksOf(page).find(
    ({ info, text }) => info === "text" && text.startsWith("version 1:"),
  )?.text;
  const text = program ? moduleOf(program) : "";
  project.write("app.ts", text.replace(/name: \{ type: "string" \}/, "").replace(`["name"]`, "[]"));
  const { code, output } = await project.run("check", "./app.ts");
  expect(code).toBe(1);
  expect(output).toBe(`${shown ?? ""}\nversion 2: not frozen\nversion 3: not frozen\n`);
});
