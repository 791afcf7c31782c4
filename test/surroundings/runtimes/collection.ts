import assert from "node:assert/strict";
import { execFile } from "node:child_process";
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { promisify } from "node:util";

/** Newman's report, as far as it is read. */
interface Report {
  readonly run: {
    readonly stats: { readonly assertions: { readonly total: number; readonly failed: number } };
    readonly failures: readonly {
      readonly source?: { readonly name: string };
      readonly error: { readonly message: string; readonly test?: string };
    }[];
  };
}

/** Runs RealWorld's collection against an API, and gives how many assertions it held; throws where one failed. */
export async function runCollection(clone: string, url: string, report: string): Promise<number> {
  const user = `u${String(Date.now())}`;
  const variables = { APIURL: url, USERNAME: user, EMAIL: `${user}@example.org`, PASSWORD: "password" };
  const args = [
    "node_modules/newman/bin/newman.js",
    "run",
    join(clone, "api/Conduit.postman_collection.json"),
    "--suppress-exit-code",
    ...["--reporters", "json", "--reporter-json-export", report],
    ...Object.entries(variables).flatMap(([name, value]) => ["--global-var", `${name}=${value}`]),
  ];
  // This process may serve the API's database meanwhile.
  await promisify(execFile)(process.execPath, args, { cwd: __dirname });
  const { stats, failures } = (JSON.parse(readFileSync(report, "utf8")) as Report).run;
  const told = failures
    .slice(0, 3)
    .map(({ source, error }) => `${source?.name ?? ""}: ${error.test ?? error.message}`);
  assert.deepEqual(told, [], `${failures.length} of ${stats.assertions.total} failed`);
  assert.ok(stats.assertions.total > 0, "the collection asserts nothing");
  return stats.assertions.total;
}
