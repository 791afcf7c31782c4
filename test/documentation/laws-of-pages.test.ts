import { execFile } from "node:child_process";
import { mkdirSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { promisify } from "node:util";
import { blocksOf, pages, root, type Block } from "./markdown";

/* The histories that the pages show keep the laws that the pages advise readers to test. */

const folder = join(__dirname, ".blocks-of-laws");
const listening = /^express\(\).*\.listen\(\d+\);$/m;
const programs = pages()
  .filter((page) => page.startsWith("docs/guides/changes/"))
  .flatMap(blocksOf)
  .filter(({ info, text }) => info === "ts" && text.includes("Versioned(") && listening.test(text));

let outcomes: Readonly<Record<string, string>> = {};

beforeAll(async () => {
  mkdirSync(folder, { recursive: true });
  for (const program of programs) {
    writeFileSync(join(folder, nameOf(program)), program.text.replace(listening, "export { app };"));
  }
  const main = join(folder, "main.ts");
  writeFileSync(main, mainOf(programs.map(nameOf)));
  const { stdout } = await promisify(execFile)(process.execPath, ["--import", "tsx", main], { cwd: root });
  outcomes = JSON.parse(stdout) as Readonly<Record<string, string>>;
}, 60_000);

afterAll(() => {
  rmSync(folder, { recursive: true, force: true });
});

/** A program of a page that needs more of CheckChanges than the page is about. */
const exceptions = new Map([
  ["data-from-the-store.md", "needs the context"],
  ["stricter-validation.md", "was hardly tried"],
]);

test.each(programs.map((program) => [`${program.page}:${program.line}`, program] as const))(
  "%s keeps the laws of CheckChanges",
  (_place, program) => {
    const [, expected] = [...exceptions].find(([page]) => program.page.endsWith(page)) ?? [];
    const outcome = outcomes[nameOf(program)];
    if (expected === undefined || outcome === "kept") expect(outcome).toBe("kept");
    else expect(outcome).toContain(expected);
  },
);

function nameOf({ page, line }: Block): string {
  return `${page.replaceAll(/\W+/g, "-")}-${line}.ts`;
}

function mainOf(names: readonly string[]): string {
  return `
    import { CheckChanges } from "versioned-controllers/check";
    async function main() {
      const outcomes = {};
      for (const name of ${JSON.stringify(names)}) {
        const { app } = await import("./" + name);
        outcomes[name] = await CheckChanges(app, { Seed: 1, Runs: 300 }).then(() => "kept", (error) => error.message);
      }
      console.log(JSON.stringify(outcomes));
    }
    void main();
  `;
}
