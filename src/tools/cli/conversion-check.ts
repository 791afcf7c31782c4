import { join, relative, sep } from "node:path";
import type { App } from "../../core/app/app";
import { internals } from "../../core/model/app-internals";
import { groupedBy } from "../../core/model/collections";
import { canonical } from "../../schema/interface/json-value";
import { lifeIn, standingAt } from "../../core/model/lifecycle";
import { versionOrder, type Version } from "../../core/model/version";
import type { FrozenEntry, FrozenSample, SampleSide } from "../conversions/entries";
import { conversionLinksOf, type ConversionLink } from "../conversions/links";
import { entriesOfEntries, linksOfEntries, placesOfLinks } from "../conversions/matches";
import { conversionsFolder, conversionsIn, conversionVersionOf, parsedConversions } from "./conversion-files";
import { faultsSince, missingFinding, removedFinding, replayFindings } from "./conversion-findings";
import type { Finding } from "./findings";
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

export interface ConversionReport {
  /** The findings, by the newest served version before each change. */
  readonly findings: ReadonlyMap<Version, readonly Finding[]>;
  /** The lines about files that are not checked. */
  readonly passedOver: readonly string[];
}

/** Converts all frozen samples again, and reports what differs. */
export async function checkConversions(app: App, scope: ConversionScope): Promise<ConversionReport> {
  const frozen = conversionsIn(scope.path);
  const base = conversionsOfBase(scope.base);
  if (frozen.size + base.size === 0 && !scope.isFrozenNeeded) return { findings: new Map(), passedOver: [] };
  const links = groupedBy(conversionLinksOf(app), ({ version }) => [version]);
  const { listed, previews } = app[internals];
  const findings = new Map<Version, Finding[]>();
  for (const version of new Set([...listed, ...frozen.keys(), ...base.keys()])) {
    if (previews.has(version)) continue;
    const file = fileOf(version, scope);
    const state = {
      app,
      scope,
      version,
      links: links.get(version) ?? [],
      now: frozen.get(version) ?? [],
      base: base.get(version) ?? [],
    };
    for (const [at, finding] of await findingsOfVersion(state)) {
      findings.set(at, [...(findings.get(at) ?? []), { ...finding, file }]);
    }
  }
  const unlisted = [...frozen.keys()].filter((version) => !listed.includes(version));
  const passedOver = unlisted
    .filter((version) => servedBefore(app, version) === undefined)
    .map(
      (version) =>
        `${fileOf(version, scope)}: skipped, version ${version} is not in Versions: delete the file`,
    );
  return { findings, passedOver };
}

function fileOf(version: Version, { path, namedFrom }: ConversionScope): string {
  return relative(namedFrom, join(path, conversionsFolder, fileNameOf(version))).replaceAll(sep, "/");
}

function conversionsOfBase(base: FrozenBase | undefined): ReadonlyMap<Version, readonly FrozenEntry[]> {
  if (!base) return new Map();
  return new Map(
    [...base.files].flatMap(([name, text]) => {
      const version = conversionVersionOf(name);
      return version === undefined
        ? []
        : [[version, parsedConversions(text, `${base.name}: ${name}`)] as const];
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
  const { isFrozenNeeded } = state.scope;
  return [...(await entryFindings(state)), ...(isFrozenNeeded ? await missingFindings(state) : [])];
}

async function entryFindings({
  app,
  scope,
  version,
  links,
  now,
  base,
}: VersionState): Promise<readonly PlacedFinding[]> {
  const schemas = app[internals].linkSchemas;
  const kept = entriesOfEntries(base, now);
  const held = new Set(kept.values());
  // The entries of the base count, and then those that only the folder has, as for documents.
  const ofBase = new Map(base.map((entry) => [withNewSamples(entry, kept.get(entry)), entry]));
  const entries = [...ofBase.keys(), ...now.filter((one) => !held.has(one))];
  const matched = await linksOfEntries(entries, links, schemas);
  const found: PlacedFinding[] = [];
  for (const entry of entries) {
    const link = matched.get(entry);
    const at = reportedAt(app, version, link);
    if (at === undefined) continue;
    const was = ofBase.get(entry);
    const findings = [
      ...(link ? await replayFindings(entry, link, schemas) : [removedFinding(entry)]),
      ...(was && scope.base ? faultsSince(was, kept.get(was), scope.base.name) : []),
    ];
    found.push(...findings.map((finding) => [at, finding] as const));
  }
  return found;
}

/** Adds the samples that only the folder has to an entry of the base commit. */
function withNewSamples(entry: FrozenEntry, now: FrozenEntry | undefined): FrozenEntry {
  const samples = (side: SampleSide): readonly FrozenSample[] => {
    const own = entry[side] ?? [];
    const known = new Set(own.map(({ given }) => canonical(given)));
    return [...own, ...(now?.[side] ?? []).filter(({ given }) => !known.has(canonical(given)))];
  };
  return { ...entry, up: samples("up"), down: samples("down") };
}

async function missingFindings({
  app,
  version,
  links,
  now,
}: VersionState): Promise<readonly PlacedFinding[]> {
  const known = new Set((await linksOfEntries(now, links, app[internals].linkSchemas)).values());
  const unfrozen = links.filter((link) => !known.has(link));
  return [...placesOfLinks(unfrozen, now)].flatMap(([link, where]) => {
    const at = reportedAt(app, version, link);
    return at === undefined ? [] : [[at, missingFinding(link, where)] as const];
  });
}

/** Stored values outlive the routes of their version, so a link of stored values matters without a served version. */
function reportedAt(app: App, version: Version, link: ConversionLink | undefined): Version | undefined {
  const { listed, previews } = app[internals];
  const stored = link?.isStored ? listed.slice(0, listed.indexOf(version)) : [];
  return servedBefore(app, version) ?? stored.findLast((one) => !previews.has(one));
}

/** The newest served version before a change, whose clients the change's conversions reach; undefined if none is left. */
function servedBefore(app: App, version: Version): Version | undefined {
  const { listed, previews, lifecycles, now } = app[internals];
  const at = now();
  return app.Versions().findLast((one) => {
    const { kind } = standingAt(lifeIn(lifecycles.get(one)), at);
    const isServed = !previews.has(one) && (kind === "served" || kind === "brownout");
    return isServed && isBefore(one, version, listed);
  });
}

/** Compares versions by their places in `Versions`, or else by their names: the other version may be gone. */
function isBefore(one: Version, other: Version, listed: readonly Version[]): boolean {
  if (listed.includes(other)) return listed.indexOf(one) < listed.indexOf(other);
  return versionOrder([...listed, other]).isComparable() && versionOrder([one, other]).isAscending();
}
