import { cpSync, mkdirSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { runNode } from "../../support/run-process";
import type { Tally } from "../../support/tally";

const FIXTURE = join(__dirname, "monorepo");

const RESOLUTIONS = {
  CommonJS: { module: "node16" },
  "ES modules": { module: "node16", isESM: true },
  "a bundler": { module: "esnext", moduleResolution: "bundler" },
} as const;

/**
 * A project that exports what it has made, and another that refers to it: the compiler has to name each type in a declaration
 * file, by an entry of the packed package, and the second project has to know it by that.
 */
export async function testMonorepo(
  tally: Tally,
  project: string,
  compilers: readonly string[],
): Promise<void> {
  for (const compiler of compilers) {
    for (const [how, { isESM = false, ...resolution }] of Object.entries<Resolution>(RESOLUTIONS)) {
      await tally.check(`exports are declared and used by another project: ${compiler}, ${how}`, () => {
        const folder = join(project, "monorepo");
        rmSync(folder, { recursive: true, force: true });
        mkdirSync(folder);
        cpSync(FIXTURE, folder, { recursive: true });
        writeFileSync(join(folder, "package.json"), JSON.stringify({ type: isESM ? "module" : "commonjs" }));
        writeProject(folder, "library", resolution);
        writeProject(folder, "service", resolution, [{ path: "../library" }]);
        runNode(project, `node_modules/${compiler}/bin/tsc`, "-b", join(folder, "service"));
      });
    }
  }
}

interface Resolution {
  readonly module: string;
  readonly moduleResolution?: string;
  readonly isESM?: boolean;
}

function writeProject(
  folder: string,
  name: string,
  resolution: Resolution,
  references: readonly { readonly path: string }[] = [],
): void {
  const compilerOptions = {
    ...resolution,
    composite: true,
    strict: true,
    target: "es2022",
    lib: ["es2023", "esnext.decorators"],
    types: ["node"],
    skipLibCheck: true,
    esModuleInterop: true,
    rootDir: ".",
    outDir: "out",
  };
  const config = { compilerOptions, include: ["*.ts"], references };
  writeFileSync(join(folder, name, "tsconfig.json"), JSON.stringify(config));
}
