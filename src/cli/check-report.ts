import { annotationLine } from "./annotations";
import { isFailure, isUnwanted, type JudgedFinding, type VersionFindings } from "./findings";
import { asJSON } from "./json-output";

/** The findings of a check, in the order of the versions. */
export interface CheckReport {
  readonly versions: readonly VersionFindings[];
  /** A line for each frozen version that is not judged. */
  readonly passedOver: readonly string[];
  /** Further lines: entries of accepted.json that nothing asked for. */
  readonly notes: readonly string[];
  /** The file of accepted changes, from where the command runs. */
  readonly acceptedFile: string;
}

/** The report as `--json` prints it: docs/reference/check-output.schema.json. */
export function checkJSON({ versions }: CheckReport): string {
  return asJSON({
    ok: isFine(versions),
    versions: versions
      .filter(({ file, findings }) => file !== undefined || findings.length > 0)
      .map(({ version, findings }) => ({
        version,
        changes: findings.map(({ record, accepted }) => ({
          ...record,
          ...(accepted === undefined ? {} : { accepted }),
        })),
      })),
  });
}

/** Whether nothing makes the check fail. */
export function isFine(versions: readonly VersionFindings[]): boolean {
  return !versions.some(({ findings }) => findings.some(isFailure));
}

/** The report for people: each version in a line, and below it what breaks. */
export function checkLines({ versions, passedOver, notes }: CheckReport): readonly string[] {
  return [
    ...versions.flatMap((one) => [
      headingOf(one),
      ...one.findings.filter(isUnwanted).map((finding) => `  ${findingText(finding)}`),
    ]),
    ...passedOver,
    ...notes,
  ];
}

/** The report for GitHub: what breaks is an error, what is accepted a notice, what nothing asked for a warning. */
export function checkAnnotations({
  versions,
  passedOver,
  notes,
  acceptedFile,
}: CheckReport): readonly string[] {
  return [
    ...versions.flatMap((one) => [
      headingOf(one),
      ...one.findings.filter(isUnwanted).map((finding) =>
        annotationLine({
          level: isFailure(finding) ? "error" : "notice",
          title: `version ${one.version}`,
          file: finding.kind === "lifecycle" ? undefined : one.file,
          message: findingText(finding),
        }),
      ),
    ]),
    ...passedOver,
    ...notes.map((message) =>
      annotationLine({ level: "warning", title: acceptedFile, file: acceptedFile, message }),
    ),
  ];
}

function findingText({ line, accepted }: JudgedFinding): string {
  return accepted === undefined ? line : `accepted: ${line} (${accepted})`;
}

/** `version 1: no breaking change, 1 accepted`. */
function headingOf({ version, file, isExact, findings }: VersionFindings): string {
  const failures = findings.filter(isFailure);
  const faults = failures.filter(({ kind }) => kind === "lifecycle").length;
  const differences = failures.length - faults;
  const accepted = findings.filter((one) => isUnwanted(one) && one.accepted !== undefined).length;
  const what = isExact ? "difference" : "breaking change";
  const told = [
    file === undefined ? "not frozen" : counted(differences, what, `no ${what}`),
    ...(faults === 0 ? [] : [counted(faults, "fault of its lifecycle", "")]),
    ...(accepted === 0 ? [] : [`${accepted} accepted`]),
  ];
  return `version ${version}: ${told.join(", ")}`;
}

function counted(count: number, what: string, none: string): string {
  if (count === 0) return none;
  if (count === 1) return `1 ${what}`;
  return `${count} ${what.replace(/^(fault|breaking change|difference)/, "$1s")}`;
}
