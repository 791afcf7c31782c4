import { changelogOf } from "../../../src/cli/changelog";
import type { Change } from "../../../src/cli/compare/change";

const change = (more: Partial<Change>): Change => ({
  operation: "GET /cats",
  part: "",
  place: "GET /cats",
  text: "is now deprecated",
  kind: "changed",
  isBreaking: false,
  ...more,
});

it("keeps what Markdown would read as more than text", () => {
  const changes = [
    change({ operation: "GET /`cats`" }),
    change({ part: "response 200", text: `property "[].a*b" was <b>removed</b>`, isBreaking: true }),
  ];
  expect(changelogOf({ from: "[1]", to: "2*", changes })).toBe(
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
