import { join, relative, resolve, sep } from "node:path";
import type { App } from "../../app/app";
import { internals } from "../../model/app-internals";
import { lifeIn, standingAt } from "../../model/lifecycle";
import { versionOrder, type Version } from "../../model/version";
import { acceptancesIn, type Acceptance, type Acceptances } from "./accepted";
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
export function checkApp(app: App, scope: CheckScope): CheckReport {
  return new AppCheck(app, scope).report();
}

class AppCheck {
  private readonly path: string;
  private readonly acceptances: Acceptances;
  private readonly all: readonly FrozenDocument[];
  /** The faults of files that a commit has. */
  private readonly faults: ReadonlyMap<Version, readonly Finding[]>;
  private readonly documents: ReadonlyMap<Version, FrozenDocument>;
  private readonly reasonFor: (version: Version) => string | undefined;
  /** It is still in development. */
  private readonly newest: Version | undefined;

  constructor(
    private readonly app: App,
    private readonly scope: CheckScope,
  ) {
    const { folder, dir, base } = scope;
    this.path = resolve(folder, dir);
    this.acceptances = acceptancesIn(this.path);
    this.reasonFor = passedOverIn(app);
    this.all = allFrozen(this.path, base);
    this.faults = base ? frozenFaults(base, this.path) : new Map();
    this.documents = new Map(
      this.all
        .filter(({ version }) => this.isJudged(version) || this.faults.has(version))
        .map((one) => [one.version, one]),
    );
    this.newest = this.judgedVersions().at(-1);
    this.refuseWithoutDocuments();
  }

  report(): CheckReport {
    const versions = [...this.documents.keys(), ...this.judgedVersions(), ...this.faults.keys()];
    return {
      versions: inOrderOf(this.app, versions).map((version) => this.judged(version)),
      passedOver: this.passedOver(),
      notes: [...this.unmetNotes(), ...this.generalNotes()],
      acceptedFile: this.shown(acceptedFile),
    };
  }

  private isJudged(version: Version): boolean {
    return this.reasonFor(version) === undefined;
  }

  private judgedVersions(): readonly Version[] {
    return this.app.Versions().filter((version) => this.isJudged(version));
  }

  private shown(name: string): string {
    const { folder, namedFrom = folder } = this.scope;
    return relative(namedFrom, join(this.path, name)).replaceAll(sep, "/");
  }

  private refuseWithoutDocuments(): void {
    if (this.all.length > 0) return;
    const { dir, frozenElsewhere: elsewhere, notice, base, isFrozenNeeded = false } = this.scope;
    if (elsewhere !== undefined) {
      throw new Unusable(
        `no frozen document was found in ${dir}, but ${elsewhere}/${dir} holds frozen documents: ` +
          `add --dir ${elsewhere}/${dir}, or run the command in ${elsewhere}`,
      );
    }
    if (notice === undefined && !base && !isFrozenNeeded) {
      throw new Unusable(`no frozen document was found in ${dir}: see versioned-controllers freeze --help`);
    }
  }

  private judged(version: Version): VersionFindings {
    const document = this.documents.get(version);
    const isExact = this.scope.isExact && version !== this.newest;
    const findings = [
      ...(this.faults.get(version) ?? []),
      ...(this.isJudged(version) ? this.findingsOf(version, document, isExact) : []),
    ];
    const reasons = this.acceptances.reasonsFor(version, findings.filter(isUnwanted));
    return {
      version,
      file: document && this.shown(fileNameOf(version)),
      isExact,
      findings: findings.map((finding) => ({ ...finding, accepted: reasons.get(finding) })),
    };
  }

  private findingsOf(
    version: Version,
    document: FrozenDocument | undefined,
    isExact: boolean,
  ): readonly Finding[] {
    const { notice, isFrozenNeeded = false, isForClients = false } = this.scope;
    const file = this.shown(fileNameOf(version));
    return [
      ...(document ? findingsSince(document, this.app, { isExact, file }) : []),
      ...(document && isForClients ? codeFindings(document, this.app) : []),
      ...(!document && isFrozenNeeded ? [unfrozenFault(version)] : []),
      ...(notice === undefined ? [] : lifecycleFindings(this.app, version, notice)),
    ];
  }

  private passedOver(): readonly string[] {
    const versions = this.all.map(({ version }) => version);
    return inOrderOf(this.app, versions).flatMap((version) => {
      const reason = this.reasonFor(version);
      return reason === undefined ? [] : [`version ${version}: skipped, ${reason}`];
    });
  }

  /** An entry for findings that this check does not look for matches nothing, and needs no note. */
  private unmetNotes(): readonly string[] {
    const { notice, base, isFrozenNeeded = false, isForClients = false } = this.scope;
    const isLookedFor: Readonly<Record<FindingRule["group"], boolean>> = {
      difference: true,
      exact: true,
      lifecycle: notice !== undefined,
      frozen: base !== undefined || isFrozenNeeded,
      code: isForClients,
    };
    return this.acceptances
      .unmet()
      .filter((one) => isLookedFor[this.groupOf(one)])
      .map(
        (one) => `${acceptedFile}: no difference of version ${one.version} matches ${acceptanceWords(one)}`,
      );
  }

  private groupOf({ kind, version, what }: Acceptance): FindingRule["group"] {
    if (kind !== undefined) return isFindingKind(kind) ? ruleOfKind(kind).group : "difference";
    if (what === undefined || isFrozenFault(what)) return "frozen";
    const document = this.documents.get(version);
    const others = [
      ...lifecycleFindings(this.app, version, defaultNotice),
      ...(document ? codeFindings(document, this.app) : []),
    ];
    return others.find(({ record }) => record.what === what)?.group ?? "difference";
  }

  private generalNotes(): readonly string[] {
    return this.acceptances
      .general()
      .map(
        (one) =>
          `${acceptedFile}: ${acceptanceWords(one)} has no subject, and accepts every ${String(one.kind)} of version ${one.version} there`,
      );
  }
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
