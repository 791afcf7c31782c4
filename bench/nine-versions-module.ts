// The App of nine-versions-api.ts as a module for the command; the environment names the folder of the compiled package.
import { createRequire } from "node:module";
import { join } from "node:path";
import type * as Package from "../src/index";
import { nineVersionsApp } from "./nine-versions-api";

const load = createRequire(__filename);

export default nineVersionsApp(load(join(process.env.BUILT ?? "", "index.js")) as typeof Package);
