import { readFileSync } from "node:fs";
import { join } from "node:path";
import { blocksOf, root } from "./markdown";

const page = "docs/migrate/nestjs.md";
const folder = "samples/37-from-nest/nest/one-module";
const texts = blocksOf(page).map(({ text }) => text);

/** The program, which `npm run test:nest` compiles and runs, for NestJS is not installed where other pages are tested. */
const fileOf = (name: string): string => readFileSync(join(root, folder, name), "utf8").trimEnd();

test.each([
  ["loans.api.ts", "// loans.api.ts\n", (code: string) => code],
  [
    "loans.controller.ts",
    "// loans.controller.ts, below its imports\n",
    (code: string) => code.slice(code.indexOf("\n\n") + 2),
  ],
])("the page shows %s of the sample as it is", (name, title, shown) => {
  const block = texts.find((code) => code.startsWith(title));
  expect(block?.slice(title.length).trimEnd()).toBe(shown(fileOf(name)));
});

test("the lines of the page that mount the App are in the sample", () => {
  const block = texts.find((code) => code.startsWith("nest.setGlobalPrefix"));
  const lines = fileOf("main.ts")
    .split("\n")
    .map((line) => line.trim());
  expect(lines).toEqual(expect.arrayContaining(block?.trimEnd().split("\n") ?? ["no such block"]));
});
