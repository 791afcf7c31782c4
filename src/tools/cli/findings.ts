import type { App } from "../../core/app/app";
import { compareDocuments } from "../compare/compare-documents";
import { canonical } from "../../schema/interface/json-value";
import { differenceAt, partText, subjectOf } from "../compare/difference";
import type { Difference, DifferenceCause, DifferenceLists, StepApart } from "../compare/difference";
import { ruleOfKind, type FindingRule } from "../compare/finding-kinds";
import { mostListedValues } from "../compare/value-words";
import { exactDifferences } from "../compare/exact-differences";
import { internals } from "../../core/model/app-internals";
import type { OpenAPIDocument, OpenAPIParameter } from "../../schema/interface/openapi";
import type { Version } from "../../core/model/version";
import { reasonOf, Unusable } from "./command";
import type { FrozenDocument } from "./frozen";
import { differenceRecord, type DifferenceRecord } from "./output-formats";
import { ownParametersIn, withoutOwnParameter } from "./without-version";

export interface Finding {
  readonly group: FindingRule["group"];
  /** The line about the finding: `GET /cats, response 200: property "name" was removed`. */
  readonly line: string;
  readonly record: DifferenceRecord;
  /** The shared part of the document, such as the component `Cat`, that contains the difference. */
  readonly cause?: DifferenceCause | undefined;
  readonly lists?: DifferenceLists | undefined;
  readonly earlier?: EarlierWords;
  /** The keyword with which the subject ends, such as `maximum`; earlier releases did not write it. */
  readonly keyword?: string | undefined;
  /** The step that sets the finding apart from others of its kind at its place; earlier releases did not write it. */
  readonly apart?: StepApart | undefined;
  /** The frozen file that the finding is about, for annotations; undefined if it is the version's document. */
  readonly file?: string;
  /** True for a harmless finding that the report for people has nevertheless. */
  readonly isTold?: true;
  /** The words for several such findings, which the report for people has on one line; undefined if it lists each. */
  readonly together?: { readonly what: string; readonly remedy: string };
  /** True for a finding about requests that name no version. */
  readonly isUnnamed?: true;
}

/** The words of earlier releases for a finding, which entries of `accepted.json` may have. */
interface EarlierWords {
  /** The text with all values of long lists. */
  readonly whole: readonly string[];
  /** Subjects and texts without the alternative of a union. They are ambiguous, so they accept nothing. */
  readonly withoutAlternative: readonly string[];
}

/** Compares a version's frozen document with the App's document today. Throws Unusable if this is impossible. */
export function findingsSince(
  frozen: FrozenDocument,
  app: App,
  { isExact, file }: { readonly isExact: boolean; readonly file: string },
): readonly Finding[] {
  const { version, document, assumed } = frozen;
  const { assumedDocumentOf, documentOf } = app[internals];
  try {
    const named = findingsBetween(version, [document, documentOf(version)], app);
    const findings = [...named.sent, ...(isExact && named.isServed ? exactFindings(named) : named.findings)];
    if (!assumed) return findings;
    const known = new Set(findings.map(({ line }) => line));
    const unnamed = findingsBetween(version, [assumed, assumedDocumentOf(version)], app);
    const others = unnamed.differences.filter((difference) => !known.has(lineOf(difference)));
    return [...findings, ...unnamed.sent, ...others.map(findingWithoutVersion)];
  } catch (error) {
    throw new Unusable(`${file} can't be compared: ${reasonOf(error)}`);
  }
}

interface ComparedDocuments {
  readonly before: OpenAPIDocument;
  readonly after: OpenAPIDocument;
  readonly differences: readonly Difference[];
  /** One finding for each difference, or a single finding if the version is no longer served. */
  readonly findings: readonly Finding[];
  readonly isServed: boolean;
  /** At most one finding: requests must name the version in another way than before. */
  readonly sent: readonly Finding[];
}

function findingsBetween(
  version: Version,
  [was, is]: readonly [OpenAPIDocument, OpenAPIDocument],
  app: App,
): ComparedDocuments {
  const { now, sources, retired } = app[internals];
  const own = { version, sources };
  const [before, after] = [withoutOwnParameter(was, own), withoutOwnParameter(is, own)];
  const differences = compareDocuments(before, after, { now: now() });
  const isServed = app.Versions().includes(version);
  return {
    before,
    after,
    differences,
    isServed,
    findings: isServed
      ? differences.map(findingOf)
      : [retired.has(version) ? retiredVersion(version) : endOfVersion(version, differences)],
    sent: isServed ? sendingFindings(version, ownParametersIn(was, own), ownParametersIn(is, own)) : [],
  };
}

function endOfVersion(version: Version, differences: readonly Difference[]): Finding {
  // Webhooks do not decide if the end is breaking, because a webhook ends with its version, and has no sunset.
  const ofRoutes = differences.filter(({ kind }) => kind !== "webhook-removed");
  const isBreaking = ofRoutes.length === 0 || ofRoutes.some((difference) => difference.isBreaking);
  return isBreaking
    ? endFinding(version, { kind: "version-removed", what: "the version is no longer served" })
    : endFinding(version, {
        kind: "version-retired",
        what: "the version is no longer served, after its sunset",
      });
}

