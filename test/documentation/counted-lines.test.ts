import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { countLines, linesInReadme } from "../support/samples/counted-lines";
import { ROOT } from "../support/samples/sample";

/** The files of each sample that exist because of its older versions, and those of the newest. */
const samples = [
  {
    sample: "35-customer",
    olderHandlers: ["emails.ts", "version-1.ts", "version-2.ts", "version-3.ts"],
    newestHandlers: "by-handlers/version-4.ts",
  },
];

describe.each(samples)("$sample", ({ sample, olderHandlers, newestHandlers }) => {
  const schemas = countLines(sample, "older-schemas.ts");
  const handlers = countLines(sample, ...olderHandlers.map((file) => `by-handlers/${file}`));
  const changes = countLines(sample, "changes.ts");
  const more = countLines(sample, "controller.ts") - countLines(sample, newestHandlers);
  const [byHandlers, byChanges] = [schemas + handlers, schemas + changes + more];

  it("the README's table has the lines that exist for older versions alone", () => {
    expect(linesInReadme(sample)).toEqual([
      [schemas, schemas],
      [handlers, 0],
      [0, changes],
      [0, more],
      [byHandlers, byChanges],
    ]);
  });

  it("changes take at most half of the lines that handlers take", () => {
    expect(byChanges / byHandlers).toBeLessThanOrEqual(0.5);
  });

  it("every controller but the newest is counted", () => {
    const files = readdirSync(join(ROOT, "samples", sample, "by-handlers"));
    expect(files.map((file) => `by-handlers/${file}`).toSorted()).toEqual(
      [
        "by-handlers/app.ts",
        newestHandlers,
        ...olderHandlers.map((file) => `by-handlers/${file}`),
      ].toSorted(),
    );
  });

  it("no handler asks for a version", () => {
    const text = readFileSync(join(ROOT, "samples", sample, "controller.ts"), "utf8");
    expect(text).not.toMatch(/HasChange|IsAtLeast|VersionOf|V\.Has/);
  });
});
