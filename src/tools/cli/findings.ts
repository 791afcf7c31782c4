import type { App } from "../../app/app";
import { compareDocuments } from "../compare/compare-documents";
import { canonical } from "../../model/json-value";
import type { Difference, DifferenceCause, DifferenceLists } from "../compare/difference";
import { ruleOfKind, type FindingKind, type FindingRule } from "../compare/finding-kinds";
import { exactDifferences } from "../compare/exact-differences";
import { internals } from "../../model/app-internals";
import type { OpenAPIDocument, OpenAPIParameter } from "../../model/openapi";
import type { Version } from "../../model/version";
import { reasonOf, Unusable } from "./command";
import type { FrozenDocument } from "./frozen";
import { differenceRecord, type DifferenceRecord } from "./output-formats";
import { ownParameterIn, withoutOwnParameter } from "./without-version";

/** A finding of `check` in one version. */
export interface Finding {
  /** The group of its kind; `exact` for a difference that only `--exact` forbids, or forbids too. */
  readonly group: FindingRule["group"];
  /** The finding with its place: `GET /cats, response 200: property "name" was removed`. */
  readonly line: string;
  readonly record: DifferenceRecord;
  /** The cause that it may share with others. */
  readonly cause?: DifferenceCause;
  readonly lists?: DifferenceLists;
  /** True for a finding about requests that name no version. */
  readonly isUnnamed?: true;
}

/**
 * Lists the differences between a frozen version and the App, including the answers to requests that name no version.
 *
 * @throws Unusable if its file holds something that cannot be compared.
 */
export function findingsSince(
  frozen: FrozenDocument,
  app: App,
  options: { readonly isExact: boolean; readonly file: string },
): readonly Finding[] {
  try {
    return differencesSince(frozen, app, options);
  } catch (error) {
    throw new Unusable(`${options.file} can't be compared: ${reasonOf(error)}`);
  }
}

function differencesSince(
  frozen: FrozenDocument,
  app: App,
  { isExact }: { readonly isExact: boolean },
): readonly Finding[] {
  const { assumed } = frozen;
  const { assumedDocumentOf, documentOf, now, sources } = app[internals];
  const { version } = frozen;
  const own = { version, sources };
  const [was, is] = [frozen.document, documentOf(version)];
  const compared = { version, before: withoutOwnParameter(was, own), after: withoutOwnParameter(is, own) };
  const isServed = app.Versions().includes(version);
  const sentBetween = (before: OpenAPIDocument, after: OpenAPIDocument): readonly Finding[] =>
    isServed ? sendingFindings(version, ownParameterIn(before, own), ownParameterIn(after, own)) : [];
  const sent = sentBetween(was, is);
  const named = [...sent, ...(isExact ? exactFindings(compared, app) : namedFindings(compared, app))];
  if (!assumed) return named;
  const known = new Set(named.map(({ line }) => line));
  const assumedNow = assumedDocumentOf(version);
  const sentUnnamed = sentBetween(assumed, assumedNow);
  const unnamed = compareDocuments(withoutOwnParameter(assumed, own), withoutOwnParameter(assumedNow, own), {
    now: now(),
  })
    .filter((difference) => !known.has(lineOf(difference)))
    .map(findingWithoutVersion);
  return [...named, ...sentUnnamed, ...unnamed];
}

/** How requests name a version, once for all operations: the place is another one. */
function sendingFindings(
  version: Version,
  before: OpenAPIParameter | undefined,
  after: OpenAPIParameter | undefined,
): readonly Finding[] {
  const [was, is] = [before, after].map((one) => one && `${one.in} parameter ${JSON.stringify(one.name)}`);
  if (was === undefined || was.toLowerCase() === is?.toLowerCase()) return [];
  const what = `requests named it by the ${was}, and name it by ${is === undefined ? "none" : `the ${is}`} now`;
  return [wholeFinding({ kind: "version-sent-differently", where: `version ${version}`, what })];
}

/** The frozen and the current document of a version, for clients who name it. */
interface ComparedDocuments {
  readonly version: Version;
  readonly before: OpenAPIDocument;
  readonly after: OpenAPIDocument;
}

