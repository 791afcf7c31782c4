import { join, relative, sep } from "node:path";
import type { App } from "../../core/app/app";
import { internals } from "../../core/model/app-internals";
import { groupedBy } from "../../core/model/collections";
import { canonical, isSameJSON } from "../../core/model/json-value";
import { lifeIn, standingAt } from "../../core/model/lifecycle";
import { versionOrder, type Version } from "../../core/model/version";
import {
  sampleSides,
  sideInWords,
  type FrozenEntry,
  type FrozenSample,
  type SampleSide,
} from "../conversions/entries";
import { conversionLinksOf, type ConversionLink } from "../conversions/links";
import { entriesOfEntries, linksOfEntries, placesOfLinks } from "../conversions/matches";
import { changeInWords, replayedSide, type ReplayedSide } from "../conversions/replay";
import type { FindingKind } from "../compare/finding-kinds";
import { conversionsFolder, conversionsIn, conversionVersionOf, parsedConversions } from "./conversion-files";
import { wholeFinding, type Finding } from "./findings";
import { fileNameOf } from "./frozen";
import type { FrozenBase } from "./frozen-base";

interface ConversionScope {
  /** The folder of the frozen documents. */
  readonly path: string;
  /** The folder to which the file names in the report are relative. */
  readonly namedFrom: string;
  readonly base: FrozenBase | undefined;
  /** The option `--frozen`: every link of a released version must be frozen. */
  readonly isFrozenNeeded: boolean;
}

/** Converts all frozen samples again. Returns what differs, by the newest served version before each change. */
export async function conversionFindings(
  app: App,
  scope: ConversionScope,
): Promise<ReadonlyMap<Version, readonly Finding[]>> {
  const frozen = conversionsIn(scope.path);
  const base = conversionsOfBase(scope.base);
  if (frozen.size + base.size === 0 && !scope.isFrozenNeeded) return new Map();
  const links = groupedBy(conversionLinksOf(app), ({ version }) => [version]);
  const { listed, previews } = app[internals];
  const versions = listed.filter((version) => !previews.has(version));
  const findings = new Map<Version, Finding[]>();
  for (const version of versions) {
    const state = {
      app,
      scope,
      version,
      links: links.get(version) ?? [],
      now: frozen.get(version) ?? [],
      base: base.get(version) ?? [],
    };
    for (const [at, finding] of await findingsOfVersion(state)) {
      findings.set(at, [...(findings.get(at) ?? []), { ...finding, file: fileOf(version, scope) }]);
    }
  }
  return findings;
}

function fileOf(version: Version, { path, namedFrom }: ConversionScope): string {
  return relative(namedFrom, join(path, conversionsFolder, fileNameOf(version))).replaceAll(sep, "/");
}

function conversionsOfBase(base: FrozenBase | undefined): ReadonlyMap<Version, readonly FrozenEntry[]> {
  return new Map(
    [...(base?.files ?? [])].flatMap(([name, text]) => {
      const version = conversionVersionOf(name);
      return version === undefined
        ? []
        : [[version, parsedConversions(text, `${String(base?.name)}: ${name}`)] as const];
    }),
  );
}

interface VersionState {
  readonly app: App;
  readonly scope: ConversionScope;
  readonly version: Version;
  readonly links: readonly ConversionLink[];
  /** The entries in the folder, and those of the base commit. */
  readonly now: readonly FrozenEntry[];
  readonly base: readonly FrozenEntry[];
}

type PlacedFinding = readonly [at: Version, finding: Finding];

async function findingsOfVersion(state: VersionState): Promise<readonly PlacedFinding[]> {
  const { app, scope, version, links, now, base } = state;
  const schemas = app[internals].linkSchemas;
  const kept = entriesOfEntries(base, now);
  const held = new Set(kept.values());
  // The entries of the base count, and then those that only the folder has, as for documents.
  const entries = [
    ...base.map((entry) => withNewSamples(entry, kept.get(entry))),
    ...now.filter((one) => !held.has(one)),
  ];
  const matched = await linksOfEntries(entries, links, schemas);
  const found: PlacedFinding[] = [];
  const add = (link: ConversionLink | undefined, findings: readonly Finding[]): void => {
    const at = reportedAt(app, version, link);
    if (at !== undefined) found.push(...findings.map((finding) => [at, finding] as const));
  };
  for (const [i, entry] of entries.entries()) {
    const link = matched.get(entry);
    const was = base[i];
    const faults = was && scope.base ? faultsSince(was, kept.get(was), scope.base.name) : [];
    if (reportedAt(app, version, link) === undefined) continue;
    add(link, [...(link ? await replayFindings(entry, link, app) : [removedFinding(entry)]), ...faults]);
  }
  if (!scope.isFrozenNeeded) return found;
  const known = new Set((await linksOfEntries(now, links, schemas)).values());
  for (const [link, where] of placesOfLinks(
    links.filter((one) => !known.has(one)),
    now,
  )) {
    add(link, [missingFinding(link, where)]);
  }
  return found;
}

