import { join } from "node:path";
import type { App } from "../app";
import { compareDocuments } from "../compare/compare-documents";
import type { Difference } from "../compare/difference";
import { internals } from "../model/app-internals";
import type { Version } from "../model/version";
import { assumedFolder, fileNameOf, frozenAt, type Frozen } from "./frozen";
import { differenceRecord, type DifferenceRecord } from "./json-output";

/** Something that `check` has found in one version. */
export interface Finding {
  /** Its rule's kind: a difference to what was frozen, or a rule of `--lifecycle`. */
  readonly kind: "difference" | "lifecycle";
  /** The finding with its place: `GET /cats, response 200: property "name" was removed`. */
  readonly line: string;
  readonly record: DifferenceRecord;
}

/** Everything that differs between a version as it was frozen and the App, what AssumeVersion answers included. */
export function findingsSince(frozen: Frozen, app: App, folder: string): readonly Finding[] {
  const named = namedFindings(frozen, app);
  const assumed = frozenAt(join(folder, assumedFolder, fileNameOf(frozen.version)));
  if (!assumed) return named;
  const { assumedDocumentOf, now } = app[internals];
  const today = assumedDocumentOf(frozen.version);
  const known = new Set(named.map(({ line }) => line));
  const unnamed = compareDocuments(assumed, today, { now: now() })
    .filter((difference) => !known.has(lineOf(difference)))
    .map(findingWithoutVersion);
  return [...named, ...unnamed];
}

/** What differs for those who name the version. */
function namedFindings({ version, document }: Frozen, app: App): readonly Finding[] {
  const { documentOf, now } = app[internals];
  const differences = compareDocuments(document, documentOf(version), { now: now() });
  if (app.Versions().includes(version)) return differences.map(findingOf);
  const isBreaking = differences.length === 0 || differences.some((difference) => difference.isBreaking);
  const what = `the version is no longer served${isBreaking ? "" : ", after its sunset"}`;
  return [
    { kind: "difference", line: what, record: { breaking: isBreaking, where: `version ${version}`, what } },
  ];
}

function findingOf(difference: Difference): Finding {
  return { kind: "difference", line: lineOf(difference), record: differenceRecord(difference) };
}

/** A difference for those who name none; told apart, since the version itself may not have changed. */
function findingWithoutVersion(difference: Difference): Finding {
  const { operation, text, part } = difference;
  const place = part === "" ? "without a version" : `without a version, ${part}`;
  return findingOf({ ...difference, part: place, place: `${operation}, ${place}`, text });
}

function lineOf({ place, text }: Difference): string {
  return `${place}: ${text}`;
}

/** The findings of one version. */
export interface VersionFindings {
  readonly version: Version;
  /** The file that its document is frozen in, from where the command runs; undefined where it is not frozen. */
  readonly file: string | undefined;
  readonly findings: readonly JudgedFinding[];
}

/** A finding, and the reason for which it is accepted. */
export interface JudgedFinding extends Finding {
  readonly accepted: string | undefined;
}

/** Whether a finding makes the check fail. */
export function isFailure({ record, accepted }: JudgedFinding): boolean {
  return record.breaking && accepted === undefined;
}
