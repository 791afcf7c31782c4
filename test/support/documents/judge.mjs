// Judges every OpenAPI document (*.json) in the folders that are named, by default test/.documents.
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

/** Tells which documents in the folders are wrong, and how many are right. */
export async function judge(folders) {
  const files = folders.flatMap(listDocuments);
  const lines = [];
  for (const file of files) {
    const complaints = [...(await ask(askRedocly, file)), ...(await ask(askSeriousme, file))];
    if (complaints.length > 0) {
      lines.push(`FAILED  ${file}`, ...complaints.map((complaint) => `        ${complaint}`));
    }
  }
  const failed = lines.filter((line) => line.startsWith("FAILED")).length;
  if (files.length === 0) {
    lines.push(`no document in ${folders.join(", ")}: run the tests that save them first`);
  }
  const said = [...lines, `${files.length - failed} passed, ${failed} failed\n`].join("\n");
  return { passed: failed === 0 && files.length > 0, said };
}

if (process.argv[1] === import.meta.filename) {
  const named = process.argv.slice(2);
  const { passed, said } = await judge(
    named.length > 0 ? named : [join(import.meta.dirname, "../../.documents")],
  );
  process.stdout.write(said);
  process.exitCode = passed ? 0 : 1;
}

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
