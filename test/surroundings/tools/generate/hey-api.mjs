// Writes the client of each document that the list names.
import { createClient } from "@hey-api/openapi-ts";
import { readFileSync } from "node:fs";
import { join } from "node:path";

const jobs = JSON.parse(readFileSync(process.argv[2], "utf8"));
await createClient(
  jobs.map(({ folder, document }) => ({
    input: document,
    output: join(folder, "generated"),
    plugins: ["@hey-api/client-fetch", "@hey-api/typescript", "@hey-api/sdk"],
    logs: { level: "silent" },
  })),
);
