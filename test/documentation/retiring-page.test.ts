import { makeProject } from "../support/project";
import { commandCallIn, moduleOf } from "./command-calls";
import { blocksOf, sectionOf } from "./markdown";

// Each step starts a process, on a machine that may be busy.
jest.setTimeout(60_000);

const page = "docs/guides/versions/retiring-a-version.md";
const project = makeProject({ tsx: true });
const blocks = blocksOf(page);
const calls = blocks.flatMap((block) => {
  const call = commandCallIn(block);
  // The program and the counts that stand above a call are those that it is made with.
  const above = blocks.slice(0, blocks.indexOf(block));
  return call ? [{ ...call, above }] : [];
});

afterAll(() => {
  project.remove();
});

it("the story has every command that it needs", () => {
  const commands = ["freeze", "check", "changelog", "diff", "check", "freeze", "routes", "check"];
  expect(calls.map(({ args }) => args[0])).toEqual(commands);
});

// One after the other: each finds what the ones before have written.
it.each(
  calls.map(({ line, args, above, shown }, step) => [`${step + 1}. ${line}`, args, above, shown] as const),
)("%s prints what is shown", async (_line, args, above, shown) => {
  const program = above.findLast(({ info }) => info === "ts");
  const usage = above.findLast(({ info }) => info === "json");
  project.write("app.ts", program ? moduleOf(program) : "");
  project.write("usage.json", usage?.text ?? "");
  expect(await project.run(...args)).toEqual({ code: 0, output: `${shown}\n`, errors: "" });
});

it("without Retired and the announcement the last step fails, as the page says", async () => {
  const program = project.read("app.ts");
  expect(program).toContain("    Retired: {");
  project.write("app.ts", program.replace(/^ {4}Retired: .*\n/m, ""));
  project.write("openapi/1.json", project.read("openapi/1.json").replaceAll("2026-07-01", "2026-07-03"));
  const { code, output } = await project.run("check", "./app.ts");
  const [said] = /the version is no longer served/.exec(sectionOf(page, "You delete version 1")) ?? [];
  expect([code, output]).toEqual([
    1,
    `version 1: 1 breaking change\n  ${String(said)}\nversion 2: not frozen\n`,
  ]);
});
