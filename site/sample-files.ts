import { existsSync, readdirSync, readFileSync } from "node:fs";
import { extname, join } from "node:path";

const languages = new Map([
  [".ts", "ts"],
  [".mts", "ts"],
  [".http", "http"],
  [".html", "html"],
  [".sql", "sql"],
  [".json", "json"],
]);

/** The samples of a repository, in their order: `00-cats`. */
export function samplesIn(root: string): readonly string[] {
  return readdirSync(join(root, "samples")).filter((name) =>
    existsSync(join(root, "samples", name, "main.ts")),
  );
}

/** The files of a sample as Markdown, a heading and a block for each, `main.ts` first. */
export function filesOfSample(folder: string): string {
  const files = readdirSync(folder, { recursive: true, encoding: "utf8" })
    .filter((name) => languages.has(extname(name)) && !name.includes("node_modules"))
    .toSorted((one, other) => rank(one) - rank(other) || one.localeCompare(other));
  const sections = files.map((name) => {
    const text = readFileSync(join(folder, name), "utf8").trimEnd();
    // A longer fence: a file may hold shorter ones.
    return `## ${name}\n\n\`\`\`\`\`\`${languages.get(extname(name)) ?? ""}\n${text}\n\`\`\`\`\`\`\n`;
  });
  return `\n${sections.join("\n")}`;
}

function rank(name: string): number {
  if (name === "main.ts") return 0;
  return name === "requests.http" ? 1 : 2;
}