function retiredVersion(version: Version): Finding {
  return endFinding(version, {
    kind: "version-retired",
    what: "the version is no longer served, but in Retired",
  });
}

function endFinding(
  version: Version,
  { kind, what }: { readonly kind: "version-removed" | "version-retired"; readonly what: string },
): Finding {
  const breaking = kind === "version-removed";
  return { ...wholeFinding({ kind, where: `version ${version}`, what, breaking }), line: what };
}

/** Reports, once per version, that a parameter which names the version was renamed, moved or removed. */
function sendingFindings(
  version: Version,
  before: readonly OpenAPIParameter[],
  after: readonly OpenAPIParameter[],
): readonly Finding[] {
  const [was, is] = [before.map(placeInWords), after.map(placeInWords)];
  const known = new Set(is.map((words) => words.toLowerCase()));
  if (was.every((words) => known.has(words.toLowerCase()))) return [];
  const now = is.length === 0 ? "none" : `the ${is.join(" or ")}`;
  const what = `requests named it by the ${was.join(" or ")}, and name it by ${now} now`;
  return [wholeFinding({ kind: "version-sent-differently", where: `version ${version}`, what })];
}

function placeInWords({ name, in: place }: OpenAPIParameter): string {
  return `${place} parameter ${JSON.stringify(name)}`;
}

function exactFindings({ before, after, findings }: ComparedDocuments): readonly Finding[] {
  const exact = exactDifferences(before, after);
  const lines = new Set(exact.map(lineOf));
  const known = new Set(findings.map(({ line }) => line));
  return [
    ...findings.map((finding) =>
      lines.has(finding.line) ? { ...finding, group: "exact" as const } : finding,
    ),
    ...exact
      .filter((difference) => !known.has(lineOf(difference)))
      .map((difference) => ({ ...findingOf(difference), group: "exact" as const })),
  ];
}

export function wholeFinding({ kind, where, what, subject = "", breaking = true }: WholeFinding): Finding {
  const { group } = ruleOfKind(kind);
  return { group, line: `${where}: ${what}`, record: { breaking, kind, where, subject, what } };
}

type WholeFinding = Pick<DifferenceRecord, "kind" | "where" | "what"> &
  Partial<Pick<DifferenceRecord, "subject" | "breaking">>;

export function findingOf(difference: Difference): Finding {
  const { kind, cause, lists, keyword, apart } = difference;
  const { group } = ruleOfKind(kind);
  const record = differenceRecord(difference);
  return {
    group,
    line: lineOf(difference),
    record,
    cause,
    lists,
    earlier: earlierWords(difference),
    keyword,
    apart,
  };
}

function earlierWords({ part, wholeText, general, cause }: Difference): EarlierWords {
  const wholeTexts = [
    ...(wholeText === undefined ? [] : [partText({ part, text: wholeText })]),
    ...(cause?.wholeText === undefined ? [] : [cause.wholeText]),
  ];
  return {
    whole: wholeTexts,
    withoutAlternative: [
      ...(general ? [subjectOf({ part, path: general.path }), partText({ part, text: general.text })] : []),
      ...(cause?.general ? [cause.general.subject, cause.general.text] : []),
    ],
  };
}

function findingWithoutVersion({ operation, ...difference }: Difference): Finding {
  const part = difference.part === "" ? "without a version" : `without a version, ${difference.part}`;
  return { ...findingOf(differenceAt(operation, { ...difference, part })), isUnnamed: true };
}

function lineOf({ place, text }: Difference): string {
  return `${place}: ${text}`;
}

/** Writes the lists of `enum` or `required`: ` (enum was "a", "b"; is "a")`, or ` (enum: 83 values -> 214)`. */
export function listsInWords({ lists }: Pick<Finding, "lists">): string {
  if (!lists || Math.max(lists.old.length, lists.new.length) <= mostListedValues) {
    return wholeLists({ lists });
  }
  return ` (${lists.keyword}: ${lists.old.length} values -> ${lists.new.length})`;
}

/** Writes the lists with all values, as earlier releases did. */
export function wholeLists({ lists }: Pick<Finding, "lists">): string {
  if (!lists) return "";
  const inWords = (values: readonly unknown[]): string =>
    values.length === 0 ? "nothing" : values.map(canonical).join(", ");
  return ` (${lists.keyword} was ${inWords(lists.old)}; is ${inWords(lists.new)})`;
}

export interface VersionFindings {
  readonly version: Version;
  /** The path of the document that `freeze` wrote, relative to the working folder; undefined if there is none. */
  readonly file: string | undefined;
  readonly isExact: boolean;
  readonly findings: readonly JudgedFinding[];
}

/** A finding of `check`. `accepted` is the reason why the finding is accepted; undefined if it is not. */
export interface JudgedFinding extends Finding {
  readonly accepted: string | undefined;
  /** The reason why a breaking change affects no client: `no call for 120 days`. */
  readonly unmet?: string;
}

export function isUnwanted({ group, record }: Finding): boolean {
  return record.breaking || group === "exact";
}

export function isFailure(finding: JudgedFinding): boolean {
  return isUnwanted(finding) && finding.accepted === undefined && finding.unmet === undefined;
}
