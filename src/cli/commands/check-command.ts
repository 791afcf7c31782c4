import { join, relative, resolve, sep } from "node:path";
import type { App } from "../../app";
import { internals } from "../../model/app-internals";
import { lifeIn, standingAt } from "../../model/lifecycle";
import type { Version } from "../../model/version";
import { acceptancesIn, type Acceptance, type Acceptances } from "../accepted";
import { appCommand } from "../app-command";
import { checkAnnotations, checkJSON, checkLines, isFine, type CheckReport } from "../check-report";
import { exitCodes, Unusable, type Command } from "../command";
import { findingsSince, isUnwanted, type Finding, type VersionFindings } from "../findings";
import { acceptedFile, defaultFolder, fileNameOf, frozenIn, type Frozen } from "../frozen";
import { lifecycleFindings } from "../lifecycle-findings";

/** `versioned-controllers check <module>`. */
export const checkCommand: Command = appCommand({
  name: "check",
  arguments: [],
  summary: "compare the frozen versions with today's; fails on a breaking change",
  details: `Compares every document that freeze has written with what the App says today, and names each breaking
change. A frozen version that is no longer served is one. What is gone after the sunset that was frozen
is none, and one that stands in accepted.json beside what is frozen, with its reason, does not fail.
Previews, and versions that are served by their successors, are passed over.`,
  exits: `0 nothing breaks, 1 a breaking change, a difference with --exact, or a fault of a lifecycle with
--lifecycle, 2 wrong usage, nothing frozen, a file that can't be read, or the module does not load, has
no App or does not build.`,
  options: {
    dir: { takes: "folder", summary: "another folder than openapi" },
    exact: { summary: "also fail on any other difference in versions that are not the newest" },
    lifecycle: { summary: "also fail on a lifecycle that would surprise clients" },
    notice: { takes: "days", summary: "the least time from a deprecation to its sunset: 90" },
    json: { summary: "every difference, breaking or not, as JSON" },
    github: { summary: "annotations for a workflow of GitHub" },
  },
  run: ({ app, flags, texts, folder }) => {
    if (flags.has("json") && flags.has("github")) {
      throw new Unusable("--json and --github are two outputs: ask for one");
    }
    const dir = texts.get("dir") ?? defaultFolder;
    const notice = flags.has("lifecycle") ? daysOf(texts.get("notice") ?? "90") : undefined;
    const report = checkReportOf(app, { folder, dir, notice, isExact: flags.has("exact") });
    const code = isFine(report.versions) ? exitCodes.fine : exitCodes.breaking;
    if (flags.has("json")) return { output: checkJSON(report), errors: linesInText(report.notes), code };
    const lines = flags.has("github") ? checkAnnotations(report) : checkLines(report);
    return { output: linesInText(lines), code };
  },
});

/** The extent of a check. */
interface CheckScope {
  readonly folder: string;
  readonly dir: string;
  /** The days of notice that lifecycles must give; undefined where they are not looked at. */
  readonly notice: number | undefined;
  /** Whether old versions may not differ at all. */
  readonly isExact: boolean;
}

function daysOf(written: string): number {
  if (!/^\d{1,6}$/.test(written)) {
    throw new Unusable(`--notice must be a number of days, got ${JSON.stringify(written)}`);
  }
  return Number(written);
}

function checkReportOf(app: App, { folder, dir, notice, isExact }: CheckScope): CheckReport {
  const path = resolve(folder, dir);
  const shown = (name: string): string => relative(folder, join(path, name)).replaceAll(sep, "/");
  const acceptances = acceptancesIn(path);
  const isJudged = judgedIn(app);
  const frozen = frozenIn(path).filter(({ version }) => isJudged(version));
  if (frozen.length === 0 && notice === undefined) {
    throw new Unusable(`no version is frozen in ${dir}: see versioned-controllers freeze --help`);
  }
  // The newest version is the one that is still worked on.
  const newest = app.Versions().filter(isJudged).at(-1);
  const isHeldExactly = (version: Version): boolean => isExact && version !== newest;
  const judged = (version: Version, document: Frozen | undefined): VersionFindings => ({
    version,
    file: document && shown(fileNameOf(version)),
    isExact: isHeldExactly(version),
    findings: [
      ...(document ? findingsSince(document, app, { folder: path, isExact: isHeldExactly(version) }) : []),
      ...(notice === undefined ? [] : lifecycleFindings(app, version, notice)),
    ].map((finding) => ({ ...finding, accepted: acceptedFor(finding, version, acceptances) })),
  });
  const unfrozen = app
    .Versions()
    .filter((version) => isJudged(version) && !frozen.some((one) => one.version === version));
  const versions = [
    ...frozen.map((one) => judged(one.version, one)),
    ...unfrozen.map((version) => judged(version, undefined)),
  ];
  return { versions, notes: acceptances.unmet().map(noteOf), acceptedFile: shown(acceptedFile) };
}

/** A preview may change, whatever was frozen before it became one; what is served by a successor is that one's promise. */
function judgedIn(app: App): (version: Version) => boolean {
  const { previews, lifecycles, now } = app[internals];
  const at = now();
  return (version) =>
    !previews.has(version) && standingAt(lifeIn({ ...lifecycles.get(version) }), at).kind !== "succeeded";
}

function acceptedFor(finding: Finding, version: Version, { reasonFor }: Acceptances): string | undefined {
  return isUnwanted(finding) ? reasonFor(version, finding.record) : undefined;
}

function noteOf({ version, where, what }: Acceptance): string {
  return `${acceptedFile}: nothing of version ${version} matches ${where}: ${what}`;
}

function linesInText(lines: readonly string[]): string {
  return lines.map((line) => `${line}\n`).join("");
}
