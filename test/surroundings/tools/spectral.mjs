// Prints what Spectral's rules of OpenAPI, all of them, call an error in the documents of a folder.
import { Spectral } from "@stoplight/spectral-core";
import { oas } from "@stoplight/spectral-rulesets";
import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";

const [, , folder] = process.argv;
const spectral = new Spectral();
spectral.setRuleset({ extends: [[oas, "all"]] });
for (const file of readdirSync(folder)) {
  const found = await spectral.run(readFileSync(join(folder, file), "utf8"));
  // The severity of an error is 0; its warnings ask for contacts, licences and descriptions.
  for (const { severity, code, message, path } of found) {
    if (severity === 0) console.log(`${file}: ${path.join(" / ")}: ${code}: ${message}`);
  }
}
