import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { countLines, linesInReadme } from "../support/samples/counted-lines";
import { ROOT } from "../support/samples/sample";

/** The files that exist for older versions alone: those that both ways use, and the handlers beside those of the newest version. */
const samples = [
  {
    sample: "35-customer",
    shared: ["older-schemas.ts"],
    olderHandlers: ["emails.ts", "older-schemas.ts", "version-1.ts", "version-2.ts", "version-3.ts"],
    newestHandlers: "by-handlers/version-4.ts",
  },
  {
    sample: "36-schedules",
    shared: ["older-schemas.ts", "times.ts"],
    olderHandlers: ["errors.ts", "version-2025.ts"],
    newestHandlers: "by-handlers/newest.ts",
  },
];

describe.each(samples)("$sample", ({ sample, shared, olderHandlers, newestHandlers }) => {
  const both = countLines(sample, ...shared);
  const handlers = countLines(sample, ...olderHandlers.map((file) => `by-handlers/${file}`));
  const changes = countLines(sample, "changes.ts");
  const more = countLines(sample, "controller.ts") - countLines(sample, newestHandlers);
  const [byHandlers, byChanges] = [both + handlers, both + changes + more];

  it("the README's table has the lines that exist for older versions only", () => {
    expect(linesInReadme(sample)).toEqual([
      [both, both],
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
