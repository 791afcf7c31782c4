import assert from "node:assert/strict";
import { execFileSync } from "node:child_process";
import { readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { bookshop } from "../../../samples/31-bookshop-by-changes/app";
import conduit from "../../../samples/32-conduit/app";
import type { App } from "versioned-controllers";
import { runNode } from "../../support/run-process";
import { whileRunning } from "../../support/samples/run-sample";
import { ROOT } from "../../support/samples/sample";

/** A client of version 1, and the same moved to version 2 by somebody who read the guide and nothing else. */
interface MovedClient {
  readonly name: string;
  readonly sample: string;
  /** The module of the App, for the command. */
  readonly module: string;
  readonly files: readonly [before: string, after: string];
  /** The programs that are run, where the files are compiled. */
  readonly programs: readonly [before: string, after: string];
  /** The words of JavaScript that moving took. */
  readonly language: readonly string[];
  /** What both show their user. */
  readonly shown: object;
}

export const movedClients: readonly MovedClient[] = [
  {
    name: "a script on fetch, Conduit",
    sample: "32-conduit",
    module: "samples/32-conduit/app.ts",
    files: ["program/conduit-script-1.mjs", "program/conduit-script-2.mjs"],
    programs: ["program/conduit-script-1.mjs", "program/conduit-script-2.mjs"],
    language: ["flatMap"],
    shown: {
      bio: "Writes of cats.",
      text: "Cats sleep a lot.",
      likes: 1,
      comment: "So they do.",
      hasTags: true,
      isListed: true,
    },
  },
  {
    name: "openapi-fetch, the bookshop",
    sample: "31-bookshop-by-changes",
    module: "test/surroundings/clients/bookshop-app.ts",
    files: ["program/bookshop-openapi-fetch-1.mts", "program/bookshop-openapi-fetch-2.mts"],
    programs: [
      ".generated/compiled/program/bookshop-openapi-fetch-1.mjs",
      ".generated/compiled/program/bookshop-openapi-fetch-2.mjs",
    ],
    language: ["join"],
    shown: { lines: ["Pride and Prejudice by Jane Austen: 12.50 EUR"], title: "Pride and Prejudice" },
  },
];

/** The documents that openapi-fetch's types are made from. */
export function saveMovingDocuments(folder: string): void {
  const apps: readonly (readonly [string, App])[] = [
    ["bookshop", bookshop(undefined as never)],
    ["conduit", conduit],
  ];
  for (const [name, app] of apps) {
    for (const version of ["1", "2"]) {
      writeFileSync(join(folder, `moving-${name}-${version}.json`), JSON.stringify(app.Document(version)));
    }
  }
}

/** Both clients show the same, each in a server of its own; what the moved one has anew stands in the guide. */
export async function assertMoved({
  sample,
  module,
  files,
  programs,
  language,
  shown,
}: MovedClient): Promise<void> {
  for (const program of programs) {
    await whileRunning(sample, (url) => {
      assert.deepEqual(JSON.parse(runNode(__dirname, program, url)), shown, program);
      return Promise.resolve();
    });
  }
  assertNamedByGuide(module, [join(__dirname, files[0]), join(__dirname, files[1])], language);
}

/** What a moved client has anew stands in the guide, or is JavaScript's own. */
export function assertNamedByGuide(
  module: string,
  [before, after]: readonly [string, string],
  language: readonly string[],
): void {
  const guide = execFileSync(process.execPath, ["--import", "tsx", "src/cli.ts", "guide", module, "1", "2"], {
    cwd: ROOT,
    encoding: "utf8",
  });
  const known = new Set([...wordsOf(readFileSync(before, "utf8")), ...wordsOf(guide), ...language]);
  const unknown = [...wordsOf(readFileSync(after, "utf8"))].filter((word) => !known.has(word));
  assert.deepEqual(unknown, [], `the guide of ${module} does not name them`);
}

/** The names in a program or a text, without those of comments. */
function wordsOf(text: string): ReadonlySet<string> {
  return new Set(text.replaceAll(/^\/\/.*$/gm, "").match(/[A-Za-z]\w*/g));
}
