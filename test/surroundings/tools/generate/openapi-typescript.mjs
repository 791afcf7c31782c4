// Writes the types of each client that the list names.
import openapiTS, { astToString } from "openapi-typescript";
import { readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";

for (const { folder, document } of JSON.parse(readFileSync(process.argv[2], "utf8"))) {
  const types = await openapiTS(readFileSync(document, "utf8"));
  writeFileSync(join(folder, "types.ts"), astToString(types));
}
