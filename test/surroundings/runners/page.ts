import { read, sectionOf } from "../../documentation/markdown";

const page = "docs/guides/running/compilers-and-runners.md";

/** A section of the page, as somebody does who follows it. */
export interface Recipe {
  /** By their names: what stands in a block below a line that ends in the name and a colon. */
  readonly files: ReadonlyMap<string, string>;
  /** The packages that its `npm install` lines name. */
  readonly packages: readonly string[];
  /** Its other commands, each with the lines that are shown of what it prints. */
  readonly steps: readonly Step[];
}

interface Step {
  readonly command: string;
  readonly shown: readonly string[];
}

export function recipeOf(heading: string): Recipe {
  const section = sectionOf(page, heading);
  if (section === "") throw new Error(`${page} has no section ${heading}`);
  const commands = [...section.matchAll(/^```sh\n([\s\S]*?)\n```$/gm)].flatMap(([, text = ""]) =>
    stepsIn(text),
  );
  const installs = commands.filter(({ command }) => command.startsWith("npm install "));
  return {
    files: new Map(
      [...section.matchAll(/`([\w.]+)`(?:, [^\n`]*)?:\n\n```[^\n]+\n([\s\S]*?\n)```$/gm)].map(
        ([, name = "", text = ""]) => [name, text],
      ),
    ),
    packages: installs.flatMap(({ command }) =>
      command.split(" ").filter((word, i) => i > 1 && !word.startsWith("-")),
    ),
    steps: commands.filter((step) => !installs.includes(step)),
  };
}

/** The rows of the page's table: what it was tried with, and what is said of standard and of legacy decorators. */
export function rowsOfPage(): ReadonlyMap<string, readonly [standard: string, legacy: string]> {
  const [head = ""] = read(page).split("\n## ");
  const rows = [...head.matchAll(/^\| `([^`]+)` *\|([^|]*)\|([^|]*)\|$/gm)];
  return new Map(
    rows.map(([, name = "", standard = "", legacy = ""]) => [name, [standard.trim(), legacy.trim()]]),
  );
}

function stepsIn(text: string): readonly Step[] {
  const steps: { command: string; shown: string[] }[] = [];
  for (const line of text.split("\n")) {
    if (line.startsWith("# ")) steps.at(-1)?.shown.push(line.slice(2));
    else steps.push({ command: line, shown: [] });
  }
  return steps;
}
