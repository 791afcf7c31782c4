import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { runNode } from "../../support/run-process";
import type { Tally } from "../../support/tally";

const RESOLUTIONS = [
  { module: "node20", file: "uses.ts" },
  { module: "node20", file: "uses.mts" },
  { module: "nodenext", file: "uses.ts" },
  { module: "nodenext", file: "uses.mts" },
  { module: "esnext", moduleResolution: "bundler", file: "uses.ts" },
];

/** Both compilers accept the declarations, those of our dependencies included, with nothing skipped. */
export async function testDeclarations(
  tally: Tally,
  project: string,
  entries: readonly string[],
): Promise<void> {
  const source = [
    // Apart, because some entries share names.
    ...entries.map((entry, index) => `export * as entry${index} from "${entry}";`),
    // A constant keeps its literal type in an object that says none.
    `import { VersioningURI, type VersioningOptions } from "versioned-controllers";`,
    "const held = { Type: VersioningURI };",
    "export const options: VersioningOptions = held;",
  ].join("\n");
  for (const compiler of ["typescript", "typescript7"]) {
    for (const { file, ...resolution } of RESOLUTIONS) {
      const how = [...Object.values(resolution), file].join(", ");
      await tally.check(`${compiler} accepts the declarations of ${entries.join(", ")} (${how})`, () => {
        const compilerOptions = {
          ...resolution,
          strict: true,
          exactOptionalPropertyTypes: true,
          noUncheckedIndexedAccess: true,
          skipLibCheck: false,
          noEmit: true,
          target: "es2022",
          // No DOM: a server's project may well have none.
          lib: ["es2022"],
          types: ["node"],
        };
        writeFileSync(join(project, file), source);
        writeFileSync(
          join(project, "tsconfig.uses.json"),
          JSON.stringify({ compilerOptions, files: [file] }),
        );
        runNode(project, `node_modules/${compiler}/bin/tsc`, "-p", "tsconfig.uses.json");
      });
    }
  }
}
