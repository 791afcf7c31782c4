import { readFileSync } from "node:fs";
import { join } from "node:path";
import { ROOT } from "../support/samples/sample";
import { blocksOf } from "./markdown";

it("the page on emergencies shows the function of sample 41, which runs on PostgreSQL", () => {
  const file = readFileSync(join(ROOT, "samples/41-lives-in-postgres/lives.ts"), "utf8");
  const shown = blocksOf("docs/guides/running/emergencies.md").map(({ text }) => text.trim());
  expect(shown).toContain(file.replaceAll(/^export /gm, "").trim());
});
