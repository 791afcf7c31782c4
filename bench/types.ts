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
  const [without, within, byHand] = [costOf(bare), costOf(full), costOf(program("functions"))];
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
  // Their destructuring and spreading costs what it costs: no type of this package takes part in it.
  const own = byHand.instantiations - without.instantiations;
  const ownSeconds = (byHand.seconds - without.seconds).toFixed(2);
  console.log(
    `  ${own} of them, and ${ownSeconds} s, by the same functions alone, with their types written out`,
  );
  console.log(`  ${Math.round(within.megabytes - without.megabytes)} MB more`);
  process.exitCode = more <= mostSeconds ? 0 : 1;
} finally {
  rmSync(folder, { recursive: true, force: true });
}

type ProgramKind = "schemas" | "histories" | "functions";

/** A program of all schemas, alone, with their histories, or with the functions of these; the name of its tsconfig. */
function program(kind: ProgramKind): string {
  const files = Array.from({ length: histories }, (_, history) => {
    const name = `${kind}-${history}.ts`;
    writeFileSync(join(folder, name), schemasText() + textBeside(kind));
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

function textBeside(kind: ProgramKind): string {
  switch (kind) {
    case "schemas":
      return "";
    case "histories":
      return historyText();
    case "functions":
      return functionsText();
  }
}

/** The functions of one step, from the older schema and back. */
function functionsOf(old: number): { readonly up: string; readonly down: string } {
  const now = old + 1;
  const [up, down] = now % 2 ? ["Number", "String"] : ["String", "Number"];
  return {
    up: `=> ({ ...rest, named${now}: named${old}, typed: ${up}(typed) })`,
    down: `=> ({ ...rest, named${old}: named${now}, typed: ${down}(typed) })`,
  };
}

function historyText(): string {
  const steps = Array.from({ length: changes }, (_, i) => {
    const [now, old] = [changes - i, changes - i - 1];
    const { up, down } = functionsOf(old);
    return `  .Before(Change("${now}", "change ${now}"), S${old}, {
    Up: ({ named${old}, typed, ...rest }) ${up},
    Down: ({ named${now}, typed, ...rest }) ${down},
  })\n`;
  });
  return `void Rename;\nexport const All = Versioned(S${changes})\n${steps.join("")};\n`;
}

function functionsText(): string {
  const steps = Array.from({ length: changes }, (_, old) => {
    const now = old + 1;
    const { up, down } = functionsOf(old);
    const [older, newer] = [`z.output<typeof S${old}>`, `z.output<typeof S${now}>`];
    return `export const up${old} = ({ named${old}, typed, ...rest }: ${older}): z.input<typeof S${now}> ${up};
export const down${old} = ({ named${now}, typed, ...rest }: ${newer}): ${older} ${down};\n`;
  });
  return `void [Change, Rename, Versioned];\n${steps.join("")}`;
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
