import { contradictions } from "../../../tools/check-tag";

const manifest = (version: string): string => JSON.stringify({ version });
const released = "# Changelog\n\n## [Unreleased]\n\n## [0.2.0] - 2026-12-01\n";

function found(tag: string, files: Readonly<Record<string, string>>): readonly string[] {
  const all: Readonly<Record<string, string>> = {
    "package.json": manifest("0.2.0"),
    "package-lock.json": manifest("0.2.0"),
    "CHANGELOG.md": released,
    ...files,
  };
  return contradictions(tag, (file) => all[file] ?? "");
}

it.each([
  ["as it should be", "v0.2.0", {}, []],
  ["another tag", "v0.3.0", {}, ["the tag must be v0.2.0, the version of package.json, got v0.3.0"]],
  ["no tag", "", {}, ["the tag must be v0.2.0, the version of package.json, got "]],
  [
    "an old lock",
    "v0.2.0",
    { "package-lock.json": manifest("0.1.0") },
    ["package-lock.json has version 0.1.0, package.json 0.2.0"],
  ],
  [
    "a changelog without the version",
    "v0.2.0",
    { "CHANGELOG.md": released.replace("[0.2.0]", "[0.1.0]") },
    ['CHANGELOG.md has no heading "## [0.2.0] - <date>": write one for what Unreleased holds'],
  ],
  [
    "a version with a hyphen",
    "v0.3.0-rc.1",
    {
      "package.json": manifest("0.3.0-rc.1"),
      "package-lock.json": manifest("0.3.0-rc.1"),
      "CHANGELOG.md": released.replace("0.2.0", "0.3.0-rc.1"),
    },
    [],
  ],
])("%s", (_what, tag, files, expected) => {
  expect(found(tag, files)).toEqual(expected);
});
