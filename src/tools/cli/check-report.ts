import { entryFor } from "./accepted";
import { annotationLine, jsonOutput } from "./output-formats";
import { groupedByCause, sharedCauses, type FindingGroup } from "./cause-groups";
import { isFailure, isUnwanted, type JudgedFinding, type VersionFindings } from "./findings";

export interface CheckReport {
  readonly versions: readonly VersionFindings[];
  /** The lines that report which frozen versions were skipped. */
  readonly passedOver: readonly string[];
  /** Further lines, such as those about entries of accepted.json that match no finding. */
  readonly notes: readonly string[];
  readonly acceptedFile: string;
  readonly isAcceptedWritten: boolean;
}

/** Writes the output of `--json`, which docs/reference/check-output.schema.json describes. */
export function checkJSON({ versions }: CheckReport): string {
  return jsonOutput({
    ok: isFine(versions),
    versions: versions
      .filter(({ file, findings }) => file !== undefined || findings.length > 0)
      .map(({ version, findings }) => {
        const shared = sharedCauses(findings);
        return { version, changes: findings.map((one) => changeRecord(one, shared)) };
      }),
  });
}

function changeRecord(
  { record, cause, lists, accepted }: JudgedFinding,
  shared: ReadonlySet<string>,
): object {
  const name = cause && shared.has(cause.name) ? cause.name : undefined;
  return { ...record, cause: name, old: lists?.old, new: lists?.new, accepted };
}

/** True if no finding makes the check fail. */
export function isFine(versions: readonly VersionFindings[]): boolean {
  return !versions.some(({ findings }) => findings.some(isFailure));
}

/** Writes the report for people. It has a line for each breaking change, or one for several with the same cause. */
export function checkLines(
  { versions, passedOver, notes }: CheckReport,
  { isWithPlaces }: { readonly isWithPlaces: boolean },
): readonly string[] {
  return [
    ...versions.flatMap((one) => [
      headingOf(one),
      ...unwantedIn(one).flatMap((group) => [
        `  ${groupText(group)}`,
        ...(isWithPlaces ? group.places.map((place) => `    ${place}`) : []),
      ]),
      ...one.findings
        .filter((finding) => finding.isTold && !isUnwanted(finding))
        .map(({ line }) => `  not breaking: ${line}`),
    ]),
    ...passedOver,
    ...notes,
  ];
}

/** Lists the entries to add to accepted.json to accept the failing findings, or the whole file if it does not exist. */
export function entriesToCopy({ versions, acceptedFile: file, ...report }: CheckReport): readonly string[] {
  const found = versions.flatMap((one) =>
    unwantedIn(one)
      .filter(({ findings: [finding] }) => isFailure(finding))
      .flatMap((group) => group.findings.map((finding) => entryFor(one.version, finding, scopeOf(group)))),
  );
  const entries = [...new Set(found)];
  if (entries.length === 0) return [];
  if (report.isAcceptedWritten) {
    return [`to accept, add to ${file}, with a reason:`, ...entries.map((entry) => `  ${entry}`)];
  }
  const list = entries.map((entry, i) => `  ${entry}${i < entries.length - 1 ? "," : ""}`);
  return [`to accept, write ${file}, with a reason:`, "[", ...list, "]"];
}

/** Decides which findings an entry accepts: all of a remedy, those of a cause, or one. */
function scopeOf({ text, findings: [first, ...others] }: FindingGroup): "kind" | "cause" | "finding" {
  if (first.together && others.length > 0) return "kind";
  return text === undefined ? "finding" : "cause";
}

/** Writes the report for GitHub. Breaking changes are errors, accepted changes are notices, and notes are warnings. */
export function checkAnnotations({ acceptedFile: file, ...report }: CheckReport): readonly string[] {
  return [
    ...report.versions.flatMap((one) => [
      headingOf(one),
      ...unwantedIn(one).map((group) => {
        const [finding] = group.findings;
        return annotationLine({
          level: isFailure(finding) ? "error" : "notice",
          title: `version ${one.version}`,
          file: finding.group === "lifecycle" ? undefined : (finding.file ?? one.file),
          message: groupText(group),
        });
      }),
    ]),
    ...report.passedOver,
    ...report.notes.map((message) => annotationLine({ level: "warning", title: file, file, message })),
  ];
}

function unwantedIn({ findings }: VersionFindings): readonly FindingGroup[] {
  return groupedByCause(findings.filter(isUnwanted));
}

function groupText({ line, findings }: FindingGroup): string {
  const [{ accepted }] = findings;
  const owners = [...new Set(findings.flatMap(({ record }) => record.owner ?? []))];
  const words = `${line}${owners.length === 0 ? "" : ` [${owners.join(", ")}]`}`;
  return accepted === undefined ? words : `accepted: ${words} (${accepted})`;
}

/** Writes the heading of a version: `version 1: no breaking change, 1 accepted`. */
function headingOf(one: VersionFindings): string {
  const groups = unwantedIn(one);
  const count = (is: (finding: JudgedFinding) => boolean): number =>
    groups.reduce((sum, { findings: [finding], count: own }) => (is(finding) ? sum + own : sum), 0);
  const failures = count(isFailure);
  const faults = count((finding) => isFailure(finding) && finding.group === "lifecycle");
  const ofFile = (kind: "document" | "conversion"): number =>
    count((finding) => isFailure(finding) && finding.record.kind.startsWith(`frozen-${kind}-`));
  const [documents, conversions] = [ofFile("document"), ofFile("conversion")];
  const unmet = count((finding) => finding.unmet !== undefined);
  const accepted = count(() => true) - failures - unmet;
  const counts = [
    differencesInWords(one, failures - faults - documents - conversions),
    ...(faults === 0 ? [] : [countInWords(faults, "fault of the lifecycle", "")]),
    ...(documents === 0 ? [] : [countInWords(documents, "fault of a frozen document", "")]),
    ...(conversions === 0 ? [] : [countInWords(conversions, "fault of a frozen conversion", "")]),
    ...(accepted === 0 ? [] : [`${accepted} accepted`]),
    ...(unmet === 0 ? [] : [`${unmet} that ${unmet === 1 ? "affects" : "affect"} no counted call`]),
  ];
  return `version ${one.version}: ${counts.join(", ")}`;
}

function differencesInWords({ file, isExact, findings }: VersionFindings, count: number): string {
  if (file === undefined && count === 0) return "not frozen";
  const what = isExact ? "difference" : "breaking change";
  const none = findings.some(({ record }) => record.kind === "version-retired")
    ? "retired as announced"
    : `no ${what}`;
  return countInWords(count, what, none);
}

function countInWords(count: number, what: string, none: string): string {
  if (count === 0) return none;
  if (count === 1) return `1 ${what}`;
  return `${count} ${what.replace(/^(fault|breaking change|difference)/, "$1s")}`;
}
