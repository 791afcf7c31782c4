import { join, relative, resolve, sep } from "node:path";
import type { App } from "../../core/app/app";
import { internals } from "../../core/model/app-internals";
import { lifeIn, standingAt } from "../../core/model/lifecycle";
import type { OpenAPIDocument } from "../../schema/interface/openapi";
import { versionOrder, type Version } from "../../core/model/version";
import type { Acceptance, Ambiguity } from "./acceptance";
import { acceptancesIn, type Acceptances } from "./accepted";
import type { CheckReport } from "./check-report";
import { Unusable } from "./command";
import type { ConversionReport } from "./conversion-check";
import { findingsSince, isUnwanted, type Finding, type VersionFindings, findingOf } from "./findings";
import { acceptedFile, fileNameOf, frozenIn, type FrozenDocument } from "./frozen";
import { frozenFaults, isFrozenFault, unfrozenFault, type FrozenBase } from "./frozen-base";
import { lifecycleFindings } from "./lifecycle-findings";
import { codeDifferences } from "../compare/code-differences";
import { documentedWebhooks, operationKey, operationsIn } from "../compare/documented-operation";
import { isFindingKind, ruleOfKind, type FindingRule } from "../compare/finding-kinds";

interface CheckScope {
  readonly folder: string;
  readonly dir: string;
  /** The minimum number of days from deprecation to sunset; undefined if lifecycles are not checked. */
  readonly notice: number | undefined;
  /** The option `--exact`: the check fails for any difference from a frozen document, even if it breaks no client. */
  readonly isExact: boolean;
  /** The folder to which the file names in the report are relative; default: `folder`. */
  readonly namedFrom?: string;
  /** Another folder that has frozen documents. They are not checked, but the report mentions the folder. */
  readonly frozenElsewhere?: string | undefined;
  /** The frozen documents of the base commit. The documents in the folder must be equal to them. */
  readonly base?: FrozenBase | undefined;
  /** The option `--frozen`: every released version must have a frozen document. */
  readonly isFrozenNeeded?: boolean;
  readonly conversions: ConversionReport;
  /** The option `--clients`: the check also reports differences that break only generated code. */
  readonly isForClients?: boolean;
}

interface CheckContext extends CheckScope {
  readonly app: App;
  readonly acceptances: Acceptances;
  readonly documents: ReadonlyMap<Version, FrozenDocument>;
  readonly faults: ReadonlyMap<Version, readonly Finding[]>;
  readonly reasonFor: (version: Version) => string | undefined;
  readonly shown: (name: string) => string;
}

/** Compares an App with its frozen documents, and checks its lifecycles. Throws Unusable if no document is frozen. */
export function checkApp(app: App, scope: CheckScope): CheckReport {
  const { folder, base, conversions, namedFrom = folder } = scope;
  const path = resolve(folder, scope.dir);
  const acceptances = acceptancesIn(path);
  const ofBase = base?.documents ?? [];
  // The documents of the base commit come first, and then those that only the folder has.
  const frozen = [...ofBase, ...frozenIn(path, new Set(ofBase.map(({ version }) => version)))];
  const faults = base ? frozenFaults(base, path) : new Map<Version, readonly Finding[]>();
  if (frozen.length === 0) refuseWithoutDocuments(scope);
  const reasonFor = passedOverIn(app);
  const isCompared = (version: Version): boolean => reasonFor(version) === undefined || faults.has(version);
  const compared = frozen.filter(({ version }) => isCompared(version));
  const context: CheckContext = {
    ...scope,
    app,
    acceptances,
    documents: new Map(compared.map((one) => [one.version, one])),
    faults,
    reasonFor,
    shown: (name) => relative(namedFrom, join(path, name)).replaceAll(sep, "/"),
  };
  const judged = app.Versions().filter((version) => reasonFor(version) === undefined);
  const versions = inOrderOf(app, [
    ...context.documents.keys(),
    ...judged,
    ...faults.keys(),
    ...conversions.findings.keys(),
  ]);
  return {
    versions: versions.map((version) => versionFindings(version, context, judged.at(-1))),
    passedOver: [...passedOver(frozen, context), ...conversions.passedOver],
    notes: [
      ...unmetNotes(context),
      ...acceptances.general().map(generalNote),
      ...[...acceptances.ambiguous()].map(([one, ambiguity]) => ambiguityNote(one, ambiguity)),
    ],
    acceptedFile: context.shown(acceptedFile),
    isAcceptedWritten: acceptances.isWritten,
  };
}

function refuseWithoutDocuments({ dir, frozenElsewhere: elsewhere, ...scope }: CheckScope): void {
  if (elsewhere !== undefined) {
    throw new Unusable(
      `no frozen document was found in ${dir}, but ${elsewhere}/${dir} holds frozen documents: ` +
        `add --dir ${elsewhere}/${dir}, or run the command in ${elsewhere}`,
    );
  }
  if (scope.notice === undefined && !scope.base && !scope.isFrozenNeeded) {
    throw new Unusable(`no frozen document was found in ${dir}: see versioned-controllers freeze --help`);
  }
}

