// Writes the client of each document that the list names.
import { generate } from "orval";
import { readFileSync } from "node:fs";
import { join } from "node:path";

for (const { folder, document, url, headers } of JSON.parse(readFileSync(process.argv[2], "utf8"))) {
  await generate({
    input: document,
    output: {
      target: join(folder, "generated.ts"),
      client: "fetch",
      headers: true,
      baseUrl: url,
      override: { requestOptions: headers ? { headers } : {} },
    },
  });
}
