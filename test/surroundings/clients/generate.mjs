// Writes, beside every OpenAPI document (*.json) of the folder that is named, the types of its client. The generator is
// an ES module of this folder's own packages: so this is a program of its own.
import openapiTS, { astToString } from "openapi-typescript";
import { readdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";

const [folder] = process.argv.slice(2);
for (const name of readdirSync(folder).filter((each) => each.endsWith(".json"))) {
  const types = await openapiTS(readFileSync(join(folder, name), "utf8"));
  writeFileSync(join(folder, name.replace(/json$/, "ts")), astToString(types));
}
