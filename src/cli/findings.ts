import type { App } from "../app/app";
import { compareDocuments } from "../compare/compare-documents";
import { canonical } from "../compare/canonical";
import type { Difference, DifferenceCause, DifferenceLists } from "../compare/difference";
import { exactDifferences } from "../compare/exact-differences";
import { internals } from "../model/app-internals";
import type { OpenAPIDocument } from "../model/openapi";
import type { Version } from "../model/version";
import type { Frozen } from "./frozen";
import { differenceRecord, type DifferenceRecord } from "./json-output";
import { withVersionNamed } from "./without-version";

/** Something that `check` has found in one version. */
export interface Finding {
  /**
   * Its rule's kind: a difference to what was frozen, one that `--exact` does not allow, a rule of `--lifecycle`, one of
   * `--against` and `--frozen`, or one of `--clients`.
   */
  readonly kind: "difference" | "exact" | "lifecycle" | "frozen" | "code";
  /** The finding with its place: `GET /cats, response 200: property "name" was removed`. */
  readonly line: string;
  readonly record: DifferenceRecord;
  /** The cause that it may share with others. */
  readonly cause?: DifferenceCause;
  readonly lists?: DifferenceLists;
  /** Whether it is about requests that name no version. */
  readonly isUnnamed?: true;
  /** Whether it says that a version has ended as it was announced. */
  readonly isRetirement?: true;
}

/** Everything that differs between a version as it was frozen and the App, what AssumeVersion answers included. */
export function findingsSince(
  frozen: Frozen,
  app: App,
  { isExact }: { readonly isExact: boolean },
): readonly Finding[] {
  const { assumed } = frozen;
  const { assumedDocumentOf, documentOf, now } = app[internals];
  const { version } = frozen;
  const forNaming = (document: OpenAPIDocument): OpenAPIDocument =>
    assumed ? withVersionNamed(document, version) : document;
  const compared = { version, before: forNaming(frozen.document), after: forNaming(documentOf(version)) };
  const named = isExact ? exactFindings(compared, app) : namedFindings(compared, app);
  if (!assumed) return named;
  const known = new Set(named.map(({ line }) => line));
  const unnamed = compareDocuments(assumed, assumedDocumentOf(version), { now: now() })
    .filter((difference) => !known.has(lineOf(difference)))
    .map(findingWithoutVersion);
  return [...named, ...unnamed];
}

/** The documents of a version, as it was frozen and as it is, for those who name it. */
interface Compared {
  readonly version: Version;
  readonly before: OpenAPIDocument;
  readonly after: OpenAPIDocument;
}

/** The same, with each difference that an old version may not have. */
function exactFindings(compared: Compared, app: App): readonly Finding[] {
  const named = namedFindings(compared, app);
  const exact = exactDifferences(compared.before, compared.after);
  const lines = new Set(exact.map(lineOf));
  const known = new Set(named.map(({ line }) => line));
  return [
    ...named.map((finding) => (lines.has(finding.line) ? { ...finding, kind: "exact" as const } : finding)),
    ...exact
      .filter((difference) => !known.has(lineOf(difference)))
      .map((difference) => ({ ...findingOf(difference), kind: "exact" as const })),
  ];
}

/** The differences for those who name the version. */
function namedFindings({ version, before, after }: Compared, app: App): readonly Finding[] {
  const differences = compareDocuments(before, after, { now: app[internals].now() });
  if (app.Versions().includes(version)) return differences.map(findingOf);
  const isBreaking = differences.length === 0 || differences.some((difference) => difference.isBreaking);
  const what = `the version is no longer served${isBreaking ? "" : ", after its sunset"}`;
  const record = { breaking: isBreaking, where: `version ${version}`, what };
  return [{ kind: "difference", line: what, record, ...(isBreaking ? {} : { isRetirement: true }) }];
}

/** A difference as a finding. */
export function findingOf(difference: Difference): Finding {
  const { cause, lists } = difference;
  return {
    kind: "difference",
    line: lineOf(difference),
    record: differenceRecord(difference),
    ...(cause ? { cause } : {}),
    ...(lists ? { lists } : {}),
  };
}

/** A difference for those who name none; told apart, since the version itself may not have changed. */
function findingWithoutVersion(difference: Difference): Finding {
  const { operation, text, part } = difference;
  const place = part === "" ? "without a version" : `without a version, ${part}`;
  const finding = findingOf({ ...difference, part: place, place: `${operation}, ${place}`, text });
  return { ...finding, isUnnamed: true };
}

function lineOf({ place, text }: Difference): string {
  return `${place}: ${text}`;
}

/** Both lists of a finding that is about one: ` (enum was "a", "b"; is "a")`. */
export function listsInWords({ lists }: Pick<Finding, "lists">): string {
  if (!lists) return "";
  const inWords = (values: readonly unknown[]): string =>
    values.length === 0 ? "nothing" : values.map(canonical).join(", ");
  return ` (${lists.keyword} was ${inWords(lists.old)}; is ${inWords(lists.new)})`;
}

/** The findings of one version. */
export interface VersionFindings {
  readonly version: Version;
  /** The file that its document is frozen in, from where the command runs; undefined where it is not frozen. */
  readonly file: string | undefined;
  /** Whether no difference is allowed, breaking or not. */
  readonly isExact: boolean;
  readonly findings: readonly JudgedFinding[];
}

/** A finding, and the reason for which it is accepted. */
export interface JudgedFinding extends Finding {
  readonly accepted: string | undefined;
  /** Why no client meets it: nobody has called for so long. */
  readonly unmet?: string;
}

/** Whether a finding would make the check fail, unless it is accepted. */
export function isUnwanted({ kind, record }: Finding): boolean {
  return record.breaking || kind === "exact";
}

/** Whether a finding makes the check fail. */
export function isFailure(finding: JudgedFinding): boolean {
  return isUnwanted(finding) && finding.accepted === undefined && finding.unmet === undefined;
}
