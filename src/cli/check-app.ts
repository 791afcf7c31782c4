import { join, relative, resolve, sep } from "node:path";
import type { App } from "../app/app";
import { internals } from "../model/app-internals";
import { lifeIn, standingAt } from "../model/lifecycle";
import type { Version } from "../model/version";
import { acceptancesIn, type Acceptance } from "./accepted";
import type { CheckReport } from "./check-report";
import { Unusable } from "./command";
import { findingsSince, isUnwanted, type Finding, type VersionFindings, findingOf } from "./findings";
import { acceptedFile, fileNameOf, frozenIn, type Frozen } from "./frozen";
import { frozenFaults, isFrozenFault, unfrozenFault, type FrozenBase } from "./frozen-base";
import { isLifecycleFault, lifecycleFindings } from "./lifecycle-findings";
import { codeDifferences, codePart } from "../compare/code-differences";

/** The extent of a check. */
interface CheckScope extends FurtherRules {
  /** The folder that the command runs in. */
  readonly folder: string;
  /** The folder of what is frozen, from there. */
  readonly dir: string;
  /** The days of notice that lifecycles must give; undefined where they are not looked at. */
  readonly notice: number | undefined;
  /** True if any difference of an old version is a finding. */
  readonly isExact: boolean;
}

/** Rules that hold where they are asked for. */
interface FurtherRules {
  /** The folder that the report names files from, where that is not the one that the command runs in. */
  readonly namedFrom?: string;
  /** A folder with frozen documents of the App, in which the command does not look. */
  readonly frozenElsewhere?: string | undefined;
  /** The documents of a commit, which are compared in the place of the folder's own, and may not have changed since. */
  readonly base?: FrozenBase | undefined;
  /** True if every released version must be frozen. */
  readonly isFrozenNeeded?: boolean;
  /** True if differences that break generated code are findings. */
  readonly isForClients?: boolean;
}

/**
 * Holds an App against what was frozen of it, and its lifecycles against the notice that they must give.
 *
 * @throws Unusable where there is nothing to look at.
 */
export function checkApp(app: App, { folder, dir, notice, isExact, ...further }: CheckScope): CheckReport {
  const path = resolve(folder, dir);
  const { namedFrom = folder, frozenElsewhere: elsewhere } = further;
  const shown = (name: string): string => relative(namedFrom, join(path, name)).replaceAll(sep, "/");
  const acceptances = acceptancesIn(path);
  const reasonFor = passedOverIn(app);
  const isJudged = (version: Version): boolean => reasonFor(version) === undefined;
  const { base, isFrozenNeeded = false, isForClients = false } = further;
  const all = allFrozen(path, base);
  const faults = base ? frozenFaults(base, path) : new Map<Version, readonly Finding[]>();
  const frozen = all.filter(({ version }) => isJudged(version) || faults.has(version));
  if (all.length === 0 && elsewhere !== undefined) {
    throw new Unusable(
      `no frozen document was found in ${dir}, but ${elsewhere}/${dir} holds frozen documents: ` +
        `add --dir ${elsewhere}/${dir}, or run the command in ${elsewhere}`,
    );
  }
  if (all.length === 0 && notice === undefined && !base && !isFrozenNeeded) {
    throw new Unusable(`no frozen document was found in ${dir}: see versioned-controllers freeze --help`);
  }
  // The newest version is the one that is still worked on.
  const newest = app.Versions().filter(isJudged).at(-1);
  const isHeldExactly = (version: Version): boolean => isExact && version !== newest;
  const findingsOf = (version: Version, document: Frozen | undefined): readonly Finding[] => [
    ...(document ? findingsSince(document, app, { isExact: isHeldExactly(version) }) : []),
    ...(document && isForClients ? codeFindings(document, app) : []),
    ...(!document && isFrozenNeeded ? [unfrozenFault(version)] : []),
    ...(notice === undefined ? [] : lifecycleFindings(app, version, notice)),
  ];
  const judged = (version: Version, document: Frozen | undefined): VersionFindings => {
    const findings = [
      ...(faults.get(version) ?? []),
      ...(isJudged(version) ? findingsOf(version, document) : []),
    ];
    const reasons = acceptances.reasonsFor(version, findings.filter(isUnwanted));
    return {
      version,
      file: document && shown(fileNameOf(version)),
      isExact: isHeldExactly(version),
      findings: findings.map((finding) => ({ ...finding, accepted: reasons.get(finding) })),
    };
  };
  const unfrozen = app
    .Versions()
    .filter((version) => isJudged(version) && !frozen.some((one) => one.version === version));
  const left = [...faults.keys()].filter((version) => !frozen.some((one) => one.version === version));
  const versions = [
    ...frozen.map((one) => judged(one.version, one)),
    ...[...new Set([...unfrozen, ...left])].map((version) => judged(version, undefined)),
  ];
  // If lifecycle faults are not checked, an entry that accepts one cannot have a match.
  const unmet = acceptances
    .unmet()
    .filter(({ what }) => notice !== undefined || !isLifecycleFault(what))
    .filter(({ what }) => base !== undefined || isFrozenNeeded || !isFrozenFault(what))
    .filter(({ what }) => isForClients || !isCodeFault(what));
  const passedOver = all.flatMap(({ version }) => {
    const reason = reasonFor(version);
    return reason === undefined ? [] : [`version ${version}: skipped, ${reason}`];
  });
  return { versions, passedOver, notes: unmet.map(noteOf), acceptedFile: shown(acceptedFile) };
}

/** The frozen documents of a commit, and those in the folder for versions that the commit does not have yet. */
function allFrozen(path: string, base: FrozenBase | undefined): readonly Frozen[] {
  if (!base) return frozenIn(path);
  const known = new Set(base.documents.map(({ version }) => version));
  return [...base.documents, ...frozenIn(path, known)];
}

/** Why a version is not judged: a preview may change, whatever was frozen before it became one; what is served by a successor is that one's promise. */
function passedOverIn(app: App): (version: Version) => string | undefined {
  const { previews, lifecycles, now } = app[internals];
  const at = now();
  return (version) => {
    if (previews.has(version)) return "it is a preview";
    const standing = standingAt(lifeIn(lifecycles.get(version)), at);
    return standing.kind === "succeeded" ? `version ${standing.by} answers its requests` : undefined;
  };
}

function noteOf({ version, where, what }: Acceptance): string {
  return `${acceptedFile}: no difference of version ${version} matches ${where}: ${what}`;
}

/** Differences that break code generated from a version's frozen document, but none of its requests. */
function codeFindings({ version, document }: Frozen, app: App): readonly Finding[] {
  if (!app.Versions().includes(version)) return [];
  return codeDifferences(document, app[internals].documentOf(version)).map((difference) => {
    const { record, ...finding } = findingOf(difference);
    return { ...finding, kind: "code", record: { ...record, breaks: "code" } };
  });
}

/** True if an entry of accepted.json names such a finding. */
function isCodeFault(what: string): boolean {
  return what.startsWith(`${codePart}: `);
}
