/** Installs packages by the locks of the folders that are named: `tsx tools/install.ts samples test/surroundings`. */
import { join } from "node:path";
import { installByLock } from "../test/support/install";

for (const folder of process.argv.slice(2)) installByLock(join(__dirname, "..", folder));
