import { resolve } from "node:path";
import type { App } from "../../app";
import { appCommand } from "../app-command";
import { exitCodes, Unusable, type Command } from "../command";
import { compareDocuments } from "../../compare/compare-documents";
import { defaultFolder, frozenIn, type Frozen } from "../frozen";

/** `versioned-controllers check <module>`. */
export const checkCommand: Command = appCommand({
  name: "check",
  arguments: [],
  summary: "compare the frozen versions with today's; fails on a breaking change",
  details: `Compares every document that freeze has written with what the App says today, and names each breaking
change. A frozen version that is no longer served is one.`,
  exits: `0 nothing breaks, 1 a breaking change, 2 wrong usage, nothing frozen, or the module does not
load, has no App or does not build.`,
  options: { dir: { takes: "folder", summary: "another folder than openapi" } },
  run: ({ app, texts, folder }) => {
    const dir = texts.get("dir") ?? defaultFolder;
    const frozen = frozenIn(resolve(folder, dir));
    if (frozen.length === 0) {
      throw new Unusable(`no version is frozen in ${dir}: see versioned-controllers freeze --help`);
    }
    const versions = frozen.map((one) => ({ version: one.version, breaking: breakingSince(one, app) }));
    const unfrozen = app.Versions().filter((version) => !frozen.some((one) => one.version === version));
    const lines = [
      ...versions.flatMap(({ version, breaking }) => [
        `version ${version}: ${countOf(breaking.length)}`,
        ...breaking.map((text) => `  ${text}`),
      ]),
      ...unfrozen.map((version) => `version ${version}: not frozen`),
    ];
    const isFine = versions.every(({ breaking }) => breaking.length === 0);
    return { output: `${lines.join("\n")}\n`, code: isFine ? exitCodes.fine : exitCodes.breaking };
  },
});

/** Every breaking change of a version since it was frozen, in words with its place. */
function breakingSince({ version, document }: Frozen, app: App): readonly string[] {
  if (!app.Versions().includes(version)) return ["the version is no longer served"];
  return compareDocuments(document, app.Document(version))
    .filter(({ isBreaking }) => isBreaking)
    .map(({ place, text }) => `${place}: ${text}`);
}

function countOf(changes: number): string {
  if (changes === 0) return "no breaking change";
  return changes === 1 ? "1 breaking change" : `${changes} breaking changes`;
}
