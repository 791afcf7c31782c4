// A process that loads Express, then the package, and tells how long the second took: `node load-time.js <folder of the compiled package>`.
import { createRequire } from "node:module";
import { join } from "node:path";

const [built = ""] = process.argv.slice(2);
const load = createRequire(__filename);
load("express");
const start = performance.now();
load(join(built, "index.js"));
process.send?.(performance.now() - start);