function withNewSamples(entry: FrozenEntry, now: FrozenEntry | undefined): FrozenEntry {
  const samples = (side: SampleSide): readonly FrozenSample[] | undefined => {
    const known = new Set(entry[side]?.map(({ given }) => canonical(given)));
    const added = now?.[side]?.filter(({ given }) => !known.has(canonical(given)));
    return entry[side] || added ? [...(entry[side] ?? []), ...(added ?? [])] : undefined;
  };
  return { ...entry, up: samples("up"), down: samples("down") };
}

/**
 * The newest served version before a change, whose clients the change's conversions reach; undefined if none is left.
 * Stored values outlive the routes of their version, so for them an unserved version counts too.
 */
function reportedAt(app: App, version: Version, link: ConversionLink | undefined): Version | undefined {
  const { listed, previews, lifecycles, now } = app[internals];
  const order = versionOrder(listed);
  const before = (versions: readonly Version[]): readonly Version[] =>
    versions.filter((one) => order.isBefore(one, version) && !previews.has(one));
  const at = now();
  const served = before(app.Versions()).filter((one) => {
    const { kind } = standingAt(lifeIn(lifecycles.get(one)), at);
    return kind === "served" || kind === "brownout";
  });
  return served.at(-1) ?? (link?.isStored ? before(listed).at(-1) : undefined);
}

async function replayFindings(
  entry: FrozenEntry,
  link: ConversionLink,
  app: App,
): Promise<readonly Finding[]> {
  const found: Finding[] = [];
  for (const side of sampleSides) {
    const replayed = await replayedSide(entry, link, { side, schemas: app[internals].linkSchemas });
    if (replayed.changed.length > 0) {
      const what = `${functionOf(entry, side)} gives another result: ${changeInWords(replayed)}`;
      found.push(entryFinding(entry, { kind: "conversion-changed", side, what }));
    }
    if (replayed.refused.length > 0) found.push(refusedFinding(entry, replayed));
  }
  return found;
}

function functionOf({ change }: FrozenEntry, side: SampleSide): string {
  return `${sideInWords(side)} of ${JSON.stringify(change)}`;
}

function refusedFinding(entry: FrozenEntry, { side, refused, count }: ReplayedSide): Finding {
  const which = side === "up" ? "older" : "newer";
  const samples = `${refused.length} of ${count} ${count === 1 ? "sample" : "samples"}`;
  const what = `${functionOf(entry, side)}: the ${which} schema rejects ${samples}, such as ${JSON.stringify(refused[0]?.given)}`;
  if (side === "up") return entryFinding(entry, { kind: "sample-refused", side, what });
  return { ...entryFinding(entry, { kind: "sample-refused", side, what, breaking: false }), isTold: true };
}

function removedFinding(entry: FrozenEntry): Finding {
  const what = `the conversion of ${JSON.stringify(entry.change)} was removed, but a version before the change is served`;
  return entryFinding(entry, { kind: "conversion-removed", what });
}

function missingFinding(link: ConversionLink, where: readonly string[]): Finding {
  const [change = ""] = link.changes;
  const entry = { change, where, face: link.isFace, up: undefined, down: undefined };
  const what = `the conversion of ${JSON.stringify(change)} is not frozen`;
  const finding = entryFinding(entry, { kind: "frozen-conversion-missing", what });
  return { ...finding, line: `${finding.line}; versioned-controllers freeze writes it` };
}

interface EntryFinding {
  readonly kind: FindingKind;
  readonly side?: SampleSide;
  readonly what: string;
  readonly breaking?: boolean;
}

function entryFinding({ change, where }: FrozenEntry, { side, ...finding }: EntryFinding): Finding {
  const subject = side ? `${change}, ${sideInWords(side)}` : change;
  return wholeFinding({ ...finding, where: where.join(", "), subject });
}

/** Reports an entry of the base commit that was deleted since, or that has lost or changed a sample. */
function faultsSince(entry: FrozenEntry, now: FrozenEntry | undefined, base: string): readonly Finding[] {
  const conversion = `the frozen conversion of ${JSON.stringify(entry.change)}`;
  if (!now) return [fault("frozen-conversion-deleted", `${conversion} was deleted`)];
  const isKept = sampleSides.every((side) =>
    (entry[side] ?? []).every((sample) => now[side]?.some((one) => isSameJSON(one, sample))),
  );
  return isKept ? [] : [fault("frozen-conversion-changed", `${conversion} was changed`)];

  function fault(kind: FindingKind, what: string): Finding {
    const finding = entryFinding(entry, { kind, what });
    return { ...finding, line: `${finding.line} since ${base}` };
  }
}