/** Lists the findings of a version. `--exact` does not apply to the newest version, which may still change. */
function versionFindings(
  version: Version,
  context: CheckContext,
  newest: Version | undefined,
): VersionFindings {
  const { documents, faults, conversions, reasonFor, acceptances, shown } = context;
  const isExact = context.isExact && version !== newest;
  const found = [
    ...(faults.get(version) ?? []),
    ...(reasonFor(version) === undefined ? findingsOf(version, { ...context, isExact }) : []),
    ...(conversions.findings.get(version) ?? []),
  ];
  const frozen = documents.get(version);
  const findings = withOwners(found, () => [
    context.app[internals].documentOf(version),
    ...(frozen ? [frozen.document] : []),
  ]);
  const reasons = acceptances.reasonsFor(version, findings.filter(isUnwanted));
  return {
    version,
    file: documents.has(version) ? shown(fileNameOf(version)) : undefined,
    isExact,
    findings: findings.map((finding) => ({ ...finding, accepted: reasons.get(finding) })),
  };
}

function findingsOf(version: Version, context: CheckContext): readonly Finding[] {
  const { app, documents, isExact, shown, notice, isFrozenNeeded = false, isForClients = false } = context;
  const document = documents.get(version);
  return [
    ...(document ? findingsSince(document, app, { isExact, file: shown(fileNameOf(version)) }) : []),
    ...(document && isForClients ? codeFindings(document, app) : []),
    ...(!document && isFrozenNeeded ? [unfrozenFault(version)] : []),
    ...(notice === undefined ? [] : lifecycleFindings(app, version, notice)),
  ];
}

function passedOver(frozen: readonly FrozenDocument[], { app, reasonFor }: CheckContext): readonly string[] {
  const versions = frozen.map(({ version }) => version);
  return inOrderOf(app, versions).flatMap((version) => {
    const reason = reasonFor(version);
    return reason === undefined ? [] : [`version ${version}: skipped, ${reason}`];
  });
}

function unmetNotes(context: CheckContext): readonly string[] {
  const { notice, base, isFrozenNeeded = false, isForClients = false } = context;
  const isLookedFor: Readonly<Record<FindingRule["group"], boolean>> = {
    difference: true,
    exact: true,
    lifecycle: notice !== undefined,
    frozen: base !== undefined || isFrozenNeeded,
    code: isForClients,
    conversion: true,
  };
  const renewed = context.acceptances.ambiguous();
  const unmet = context.acceptances
    .unmet()
    .filter((one) => isLookedFor[groupOf(one, context)] && !renewed.has(one));
  return unmet.map(
    (one) =>
      `${acceptedFile}: no difference of version ${one.version} matches ${acceptanceWords(one)}; ` +
      "the entry has no effect: delete it",
  );
}

function groupOf(
  { kind, version, what }: Acceptance,
  { app, documents }: CheckContext,
): FindingRule["group"] {
  if (kind !== undefined) return isFindingKind(kind) ? ruleOfKind(kind).group : "difference";
  if (what === undefined || isFrozenFault(what)) return "frozen";
  const document = documents.get(version);
  const others = [
    ...lifecycleFindings(app, version, defaultNotice),
    ...(document ? codeFindings(document, app) : []),
  ];
  return others.find(({ record }) => record.what === what)?.group ?? "difference";
}

function generalNote(one: Acceptance): string {
  return `${acceptedFile}: ${acceptanceWords(one)} has no subject, so it accepts every ${String(one.kind)} of version ${one.version} there`;
}

/** Explains that an entry of an earlier release accepts nothing, because it could be about several differences. */
function ambiguityNote(one: Acceptance, { lacks, subjects }: Ambiguity): string {
  const named = [...subjects].map((subject) => JSON.stringify(subject)).join(" or ");
  return `${acceptedFile}: ${acceptanceWords(one)} of version ${one.version} does not name the ${lacks}, so it accepts nothing: write the subject ${named}`;
}

/** Sorts versions, oldest first, without duplicates. Versions that the App does not know come first. */
function inOrderOf(app: App, versions: readonly Version[]): readonly Version[] {
  const { listed, versions: served } = app[internals];
  const { compare } = versionOrder(listed.length > 0 ? listed : served());
  return [...new Set(versions)].toSorted(compare);
}

/** Makes a function that returns why a version is not checked: it is a preview, or a successor answers its requests. */
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

export const defaultNotice = 90;

/** Lists the differences that break code generated from the frozen document, but break no request. */
function codeFindings({ version, document }: FrozenDocument, app: App): readonly Finding[] {
  if (!app.Versions().includes(version)) return [];
  return codeDifferences(document, app[internals].documentOf(version)).map((difference) => {
    const { record, ...finding } = findingOf(difference);
    return { ...finding, record: { ...record, breaks: "code" } };
  });
}

/** Adds to each finding the `x-owner` of its operation, from the first of the documents that has one. */
function withOwners<One extends Finding>(
  findings: readonly One[],
  documents: () => readonly OpenAPIDocument[],
): readonly One[] {
  if (findings.length === 0) return findings;
  const owners = documents().map(ownersIn);
  return findings.map((finding) => {
    const key = operationKey(finding.record.where);
    const owner = owners.find((one) => one.has(key))?.get(key);
    return owner === undefined ? finding : { ...finding, record: { ...finding.record, owner } };
  });
}

function ownersIn(document: OpenAPIDocument): ReadonlyMap<string, string> {
  const operations = [...operationsIn(document), ...documentedWebhooks(document)];
  return new Map(
    operations.flatMap(([key, { operation }]) => {
      const owner: unknown = operation["x-owner"];
      return typeof owner === "string" ? [[key, owner]] : [];
    }),
  );
}
