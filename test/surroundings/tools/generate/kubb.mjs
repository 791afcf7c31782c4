// Writes the client of each document that the list names.
import { build, defineConfig } from "@kubb/core";
import { pluginClient } from "@kubb/plugin-client";
import { pluginOas } from "@kubb/plugin-oas";
import { pluginTs } from "@kubb/plugin-ts";
import { readFileSync } from "node:fs";
import { join } from "node:path";

for (const { folder, document, url } of JSON.parse(readFileSync(process.argv[2], "utf8"))) {
  await build({
    config: defineConfig({
      root: folder,
      input: { path: document },
      output: { path: join(folder, "generated"), barrelType: "named", format: false, lint: false },
      plugins: [
        pluginOas({ generators: [], validate: false }),
        pluginTs(),
        pluginClient({ client: "fetch", bundle: true, baseURL: url }),
      ],
    }),
  });
}
