import { makeProject } from "../support/project";
import { commandCallIn, moduleOf } from "./command-calls";
import { blocksOf } from "./markdown";

// It starts a process, on a machine that may be busy.
jest.setTimeout(60_000);

const page = "docs/guides/changes/moving-a-client.md";
const project = makeProject({ tsx: true });
const [program] = blocksOf(page).filter(({ info }) => info === "ts");
const [call] = blocksOf(page).flatMap((block) => commandCallIn(block) ?? []);

afterAll(() => {
  project.remove();
});

it("the guide is what the page shows, without fast-check", async () => {
  // The documentation page needs a package that this project does not have, and the guide no page.
  const text = (program ? moduleOf(program) : "").replace(/^import \{ Docs \}.*$/m, "");
  project.write("app.ts", text);
  expect(await project.run(...(call?.args ?? []))).toEqual({
    code: 0,
    output: `${call?.shown ?? ""}\n`,
    errors: "",
  });
});

it("makes an example of a schema that has none", async () => {
  const text = (program ? moduleOf(program) : "").replace(/^import \{ Docs \}.*$/m, "");
  project.write("app.ts", text.replace(`, examples: ["Tom"]`, ""));
  const { code, output } = await project.run("guide", "./app.ts", "1", "2");
  expect(code).toBe(0);
  expect(output).not.toContain("No example");
});