/** The differences that an old version may not have under `--exact`. */
function exactFindings(compared: ComparedDocuments, app: App): readonly Finding[] {
  const named = namedFindings(compared, app);
  const exact = exactDifferences(compared.before, compared.after);
  const lines = new Set(exact.map(lineOf));
  const known = new Set(named.map(({ line }) => line));
  return [
    ...named.map((finding) => (lines.has(finding.line) ? { ...finding, group: "exact" as const } : finding)),
    ...exact
      .filter((difference) => !known.has(lineOf(difference)))
      .map((difference) => ({ ...findingOf(difference), group: "exact" as const })),
  ];
}

/** The differences for clients who name the version. */
function namedFindings({ version, before, after }: ComparedDocuments, app: App): readonly Finding[] {
  const differences = compareDocuments(before, after, { now: app[internals].now() });
  if (app.Versions().includes(version)) return differences.map(findingOf);
  // A webhook has no sunset of its own: it ends with its version.
  const ofRoutes = differences.filter(({ kind }) => kind !== "webhook-removed");
  const isBreaking = ofRoutes.length === 0 || ofRoutes.some((difference) => difference.isBreaking);
  const what = `the version is no longer served${isBreaking ? "" : ", after its sunset"}`;
  const kind = isBreaking ? "version-removed" : "version-retired";
  return [{ ...wholeFinding({ kind, where: `version ${version}`, what, isBreaking }), line: what }];
}

/** A finding about a whole version or route, instead of a place in a document. */
export function wholeFinding({
  kind,
  where,
  what,
  subject = "",
  isBreaking = true,
}: {
  readonly kind: FindingKind;
  readonly where: string;
  readonly what: string;
  readonly subject?: string;
  readonly isBreaking?: boolean;
}): Finding {
  const { group } = ruleOfKind(kind);
  return { group, line: `${where}: ${what}`, record: { breaking: isBreaking, kind, where, subject, what } };
}

/** A difference as a finding. */
export function findingOf(difference: Difference): Finding {
  const { cause, lists } = difference;
  return {
    group: ruleOfKind(difference.kind).group,
    line: lineOf(difference),
    record: differenceRecord(difference),
    ...(cause ? { cause } : {}),
    ...(lists ? { lists } : {}),
  };
}

/** A difference for clients who name no version; marked, because the version itself may not have changed. */
function findingWithoutVersion(difference: Difference): Finding {
  const { operation, text, part } = difference;
  const place = part === "" ? "without a version" : `without a version, ${part}`;
  const finding = findingOf({ ...difference, part: place, place: `${operation}, ${place}`, text });
  return { ...finding, isUnnamed: true };
}

function lineOf({ place, text }: Difference): string {
  return `${place}: ${text}`;
}

/** `1 day`, `120 days`. */
export function daysInWords(days: number): string {
  return days === 1 ? "1 day" : `${days} days`;
}

/** Both lists of a finding about a list: ` (enum was "a", "b"; is "a")`. */
export function listsInWords({ lists }: Pick<Finding, "lists">): string {
  if (!lists) return "";
  const inWords = (values: readonly unknown[]): string =>
    values.length === 0 ? "nothing" : values.map(canonical).join(", ");
  return ` (${lists.keyword} was ${inWords(lists.old)}; is ${inWords(lists.new)})`;
}

/** The findings of one version. */
export interface VersionFindings {
  readonly version: Version;
  /** The frozen file, relative to the working folder; undefined if the version is not frozen. */
  readonly file: string | undefined;
  /** True if no difference is allowed, breaking or not. */
  readonly isExact: boolean;
  readonly findings: readonly JudgedFinding[];
}

/** A finding, and the reason that accepts it. */
export interface JudgedFinding extends Finding {
  readonly accepted: string | undefined;
  /** Why no client is affected: nobody has called for long enough. */
  readonly unmet?: string;
}

/** True if a finding makes the check fail unless it is accepted. */
export function isUnwanted({ group, record }: Finding): boolean {
  return record.breaking || group === "exact";
}

/** True if a finding makes the check fail. */
export function isFailure(finding: JudgedFinding): boolean {
  return isUnwanted(finding) && finding.accepted === undefined && finding.unmet === undefined;
}
