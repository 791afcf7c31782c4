/**
 * Holds docs/llms.txt, the list of pages for tools that read (https://llmstxt.org), against the index of docs/; `--fix` writes it.
 */
import { readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { top } from "../bench/build";
import { groupsOfIndex, type PageGroup } from "./pages-index";

const file = join(top, "docs", "llms.txt");
const wanted = listOf(readFileSync(join(top, "docs", "README.md"), "utf8"));
if (process.argv.includes("--fix")) writeFileSync(file, wanted);
else if (textOf(file) !== wanted) {
  console.error("docs/llms.txt is not what docs/README.md lists: npm run fix:llms");
  process.exitCode = 1;
}

/** The groups of the index with their pages; the decisions are for those who change the package. */
function listOf(index: string): string {
  const groups = groupsOfIndex(index).map(linesOf);
  const summary =
    "> Serves several versions of an HTTP API from one Express application: decorated controllers, changes that convert requests and answers of older versions, an OpenAPI document for each version.";
  return `# versioned-controllers\n\n${summary}\n\n${groups.join("\n")}`;
}

function linesOf({ title, pages }: PageGroup): string {
  const listed = pages
    .filter(({ path }) => !path.startsWith("decisions/00"))
    .map(({ line }) => `- ${line}\n`);
  return `## ${title}\n\n${listed.join("")}`;
}

function textOf(path: string): string | undefined {
  try {
    return readFileSync(path, "utf8");
  } catch {
    return undefined;
  }
}
