// Judges every OpenAPI document (*.json) in the folders that are named, by default test/.documents. Both judges
// are ES modules, which jest cannot import on Node 20: so this is a program of its own.
import { createConfig, lintFromString } from "@redocly/openapi-core";
import { Validator } from "@seriousme/openapi-schema-validator";
import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";

const config = await createConfig({
  rules: {
    struct: "error",
    "no-unresolved-refs": "error",
    "operation-operationId-unique": "error",
    "no-identical-paths": "error",
    "path-parameters-defined": "error",
    "path-declaration-must-exist": "error",
  },
});

// It keeps what it has compiled of OpenAPI's own schemas, which takes a tenth of a second for each version.
const validator = new Validator();

const named = process.argv.slice(2);
const folders = named.length > 0 ? named : [join(import.meta.dirname, "../../.documents")];
const files = folders.flatMap(listDocuments);
let failed = 0;
for (const file of files) {
  const complaints = [...(await ask(askRedocly, file)), ...(await ask(askSeriousme, file))];
  if (complaints.length > 0) {
    failed += 1;
    console.error(`FAILED  ${file}\n${complaints.map((complaint) => `        ${complaint}`).join("\n")}`);
  }
}
if (files.length === 0) {
  console.error(`no document in ${folders.join(", ")}: run the tests that save them first`);
}
console.log(`${files.length - failed} passed, ${failed} failed`);
process.exitCode = failed === 0 && files.length > 0 ? 0 : 1;

function listDocuments(folder) {
  try {
    const names = readdirSync(folder).filter((name) => name.endsWith(".json"));
    return names.sort().map((name) => join(folder, name));
  } catch (error) {
    if (error.code === "ENOENT") {
      return [];
    }
    throw error;
  }
}

/** The judges throw where there is no document at all. */
async function ask(judge, file) {
  try {
    return await judge(file);
  } catch (error) {
    return [String(error)];
  }
}

async function askRedocly(file) {
  const problems = await lintFromString({ source: readFileSync(file, "utf8"), absoluteRef: file, config });
  return problems.map(({ ruleId, message, location }) => `${ruleId}: ${message} (${location[0]?.pointer})`);
}

async function askSeriousme(file) {
  const { valid, errors } = await validator.validate(JSON.parse(readFileSync(file, "utf8")));
  if (valid) {
    return [];
  }
  const list = Array.isArray(errors) ? errors : [{ message: String(errors), instancePath: "" }];
  return list.map(({ instancePath, message }) => `schema: ${message} (${instancePath})`);
}
