import { resolve } from "node:path";
import { appCommand, exitCodes, Unusable, type Command } from "../command";
import { checkApp, defaultNotice } from "../check-app";
import { checkAnnotations, checkJSON, checkLines, entriesToCopy, isFine } from "../check-report";
import { checkConversions } from "../conversion-check";
import { defaultFolder, frozenBesideModule } from "../frozen";
import { frozenAgainst } from "../frozen-base";
import { annotationsFolder, linesInText } from "../output-formats";
import { withUnmet, type UnmetTerms } from "../unmet";
import { usageIn } from "../usage-file";

export const checkCommand: Command = appCommand({
  name: "check",
  arguments: [],
  summary: "compare the frozen documents with the current ones; fail on a breaking change",
  details: `Compares every document written by freeze with the App's current document of that version, and lists the
breaking changes; a change of a shared part, such as a component, is listed once. A frozen version that is
no longer served is a breaking change, unless the sunset in its frozen document has passed. A change that is
listed in accepted.json, next to the frozen documents, does not fail the check. Previews, and versions
served by their successors, are skipped. The check also converts the frozen samples of each Up and Down
again, and fails on another result. With --against the frozen files are read from the merge base
of HEAD and the ref, and the check fails if one was changed or deleted since. With --usage and --unused-for
a breaking change fails only if its operation was called in the last <days> days; the check names its callers.`,
  exits: `0 no breaking change, 1 a breaking change, a difference (--exact), a fault of a lifecycle (--lifecycle),
a changed frozen file (--against), or a version or change that is not frozen (--frozen),
2 wrong usage, no frozen document, an unreadable file, an unknown git ref, a shallow clone, or
the module does not load, has no App or does not build.`,
  options: {
    dir: { takes: "folder", summary: "the folder of the frozen documents (default: openapi)" },
    exact: { summary: "also fail on any other difference, except in the newest version" },
    against: {
      takes: "git ref",
      summary: "read the frozen files from the merge base with this ref, and fail if one was changed since",
    },
    frozen: { summary: "also fail on a served version, or a change, that is not frozen" },
    clients: { summary: "also fail on a change that breaks generated clients only" },
    lifecycle: { summary: "also fail on a lifecycle with too little notice, a missing sunset or successor" },
    notice: {
      takes: "days",
      summary: "with --lifecycle: the least time between deprecation and sunset (default: 90)",
    },
    usage: { takes: "file", summary: "with --unused-for: the counted calls, as JSON" },
    "unused-for": {
      takes: "days",
      summary: "with --usage: accept breaking changes of operations that were not called for this long",
    },
    all: { summary: "list every place below a change of a shared part" },
    json: { summary: "print every difference, breaking or not, as JSON" },
    github: { summary: "print annotations for GitHub Actions" },
  },
  run: async ({ app, argument, flags, texts, folder }) => {
    if (flags.has("json") && flags.has("github")) {
      throw new Unusable("--json and --github cannot be combined: choose one output");
    }
    if (texts.has("notice") && !flags.has("lifecycle")) {
      throw new Unusable("--notice <days> works only with --lifecycle: add it");
    }
    const dir = texts.get("dir") ?? defaultFolder;
    const notice = flags.has("lifecycle") ? daysOf(texts.get("notice") ?? String(defaultNotice)) : undefined;
    const ref = texts.get("against");
    const base = ref === undefined ? undefined : await frozenAgainst(ref, { folder, dir });
    const isFrozenNeeded = flags.has("frozen");
    const namedFrom = flags.has("github") ? annotationsFolder(folder) : folder;
    const terms = unmetTerms(texts, folder);
    const found = checkApp(app, {
      folder,
      dir,
      namedFrom,
      frozenElsewhere: texts.has("dir") ? undefined : frozenBesideModule(folder, argument("module")),
      notice,
      isExact: flags.has("exact"),
      base,
      isFrozenNeeded,
      conversions: await checkConversions(app, {
        path: resolve(folder, dir),
        namedFrom,
        base,
        isFrozenNeeded,
      }),
      isForClients: flags.has("clients"),
    });
    const report = terms ? { ...found, versions: withUnmet(found.versions, app, terms) } : found;
    const code = isFine(report.versions) ? exitCodes.fine : exitCodes.breaking;
    if (flags.has("json")) return { output: checkJSON(report), errors: linesInText(report.notes), code };
    if (flags.has("github")) return { output: linesInText(checkAnnotations(report)), code };
    const output = linesInText(checkLines(report, { isWithPlaces: flags.has("all") }));
    return { output, errors: linesInText(entriesToCopy(report)), code };
  },
});

function unmetTerms(texts: ReadonlyMap<string, string>, folder: string): UnmetTerms | undefined {
  const [file, days] = [texts.get("usage"), texts.get("unused-for")];
  if (file === undefined && days === undefined) return undefined;
  if (file === undefined || days === undefined) {
    throw new Unusable("--usage <file> and --unused-for <days> must be used together");
  }
  return { usage: usageIn(file, folder), days: daysOf(days, "unused-for") };
}

function daysOf(written: string, option = "notice"): number {
  if (!/^\d{1,6}$/.test(written)) {
    throw new Unusable(`--${option} must be a number of days, got ${JSON.stringify(written)}`);
  }
  return Number(written);
}
