/**
 * Holds a tag against what it would publish: `tsx tools/check-tag.ts v0.2.0` fails unless package.json, package-lock.json and
 * CHANGELOG.md name this version.
 */
import { readFileSync } from "node:fs";
import { join } from "node:path";

const root = join(__dirname, "..");

/** What contradicts a tag, a sentence each. */
export function contradictions(tag: string, read: (file: string) => string): readonly string[] {
  const { version } = JSON.parse(read("package.json")) as { readonly version: string };
  const lock = JSON.parse(read("package-lock.json")) as { readonly version: string };
  const heading = new RegExp(`^## \\[${version.replaceAll(".", "\\.")}\\] - \\d{4}-\\d{2}-\\d{2}$`, "m");
  return [
    ...(tag === `v${version}`
      ? []
      : [`the tag must be v${version}, the version of package.json, got ${tag}`]),
    ...(lock.version === version
      ? []
      : [`package-lock.json has version ${lock.version}, package.json ${version}`]),
    ...(heading.test(read("CHANGELOG.md"))
      ? []
      : [`CHANGELOG.md has no heading "## [${version}] - <date>": write one for what Unreleased holds`]),
  ];
}

if (require.main === module) {
  const [tag = ""] = process.argv.slice(2);
  const found = contradictions(tag, (file) => readFileSync(join(root, file), "utf8"));
  for (const one of found) console.error(one);
  if (found.length > 0) process.exitCode = 1;
}
