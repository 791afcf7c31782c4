/**
 * Holds the comments and texts of src/, and the names of tests, to plain English, by the words of CONTRIBUTING.md, "Code".
 *
 * `npm run check:language` prints each sentence that breaks a rule of tools/language.ts. Rewrite it, or add it to `allowed`
 * with the reason.
 */
import { readdirSync, readFileSync } from "node:fs";
import { join, relative } from "node:path";
import { languageFaults, titleFaults, type LanguageFault } from "./language";

const root = join(__dirname, "..");

interface Allowance {
  readonly file: string;
  /** A part of the sentence. */
  readonly words: string;
  readonly reason: string;
}

/** Build problems and warnings whose wording is part of the documented interface: people search for these words. */
const quoted = "the words are documented, and people search for them";
const allowed: readonly Allowance[] = [
  { file: "src/schema/serving/arguments.ts", words: "is no separator", reason: quoted },
  { file: "src/core/check/problems.ts", words: "is no date such as", reason: quoted },
  { file: "src/document/problems.ts", words: "is no version of OpenAPI", reason: quoted },
  { file: "src/changes/rules/problems.ts", words: "cannot stand in Before", reason: quoted },
  { file: "src/core/check/problems.ts", words: "stands in Before alone", reason: quoted },
  { file: "src/document/problems.ts", words: "the route stands in no document", reason: quoted },
  { file: "src/core/check/warnings.ts", words: "is no method of this Node", reason: quoted },
  { file: "src/changes/rules/problems.ts", words: "stands in no changelog", reason: quoted },
  { file: "src/life/lives-at-run-time.ts", words: "changes at Build alone", reason: quoted },
  { file: "src/changes/rules/problems.ts", words: "stands nowhere", reason: quoted },
];

interface FileFault extends LanguageFault {
  readonly file: string;
}

const faults = [...faultsOf("src", ".ts", languageFaults), ...faultsOf("test", ".test.ts", titleFaults)];

for (const fault of faults) {
  if (allowed.some((allowance) => covers(allowance, fault))) continue;
  report(`${fault.file}:${fault.line}: ${fault.rule}: ${fault.text}`);
}
for (const allowance of allowed) {
  if (faults.some((fault) => covers(allowance, fault))) continue;
  report(`${allowance.file}: nothing needs the allowance of ${JSON.stringify(allowance.words)}: delete it`);
}

function faultsOf(
  folder: string,
  ending: string,
  faultsIn: (source: string) => readonly LanguageFault[],
): readonly FileFault[] {
  // With `withFileTypes`, links are not followed: a package in node_modules may link to the repository itself.
  return readdirSync(join(root, folder), { recursive: true, withFileTypes: true })
    .map(({ parentPath, name }) => relative(root, join(parentPath, name)).replaceAll("\\", "/"))
    .filter((file) => file.endsWith(ending) && !file.includes("node_modules"))
    .flatMap((file) => faultsIn(readFileSync(join(root, file), "utf8")).map((fault) => ({ ...fault, file })));
}

function covers({ file, words }: Allowance, fault: FileFault): boolean {
  return file === fault.file && fault.text.includes(words);
}

function report(line: string): void {
  console.error(line);
  process.exitCode = 1;
}
