import { blocksOf } from "./markdown";
import { commands } from "../../src/cli/commands";
import { makeProject } from "../support/project";

// Each test starts processes, on a machine that may be busy.
jest.setTimeout(30_000);

const page = "docs/command.md";
const project = makeProject({ tsx: true });
const [program] = blocksOf(page).filter(({ info }) => info === "ts");
const calls = blocksOf(page)
  .filter(({ info, text }) => info === "sh" && text.includes("npx versioned-controllers"))
  .map(({ text }) => {
    const [line = "", ...output] = text.split("\n");
    return { line, shown: output.map((comment) => comment.replace(/^# ?/, "")).join("\n") };
  });

beforeAll(() => {
  // The lines that it prints beside are no part of what is shown.
  project.write("app.ts", program?.text.replace(/^console\.log.*$/m, "") ?? "");
});

afterAll(() => {
  project.remove();
});

it("the page shows every command", () => {
  const shown = new Set(calls.map(({ line }) => line.split(" ")[2]));
  expect([...shown]).toEqual(commands.map(({ name }) => name));
});

// One after the other: check compares with what freeze has written.
it.each(calls.map(({ line, shown }) => [line, shown] as const))(
  "%s prints what is shown",
  async (line, shown) => {
    const done = await project.run(...line.replace("npx versioned-controllers ", "").split(" "));
    expect(done).toEqual({ code: 0, output: `${shown}\n`, errors: "" });
  },
);

it("says what is shown where a property is gone", async () => {
  const shown = blocksOf(page).find(
    ({ info, text }) => info === "text" && text.startsWith("version 1:"),
  )?.text;
  project.write(
    "app.ts",
    (program?.text ?? "")
      .replace(/name: \{ type: "string" \}/, "")
      .replace(`["name"]`, "[]")
      .replace(/^console\.log.*$/m, ""),
  );
  const { code, output } = await project.run("check", "./app.ts");
  expect(code).toBe(1);
  expect(output).toBe(`${shown ?? ""}\nversion 2: not frozen\nversion 3: not frozen\n`);
});
