/* The compiler's cost of histories: 30 of 20 changes each, against the same schemas without them. At most two seconds. */
import { spawnSync } from "node:child_process";
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { top } from "./build";

const histories = 30;
const changes = 20;
const rounds = 2;
const mostSeconds = 2;

/** The figures of `tsc --extendedDiagnostics` for one program. */
interface Cost {
  readonly seconds: number;
  readonly instantiations: number;
  readonly megabytes: number;
}

/** The time of the processor, since the clock's is also that of whatever else runs here. */
const tellTime =
  "data:text/javascript,process.on('exit', () => console.log('CPU time: ' + process.cpuUsage().user / 1e6))";

const folder = mkdtempSync(join(top, "bench", ".types-"));
try {
  const [bare, full] = [program("schemas"), program("histories")];
  const [without, within] = [costOf(bare), costOf(full)];
  const pairs = Array.from({ length: rounds - 1 }, () => [costOf(bare), costOf(full)] as const);
  pairs.push([without, within]);
  // The machine is noisy: the fastest round says most of what the compiler needs.
  const fastest = (costs: readonly Cost[]): number => Math.min(...costs.map(({ seconds }) => seconds));
  const more = fastest(pairs.map(([, cost]) => cost)) - fastest(pairs.map(([cost]) => cost));
  const instantiations = within.instantiations - without.instantiations;
  console.log(`${histories} histories of ${changes} changes, against their schemas alone:`);
  console.log(`  ${more.toFixed(2)} s of CPU more (at most ${mostSeconds})`);
  console.log(
    `  ${instantiations} instantiations more, ${Math.round(instantiations / histories / changes)} a step`,
  );
  console.log(`  ${Math.round(within.megabytes - without.megabytes)} MB more`);
  process.exitCode = more <= mostSeconds ? 0 : 1;
} finally {
  rmSync(folder, { recursive: true, force: true });
}

/** A program of all schemas, with or without their histories; the name of its tsconfig. */
function program(kind: "schemas" | "histories"): string {
  const files = Array.from({ length: histories }, (_, history) => {
    const name = `${kind}-${history}.ts`;
    writeFileSync(
      join(folder, name),
      kind === "histories" ? `${schemasText()}${historyText()}` : schemasText(),
    );
    return name;
  });
  const config = join(folder, `${kind}.json`);
  writeFileSync(
    config,
    JSON.stringify({ extends: "../../tsconfig.json", files, include: [], compilerOptions: { types: [] } }),
  );
  return config;
}

function schemasText(): string {
  const schemas = Array.from(
    { length: changes + 1 },
    (_, version) => `export const S${version} = z.object({ ${fieldsText(version)} });\n`,
  );
  return `import { z } from "zod";\nimport { Change, Rename, Versioned } from "versioned-controllers";\n${schemas.join("")}`;
}

/** 17 members, one of which has another name in each version, and one another type. */
function fieldsText(version: number): string {
  const same = Array.from({ length: 12 }, (_, i) => `same${i}: z.string()`);
  const others = [
    "nested: z.object({ a: z.int(), b: z.array(z.string()) })",
    'kind: z.enum(["a", "b", "c"])',
    "nick: z.string().optional()",
  ];
  return [
    ...same,
    ...others,
    `named${version}: z.int()`,
    `typed: ${version % 2 ? "z.int()" : "z.string()"}`,
  ].join(", ");
}

function historyText(): string {
  const steps = Array.from({ length: changes }, (_, i) => {
    const [now, old] = [changes - i, changes - i - 1];
    const [up, down] = now % 2 ? ["Number", "String"] : ["String", "Number"];
    return `  .Before(Change("${now}", "change ${now}"), S${old}, {
    Up: ({ named${old}, typed, ...rest }) => ({ ...rest, named${now}: named${old}, typed: ${up}(typed) }),
    Down: ({ named${now}, typed, ...rest }) => ({ ...rest, named${old}: named${now}, typed: ${down}(typed) }),
  })\n`;
  });
  return `void Rename;\nexport const All = Versioned(S${changes})\n${steps.join("")};\n`;
}

function costOf(config: string): Cost {
  const compiler = join(top, "node_modules", "typescript", "bin", "tsc");
  const args = ["--import", tellTime, compiler, "-p", config, "--noEmit", "--extendedDiagnostics"];
  const { stdout, status } = spawnSync(process.execPath, args, { encoding: "utf8", cwd: top });
  if (status !== 0) throw new Error(`the program does not compile:\n${stdout}`);
  const figure = (name: string): number =>
    Number(new RegExp(`^${name}:\\s+([\\d.]+)`, "m").exec(stdout)?.[1] ?? NaN);
  return {
    seconds: figure("CPU time"),
    instantiations: figure("Instantiations"),
    megabytes: figure("Memory used") / 1024,
  };
}
