/**
 * Holds docs/llms.txt, the list of pages for tools that read (https://llmstxt.org), against the index of docs/ and the table of samples;
 * `--fix` writes it.
 */
import { readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { top } from "../bench/build";
import { groupsOfIndex, type PageGroup } from "./pages-index";

const file = join(top, "docs", "llms.txt");
const wanted = listOf(
  readFileSync(join(top, "docs", "README.md"), "utf8"),
  readFileSync(join(top, "samples", "README.md"), "utf8"),
);
if (process.argv.includes("--fix")) writeFileSync(file, wanted);
else if (textOf(file) !== wanted) {
  console.error("docs/llms.txt is not what docs/README.md and samples/README.md list: npm run fix:llms");
  process.exitCode = 1;
}

/** The groups of the index with their pages, and the samples. */
function listOf(index: string, samples: string): string {
  const groups = [...groupsOfIndex(index).map(linesOf), linesOfSamples(samples)];
  const summary =
    "> Serves several versions of an HTTP API from one Express application: decorated controllers, changes that convert requests and answers of older versions, an OpenAPI document for each version.";
  return `# versioned-controllers\n\n${summary}\n\n${groups.join("\n")}`;
}

function linesOf({ title, pages }: PageGroup): string {
  const listed = pages.map(({ line }) => `- ${line}\n`);
  return `## ${title}\n\n${listed.join("")}`;
}

/** The rows of the table of samples. The links hold in the repository; the site publishes them with its own addresses. */
function linesOfSamples(samples: string): string {
  const rows = [...samples.matchAll(/^\| \[(\d\d-[\w-]+)\]\([^)]+\) +\| (.+?) +\|$/gm)];
  const listed = rows.map(([, name, words]) => `- [${name}](../samples/${name}/README.md): ${words}\n`);
  return `## Samples\n\n- [Samples](../samples/README.md): how to run them\n${listed.join("")}`;
}

function textOf(path: string): string | undefined {
  try {
    return readFileSync(path, "utf8");
  } catch {
    return undefined;
  }
}
