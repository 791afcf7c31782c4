import { cpSync, readdirSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { runNode } from "../../support/run-process";
import type { Tally } from "../../support/tally";
import { FLAVOURS } from "./compilers";

const TYPE_TESTS = join(__dirname, "../../types");

/** Those that older compilers read otherwise; TypeScript 5.2 asks for the result of a handler that names its own app. */
const NOT_BY: Readonly<Record<string, readonly string[]>> = { "typescript-5.2": ["self-reference.ts"] };

/** What compiles and what does not (test/types) against the packed declarations, by older compilers as well. */
export async function testTypes(tally: Tally, project: string, compilers: readonly string[]): Promise<void> {
  const folder = join(project, "types");
  rmSync(folder, { recursive: true, force: true });
  cpSync(TYPE_TESTS, folder, { recursive: true });
  for (const compiler of compilers) {
    const files = readdirSync(folder).filter(
      (file) => file.endsWith(".ts") && !file.endsWith(".legacy.ts") && !NOT_BY[compiler]?.includes(file),
    );
    for (const flavour of FLAVOURS) {
      await tally.check(`test/types, compiled by ${compiler}, ${flavour} decorators`, () => {
        const compilerOptions = {
          strict: true,
          exactOptionalPropertyTypes: true,
          noUncheckedIndexedAccess: true,
          target: "es2022",
          lib: ["es2023", "esnext.decorators"],
          // typebox is an ES module, which CommonJS cannot import before TypeScript 5.8.
          module: "esnext",
          moduleResolution: "bundler",
          types: ["node"],
          skipLibCheck: true,
          esModuleInterop: true,
          noEmit: true,
          experimentalDecorators: flavour === "legacy",
        };
        writeFileSync(join(folder, "tsconfig.json"), JSON.stringify({ compilerOptions, files }));
        runNode(project, `node_modules/${compiler}/bin/tsc`, "-p", "types");
      });
    }
  }
}
