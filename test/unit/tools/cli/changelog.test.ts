import { differenceMarkdown } from "../../../../src/tools/cli/markdown";
import type { Difference } from "../../../../src/tools/compare/difference";

const difference = (more: Partial<Difference>): Difference => ({
  operation: "GET /cats",
  part: "",
  place: "GET /cats",
  text: "is now deprecated",
  kind: "deprecation-added",
  extent: "changed",
  isBreaking: false,
  ...more,
});

const none = { areDeclarable: false, descriptions: [], behind: () => [] };

it("keeps what Markdown would read as more than text", () => {
  const differences = [
    difference({ operation: "GET /`cats`" }),
    difference({ part: "response 200", text: `property "[].a*b" was <b>removed</b>`, isBreaking: true }),
  ];
  expect(differenceMarkdown({ ends: "version [1] to 2*", differences, changes: none })).toBe(
    [
      "# From version \\[1\\] to 2\\*",
      "",
      "## Changed",
      "",
      "### `` GET /`cats` ``",
      "",
      "- is now deprecated",
      "",
      "### `GET /cats`",
      "",
      `- **Breaking:** response 200: property "\\[\\].a\\*b" was \\<b>removed\\</b>`,
      "",
    ].join("\n"),
  );
});
