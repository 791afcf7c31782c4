import { appCommand } from "../app-command";
import { checkApp } from "../check-app";
import { checkAnnotations, checkJSON, checkLines, isFine } from "../check-report";
import { exitCodes, Unusable, type Command } from "../command";
import { defaultFolder } from "../frozen";
import { frozenAgainst } from "../frozen-base";
import { frozenBesideModule } from "../frozen-elsewhere";
import { annotationsFolder } from "../annotations";
import { withUnmet, type UnmetTerms } from "../unmet";
import { usageIn } from "../usage-file";

/** `versioned-controllers check <module>`. */
export const checkCommand: Command = appCommand({
  name: "check",
  arguments: [],
  summary: "compare the frozen versions with today's; fails on a breaking change",
  details: `Compares every document that freeze has written with what the App says today, and names each breaking
change; what several operations share, such as a component, is told once. A frozen version that is no
longer served is a breaking change. What is gone after the sunset that was frozen is none, and one that
stands in accepted.json beside what is frozen, with its reason, does not fail. Previews, and versions
that are served by their successors, are passed over. With --against the documents are those of the
commit that HEAD and the ref have come from: whoever changes or deletes one of them fails. With --usage
and --unused-for what nobody has called for so long fails no more, and what is called names who calls.`,
  exits: `0 nothing breaks, 1 a breaking change, a difference with --exact, a fault of a lifecycle with
--lifecycle, a frozen document that was changed with --against, or a version without one with --frozen,
2 wrong usage, nothing frozen, a file that can't be read, a ref that git cannot find, a shallow clone, or
the module does not load, has no App or does not build.`,
  options: {
    dir: { takes: "folder", summary: "another folder than openapi" },
    exact: { summary: "also fail on any other difference in versions that are not the newest" },
    against: {
      takes: "git ref",
      summary: "compare with what is frozen where HEAD left it; nothing frozen may change",
    },
    frozen: { summary: "also fail on a version that is served and not frozen" },
    clients: { summary: "also fail on what breaks generated clients, and no request" },
    lifecycle: { summary: "also fail on a lifecycle that would surprise clients" },
    notice: { takes: "days", summary: "the least time from a deprecation to its sunset: 90" },
    usage: { takes: "file", summary: "the calls that were counted, as JSON; with --unused-for" },
    "unused-for": { takes: "days", summary: "pass over what nobody has called for so long; with --usage" },
    all: { summary: "every place of what several share, below it" },
    json: { summary: "every difference, breaking or not, as JSON" },
    github: { summary: "annotations for a workflow of GitHub" },
  },
  run: async ({ app, argument, flags, texts, folder }) => {
    if (flags.has("json") && flags.has("github")) {
      throw new Unusable("--json and --github are two outputs: ask for one");
    }
    const dir = texts.get("dir") ?? defaultFolder;
    const notice = flags.has("lifecycle") ? daysOf(texts.get("notice") ?? "90") : undefined;
    const ref = texts.get("against");
    const terms = unmetTerms(texts, folder);
    const found = checkApp(app, {
      folder,
      dir,
      namedFrom: flags.has("github") ? annotationsFolder(folder) : folder,
      frozenElsewhere: texts.has("dir")
        ? undefined
        : frozenBesideModule({ folder, module: argument("module") }),
      notice,
      isExact: flags.has("exact"),
      base: ref === undefined ? undefined : await frozenAgainst(ref, { folder, dir }),
      isFrozenNeeded: flags.has("frozen"),
      isForClients: flags.has("clients"),
    });
    const report = terms ? { ...found, versions: withUnmet(found.versions, app, terms) } : found;
    const code = isFine(report.versions) ? exitCodes.fine : exitCodes.breaking;
    if (flags.has("json")) return { output: checkJSON(report), errors: linesInText(report.notes), code };
    const lines = flags.has("github")
      ? checkAnnotations(report)
      : checkLines(report, { isWithPlaces: flags.has("all") });
    return { output: linesInText(lines), code };
  },
});

function unmetTerms(texts: ReadonlyMap<string, string>, folder: string): UnmetTerms | undefined {
  const [file, days] = [texts.get("usage"), texts.get("unused-for")];
  if (file === undefined && days === undefined) return undefined;
  if (file === undefined || days === undefined) {
    throw new Unusable(
      "--usage <file> and --unused-for <days> belong together: which calls, and how long ago",
    );
  }
  return { usage: usageIn(file, folder), days: daysOf(days, "unused-for") };
}

function daysOf(written: string, option = "notice"): number {
  if (!/^\d{1,6}$/.test(written)) {
    throw new Unusable(`--${option} must be a number of days, got ${JSON.stringify(written)}`);
  }
  return Number(written);
}

function linesInText(lines: readonly string[]): string {
  return lines.map((line) => `${line}\n`).join("");
}
