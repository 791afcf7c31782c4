import { join } from "node:path";
import { createTally } from "../../support/tally";
import { copyOf, type Copy } from "./copy";
import { runTests } from "./jest";
import { mutants, refused, type Mutant } from "./mutants";
import { typesOf, type Complain } from "./types";

/**
 * Applies each mutant alone in a copy of the working tree, and shows which test kills it.
 *
 * ```
 * npm run test:mutants                 all
 * npm run test:mutants -- --short      some of every stage
 * npm run test:mutants -- vary guards  those whose name or file holds one of the words
 * ```
 *
 * There is one process beside this one at any time.
 */
async function main(words: readonly string[]): Promise<void> {
  for (const signal of ["SIGINT", "SIGTERM", "SIGHUP"] as const) {
    process.once(signal, () => process.exit(1));
  }
  const tally = createTally();
  const copy = copyOf(join(__dirname, "../../.."));
  const complain = typesOf(copy.folder);
  const chosen = mutants.filter((mutant) => isAsked(mutant, words));

  await tally.check("without a mutant, every test of theirs passes", async () => {
    const tests = new Set([...refused, ...chosen].flatMap((mutant) => mutant.tests));
    const { passed, failed, broken } = await runTests({
      folder: copy.folder,
      tests: [...tests],
      limit: 300_000,
    });
    if (failed.length > 0 || broken.length > 0) {
      throw new Error([...failed.map(({ name }) => name), ...broken].join("\n"));
    }
    console.log(`        ${passed.length} tests in ${tests.size} files`);
  });
  for (const mutant of refused) {
    await tally.check(`${mutant.name} is refused`, async () => {
      const verdict = await judge(mutant, copy, complain);
      if (verdict.isKilled || !mutant.because.test(verdict.how)) throw new Error(verdict.how);
    });
  }
  for (const mutant of chosen) {
    await tally.check(`${mutant.file}: ${mutant.name}`, async () => {
      const verdict = await judge(mutant, copy, complain);
      if (!verdict.isKilled) throw new Error(`the mutant ${verdict.how}`);
      console.log(`        ${verdict.how}`);
    });
  }
  tally.finish();
  copy.remove();
}

function isAsked({ name, file, isShort }: Mutant, words: readonly string[]): boolean {
  if (words.length === 0) return true;
  if (words.includes("--short")) return isShort === true;
  return words.some((word) => `${file} ${name}`.includes(word));
}

interface Verdict {
  readonly isKilled: boolean;
  /** Which test kills it, or why it is not killed. */
  readonly how: string;
}

async function judge(mutant: Mutant, copy: Copy, complain: Complain): Promise<Verdict> {
  const { text, replacement, tests, only } = mutant;
  const file = join("src", mutant.file);
  let times = 0;
  const apply = (source: string): string => {
    const parts = source.split(text);
    times = parts.length - 1;
    return parts.join(replacement);
  };
  return copy.with(file, apply, async (): Promise<Verdict> => {
    if (times !== 1) return { isKilled: false, how: `does not apply: its text stands ${times} times` };
    const complaint = complain(file);
    if (complaint !== undefined) return { isKilled: false, how: `does not compile: ${complaint}` };
    const { passed, failed, broken } = await runTests({ folder: copy.folder, tests, only, limit: 90_000 });
    const killers = failed.filter(({ isTimeOut }) => !isTimeOut);
    const [first] = killers;
    if (first) {
      const others = killers.length === 1 ? "" : `, and by ${killers.length - 1} more`;
      return { isKilled: true, how: `killed by "${first.name}"${others}` };
    }
    const [late] = failed;
    if (late) return { isKilled: false, how: `is noticed by only a time-out: ${late.name}` };
    if (broken.length > 0) return { isKilled: false, how: `breaks the run: ${broken.join("\n")}` };
    return { isKilled: false, how: `survives ${passed.length} tests` };
  });
}

void main(process.argv.slice(2));
