import { join, relative, resolve, sep } from "node:path";
import type { App } from "../../app/app";
import { internals } from "../../model/app-internals";
import { lifeIn, standingAt } from "../../model/lifecycle";
import { versionOrder, type Version } from "../../model/version";
import { acceptancesIn, type Acceptance } from "./accepted";
import type { CheckReport } from "./check-report";
import { Unusable } from "./command";
import { findingsSince, isUnwanted, type Finding, type VersionFindings, findingOf } from "./findings";
import { acceptedFile, fileNameOf, frozenIn, type FrozenDocument } from "./frozen";
import { frozenFaults, isFrozenFault, unfrozenFault, type FrozenBase } from "./frozen-base";
import { lifecycleFindings } from "./lifecycle-findings";
import { codeDifferences } from "../compare/code-differences";
import { isFindingKind, ruleOfKind, type FindingRule } from "../compare/finding-kinds";

/** The extent of a check. */
interface CheckScope extends FurtherRules {
  /** The working folder. */
  readonly folder: string;
  /** The folder of the frozen documents, relative to the working folder. */
  readonly dir: string;
  /** The days of notice that lifecycles must have; undefined if lifecycles are not checked. */
  readonly notice: number | undefined;
  /** True if old versions may not differ at all. */
  readonly isExact: boolean;
}

/** Rules that apply only if requested. */
interface FurtherRules {
  /** The folder that the report names files from, where that is not the one that the command runs in. */
  readonly namedFrom?: string;
  /** A folder with frozen documents of the App, in which the command does not look. */
  readonly frozenElsewhere?: string | undefined;
  /** The frozen documents of a commit, which replace those of the folder and may not have changed since. */
  readonly base?: FrozenBase | undefined;
  /** True if every released version must be frozen. */
  readonly isFrozenNeeded?: boolean;
  /** True if differences that break generated code count. */
  readonly isForClients?: boolean;
}

/**
 * Compares an App with its frozen documents, and checks its lifecycles.
 *
 * @throws Unusable if there are no frozen documents.
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
  // The newest version is still in development.
  const newest = app.Versions().filter(isJudged).at(-1);
  const isHeldExactly = (version: Version): boolean => isExact && version !== newest;
  const findingsOf = (version: Version, document: FrozenDocument | undefined): readonly Finding[] => [
    ...(document
      ? findingsSince(document, app, { isExact: isHeldExactly(version), file: shown(fileNameOf(version)) })
      : []),
    ...(document && isForClients ? codeFindings(document, app) : []),
    ...(!document && isFrozenNeeded ? [unfrozenFault(version)] : []),
    ...(notice === undefined ? [] : lifecycleFindings(app, version, notice)),
  ];
  const judged = (version: Version, document: FrozenDocument | undefined): VersionFindings => {
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
  const documents = new Map(frozen.map((one) => [one.version, one]));
  const versions = inOrderOf(app, [...documents.keys(), ...unfrozen, ...left]).map((version) =>
    judged(version, documents.get(version)),
  );
  // An entry for findings that this check does not look for matches nothing, and needs no note.
  const isLookedFor: Readonly<Record<FindingRule["group"], boolean>> = {
    difference: true,
    exact: true,
    lifecycle: notice !== undefined,
    frozen: base !== undefined || isFrozenNeeded,
    code: isForClients,
  };
  const groupOf = ({ kind, version, what }: Acceptance): FindingRule["group"] => {
    if (kind !== undefined) return isFindingKind(kind) ? ruleOfKind(kind).group : "difference";
    if (what === undefined || isFrozenFault(what)) return "frozen";
    const document = documents.get(version);
    const others = [
      ...lifecycleFindings(app, version, defaultNotice),
      ...(document ? codeFindings(document, app) : []),
    ];
    return others.find(({ record }) => record.what === what)?.group ?? "difference";
  };
  const notes = [
    ...acceptances
      .unmet()
      .filter((one) => isLookedFor[groupOf(one)])
      .map(
        (one) => `${acceptedFile}: no difference of version ${one.version} matches ${acceptanceWords(one)}`,
      ),
    ...acceptances
      .general()
      .map(
        (one) =>
          `${acceptedFile}: ${acceptanceWords(one)} has no subject, and accepts every ${String(one.kind)} of version ${one.version} there`,
      ),
  ];
  const passedOver = inOrderOf(
    app,
    all.map(({ version }) => version),
  ).flatMap((version) => {
    const reason = reasonFor(version);
    return reason === undefined ? [] : [`version ${version}: skipped, ${reason}`];
  });
  return { versions, passedOver, notes, acceptedFile: shown(acceptedFile) };
}

/** Versions in the order of the App's list; those that it does not have come first. */
function inOrderOf(app: App, versions: readonly Version[]): readonly Version[] {
  const { listed, versions: served } = app[internals];
  const { compare } = versionOrder(listed.length > 0 ? listed : served());
  return [...new Set(versions)].toSorted(compare);
}

/** The frozen documents of a commit, and those that the folder has added since. */
function allFrozen(path: string, base: FrozenBase | undefined): readonly FrozenDocument[] {
  if (!base) return frozenIn(path);
  const known = new Set(base.documents.map(({ version }) => version));
  return [...base.documents, ...frozenIn(path, known)];
}

/**
 * Why a version is skipped: a preview may change freely, and a version with a successor's answers is covered by that
 * successor.
 */
export function passedOverIn(app: App): (version: Version) => string | undefined {
  const { previews, lifecycles, now } = app[internals];
  const at = now();
  return (version) => {
    if (previews.has(version)) return "it is a preview";
    const standing = standingAt(lifeIn(lifecycles.get(version)), at);
    return standing.kind === "succeeded" ? `version ${standing.by} answers its requests` : undefined;
  };
}

function acceptanceWords({ where, kind, subject, what }: Acceptance): string {
  return `${where}: ${what ?? [kind, subject].filter(Boolean).join(" at ")}`;
}

/** The days of notice that `check --lifecycle` asks for by default. */
export const defaultNotice = 90;

/** The differences that break code generated from a version's frozen document, but no request. */
function codeFindings({ version, document }: FrozenDocument, app: App): readonly Finding[] {
  if (!app.Versions().includes(version)) return [];
  return codeDifferences(document, app[internals].documentOf(version)).map((difference) => {
    const { record, ...finding } = findingOf(difference);
    return { ...finding, record: { ...record, breaks: "code" } };
  });
}
