import { resolve } from "node:path";
import type { App } from "../../app";
import { compareDocuments } from "../../compare/compare-documents";
import type { Version } from "../../model/version";
import { appCommand } from "../app-command";
import { exitCodes, Unusable, type Command } from "../command";
import { defaultFolder, frozenIn, type Frozen } from "../frozen";
import { asJSON, differenceRecord, type DifferenceRecord } from "../json-output";

/** `versioned-controllers check <module>`. */
export const checkCommand: Command = appCommand({
  name: "check",
  arguments: [],
  summary: "compare the frozen versions with today's; fails on a breaking change",
  details: `Compares every document that freeze has written with what the App says today, and names each breaking
change. A frozen version that is no longer served is one.`,
  exits: `0 nothing breaks, 1 a breaking change, 2 wrong usage, nothing frozen, or the module does not
load, has no App or does not build.`,
  options: {
    dir: { takes: "folder", summary: "another folder than openapi" },
    json: { summary: "every difference, breaking or not, as JSON" },
  },
  run: ({ app, flags, texts, folder }) => {
    const dir = texts.get("dir") ?? defaultFolder;
    const frozen = frozenIn(resolve(folder, dir));
    if (frozen.length === 0) {
      throw new Unusable(`no version is frozen in ${dir}: see versioned-controllers freeze --help`);
    }
    const versions = frozen.map((one) => ({ version: one.version, findings: findingsSince(one, app) }));
    const ok = versions.every(({ findings }) => findings.every(({ record }) => !record.breaking));
    return {
      output: flags.has("json")
        ? asJSON({ ok, versions: versions.map(versionRecord) })
        : linesOf(versions, app),
      code: ok ? exitCodes.fine : exitCodes.breaking,
    };
  },
});

/** One difference to a frozen document, as a line and for scripts. */
interface Finding {
  /** The difference with its place: `GET /cats, response 200: property "name" was removed`. */
  readonly line: string;
  readonly record: DifferenceRecord;
}

/** A frozen version, and its differences since. */
interface VersionFindings {
  readonly version: Version;
  readonly findings: readonly Finding[];
}

function findingsSince({ version, document }: Frozen, app: App): readonly Finding[] {
  if (!app.Versions().includes(version)) {
    const what = "the version is no longer served";
    return [{ line: what, record: { breaking: true, where: `version ${version}`, what } }];
  }
  return compareDocuments(document, app.Document(version)).map((difference) => ({
    line: `${difference.place}: ${difference.text}`,
    record: differenceRecord(difference),
  }));
}

function versionRecord({ version, findings }: VersionFindings): object {
  return { version, changes: findings.map(({ record }) => record) };
}

function linesOf(versions: readonly VersionFindings[], app: App): string {
  const unfrozen = app.Versions().filter((version) => !versions.some((one) => one.version === version));
  const lines = [
    ...versions.flatMap(({ version, findings }) => {
      const breaking = findings.filter(({ record }) => record.breaking);
      return [`version ${version}: ${countOf(breaking.length)}`, ...breaking.map(({ line }) => `  ${line}`)];
    }),
    ...unfrozen.map((version) => `version ${version}: not frozen`),
  ];
  return `${lines.join("\n")}\n`;
}

function countOf(changes: number): string {
  if (changes === 0) return "no breaking change";
  return changes === 1 ? "1 breaking change" : `${changes} breaking changes`;
}
