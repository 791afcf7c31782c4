import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { App } from "versioned-controllers";
import { documentFromOpenAPI30 } from "../../src/schema/json-schema/openapi-30-document";
import { runCommand } from "../../src/tools/cli/run";
import { commandCallIn } from "./command-calls";
import { blocksOf, type Block } from "./markdown";

/* The commands of the page print what it shows, of the programs of the page. */

const page = "docs/migrate/openapi.md";
const programs = join(__dirname, ".blocks-of-from-openapi");
const folder = mkdtempSync(join(tmpdir(), "versioned-controllers-from-openapi-"));

rmSync(programs, { recursive: true, force: true });
mkdirSync(programs, { recursive: true });
for (const name of ["published.ts", "app.ts"]) writeFileSync(join(programs, name), programNamed(name));
const { published } = jest.requireActual<{ published: object }>(join(programs, "published.ts"));
const { app } = jest.requireActual<{ app: App }>(join(programs, "app.ts"));
writeFileSync(join(folder, "published.json"), JSON.stringify(published));

afterAll(() => {
  for (const made of [programs, folder]) rmSync(made, { recursive: true, force: true });
});

function programNamed(name: string): string {
  return blocksOf(page).find(({ text }) => text.startsWith(`// ${name}\n`))?.text ?? "";
}

/** The calls of a block: each with the lines of comment below it. */
function callsOf({
  text,
  ...block
}: Block): readonly (readonly [call: string, args: string[], shown: string])[] {
  return text.split(/^(?=npx )/m).flatMap((one) => {
    const call = commandCallIn({ ...block, text: one.trim() });
    return call ? [[call.line, [...call.args], call.shown] as const] : [];
  });
}

const calls = blocksOf(page)
  .filter(({ info, text }) => info === "sh" && text.includes("npx "))
  .flatMap(callsOf);

it("the page shows two commands", () => {
  expect(calls.map(([, [name]]) => name)).toEqual(["freeze", "diff"]);
});

// One after the other: diff compares with what freeze has written.
it.each(calls)("%s prints what is shown", async (_line, args, shown) => {
  const done = await runCommand(args, { folder, load: () => Promise.resolve(app) });
  expect(done).toEqual({ code: 0, output: `${shown}\n`, errors: "" });
});

it("the document has the components of the published one", () => {
  const meant = documentFromOpenAPI30(published) as { components: { schemas: object } };
  expect(app.Document().components?.schemas).toMatchObject(meant.components.schemas);
});
