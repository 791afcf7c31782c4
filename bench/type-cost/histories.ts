/* Programs of histories, beside the same schemas without them. */
import type { Program } from "./compile";

export const histories = 30;
export const changes = 20;

/**
 * The schemas alone; with their histories; with histories of which each function needs a context; or with the functions,
 * their types written out.
 */
export type HistoryProgram = "schemas" | "histories" | "contexts" | "functions";

export function historyProgram(kind: HistoryProgram): Program {
  const text = schemasText() + textBeside(kind);
  return {
    files: Object.fromEntries(Array.from({ length: histories }, (_, i) => [`history${i}.ts`, text])),
  };
}

function schemasText(): string {
  const schemas = Array.from(
    { length: changes + 1 },
    (_, version) => `export const S${version} = z.object({ ${fieldsText(version)} });\n`,
  );
  return `import { z } from "zod";\nimport { Change, Context, Rename, Versioned } from "versioned-controllers";\n${schemas.join("")}`;
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

function textBeside(kind: HistoryProgram): string {
  switch (kind) {
    case "schemas":
      return "";
    case "histories":
      return historyText();
    case "contexts":
      return contextsText();
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
  return `void [Context, Rename];\n${chainText((up, down) => `    Up: ${up},\n    Down: ${down},`)}`;
}

/** The same functions, each of which takes the context that its step names. */
function contextsText(): string {
  const steps = chainText(
    (up, down) => `    Needs: [Org],
    Up: ${withContext(up)},
    Down: ${withContext(down)},`,
  );
  return `void Rename;\nconst Org = Context<{ readonly currency: string }>("org");\n${steps}`;
}

/** `({ name }) => ...` as `({ name }, [org]) => (void org, ...)`. */
function withContext(text: string): string {
  return text.replace(") => (", ", [org]) => (void org, ");
}

function chainText(functionsText: (up: string, down: string) => string): string {
  const steps = Array.from({ length: changes }, (_, i) => {
    const [now, old] = [changes - i, changes - i - 1];
    const { up, down } = functionsOf(old);
    const text = functionsText(
      `({ named${old}, typed, ...rest }) ${up}`,
      `({ named${now}, typed, ...rest }) ${down}`,
    );
    return `  .Before(Change("${now}", "change ${now}"), S${old}, {\n${text}\n  })\n`;
  });
  return `export const All = Versioned(S${changes})\n${steps.join("")};\n`;
}

function functionsText(): string {
  const steps = Array.from({ length: changes }, (_, old) => {
    const now = old + 1;
    const { up, down } = functionsOf(old);
    const [older, newer] = [`z.output<typeof S${old}>`, `z.output<typeof S${now}>`];
    return `export const up${old} = ({ named${old}, typed, ...rest }: ${older}): z.input<typeof S${now}> ${up};
export const down${old} = ({ named${now}, typed, ...rest }: ${newer}): ${older} ${down};\n`;
  });
  return `void [Change, Context, Rename, Versioned];\n${steps.join("")}`;
}
