import { execFileSync } from "node:child_process";
import { join } from "node:path";
import { build } from "./build";

// `npm run bench:changes -- carried`: the table of changes alone, or those rows whose name has this part.
const { built, bench, node } = build(process.execPath);
execFileSync(node, [join(bench, "changes.js"), built, ...process.argv.slice(2)], { stdio: "inherit" });
