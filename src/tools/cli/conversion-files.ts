import { readdirSync } from "node:fs";
import { join, relative, sep } from "node:path";
import type { App } from "../../core/app/app";
import { internals } from "../../core/model/app-internals";
import { groupedBy } from "../../core/model/collections";
import { versionOrder, type Version } from "../../core/model/version";
import type { FrozenEntry } from "../conversions/entries";
import { frozenEntries } from "../conversions/frozen-entries";
import { conversionLinksOf } from "../conversions/links";
import { recordingOf } from "../conversions/recording";
import { entriesForm, entriesIn, textOfEntries } from "../conversions/text";
import { resultOr } from "../result-or";
import { parsedJSON, Unusable } from "./command";
import type { PlannedFile } from "./file-changes";
import { fileNameOf, jsonIn, versionOfFile } from "./frozen";
import { counted, printable } from "./output-formats";
import { readRecording } from "./recording-file";

/** The folder of the frozen conversions, next to the frozen documents: `conversions/2.json` for version 2. */
export const conversionsFolder = "conversions";

/** Reads the version in the name of a file of frozen conversions: `2` in `conversions/2.json`. */
export function conversionVersionOf(name: string): Version | undefined {
  const [folder, file = "", ...others] = name.split("/");
  return folder === conversionsFolder && others.length === 0 ? versionOfFile(file) : undefined;
}

/** Reads the frozen conversions in the folder of frozen documents, by the version of their changes. */
export function conversionsIn(path: string): ReadonlyMap<Version, readonly FrozenEntry[]> {
  const folder = join(path, conversionsFolder);
  const names = resultOr(() => readdirSync(folder), []).toSorted();
  return new Map(
    names.flatMap((name) => {
      const version = versionOfFile(name);
      if (version === undefined) return [];
      const file = join(folder, name);
      return [[version, asEntries(jsonIn(file, `it must be ${entriesForm}`), file)] as const];
    }),
  );
}

/** Reads frozen conversions from the text of a file, such as one of a commit. Throws Unusable for other content. */
export function parsedConversions(text: string, name: string): readonly FrozenEntry[] {
  return asEntries(
    parsedJSON(text, (reason) => `${name} can't be read: ${reason}: it must be ${entriesForm}`),
    name,
  );
}

function asEntries(json: unknown, file: string): readonly FrozenEntry[] {
  const entries = entriesIn(json);
  if (typeof entries === "string") throw new Unusable(`${file}: ${entries}`);
  return entries;
}

interface FreezePlace {
  readonly folder: string;
  readonly dir: string;
  readonly force: boolean;
  /** The file of a recording, whose values become samples. */
  readonly from: string | undefined;
}

interface PlannedConversions {
  readonly planned: readonly PlannedFile[];
  /** The lines about links and values that could not be frozen. */
  readonly notes: readonly string[];
}

/** Plans the files of frozen conversions, one for each version that has a link or face of a history. */
export async function plannedConversions(
  app: App,
  { folder, dir, force, from }: FreezePlace,
): Promise<PlannedConversions> {
  const { listed, linkSchemas: schemas } = app[internals];
  const known = conversionsIn(dir);
  const all = conversionLinksOf(app);
  const links = groupedBy(all, ({ version }) => [version]);
  const recording =
    from === undefined
      ? undefined
      : await readRecording({ file: from, folder }, (lines) =>
          recordingOf(lines, { app, links: all, force }),
        );
  const versions = [...new Set([...links.keys(), ...(force ? known.keys() : [])])];
  const planned: PlannedFile[] = [];
  const notes: string[] = [];
  for (const version of versions.toSorted(versionOrder(listed).compare)) {
    const file = join(dir, conversionsFolder, fileNameOf(version));
    const shown = relative(folder, file).replaceAll(sep, "/");
    const frozen = await frozenEntries(known.get(version) ?? [], links.get(version) ?? [], {
      schemas,
      force,
      recording,
    });
    if (frozen.differences.length > 0) throw differing(shown, frozen.differences);
    const change = frozen.isChanged
      ? { file, text: textOfEntries(frozen.entries), replaces: true }
      : undefined;
    planned.push({ line: `${shown}: ${change ? "written" : "unchanged"}\n`, change });
    notes.push(...frozen.missing.map((text) => `${shown}: ${printable(text)}\n`));
  }
  for (const [reason, count] of recording?.skipped ?? []) {
    notes.push(`${counted(count, "record")} left out: ${printable(reason)}\n`);
  }
  return { planned, notes };
}

function differing(shown: string, differences: readonly string[]): Unusable {
  const lines = differences.map((text) => `\n  ${text}`).join("");
  return new Unusable(
    `${shown} has other results than the current conversions: add --force to overwrite it${lines}`,
  );
}
