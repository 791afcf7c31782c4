import { rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { runNode } from "../../support/run-process";
import type { Tally } from "../../support/tally";

/** A program of each entry that needs no server, and of a browser's types alone. */
const PROGRAMS = {
  history: `import { DefineVersions, JSONSchemaOf, Rename, Versioned, type OutputOf } from "versioned-controllers/history";
const V = DefineVersions("1", "2");
const Cat2 = JSONSchemaOf<{ name: string }>({ type: "object" });
const Cat1 = JSONSchemaOf<{ title: string }>({ type: "object" });
const Cat = Versioned(Cat2).Before(V.Change("2", "A title is a name."), Cat1, Rename("title", "name"));
const given: OutputOf<typeof Cat> = { name: "Tom" };
export const shown: unknown = V.Show(Cat, "1", given);
export * from "versioned-controllers/history";
`,
  client: `import { VersionedFetch } from "versioned-controllers/client";
export const api = VersionedFetch("https://example.org", { Version: "2", By: { Header: "X-V" } });
export * from "versioned-controllers/client";
`,
  usage: `import { UsageCounter } from "versioned-controllers/usage";
export const calls = UsageCounter({ Client: () => "one", Most: 7 }).Read();
export * from "versioned-controllers/usage";
`,
};

const RESOLUTIONS = [{ module: "esnext", moduleResolution: "bundler" }, { module: "nodenext" }] as const;

/** npm installs peers; a front end that has these from nobody may leave them out. */
const UNNEEDED = ["express", "@types/express", "@types/node"];

/** The declarations of these entries compile with nothing skipped where neither Express nor Node's types are installed. */
export async function testFrontEnds(
  tally: Tally,
  project: string,
  compilers: readonly string[],
): Promise<void> {
  for (const name of UNNEEDED) rmSync(join(project, "node_modules", name), { recursive: true, force: true });
  for (const compiler of compilers) {
    for (const [entry, program] of Object.entries(PROGRAMS)) {
      for (const resolution of RESOLUTIONS) {
        const how = [...Object.values(resolution), compiler].join(", ");
        await tally.check(`the declarations of ${entry} compile without Express (${how})`, () => {
          const compilerOptions = {
            ...resolution,
            strict: true,
            exactOptionalPropertyTypes: true,
            skipLibCheck: false,
            noEmit: true,
            target: "es2022",
            lib: ["es2022", "dom", "dom.iterable"],
            types: [],
          };
          writeFileSync(join(project, `${entry}.ts`), program);
          writeFileSync(
            join(project, "tsconfig.json"),
            JSON.stringify({ compilerOptions, files: [`${entry}.ts`] }),
          );
          runNode(project, `node_modules/${compiler}/bin/tsc`, "-p", ".");
        });
      }
    }
  }
}
