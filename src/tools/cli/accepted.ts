import { existsSync } from "node:fs";
import { join } from "node:path";
import { describe, isFilledText, isObject } from "../../core/model/value";
import type { Version } from "../../core/model/version";
import { Unusable } from "./command";
import { acceptedFile, jsonIn } from "./frozen";
import { acceptedWithoutKeyword, isFor, stepMissingIn, type Acceptance, type Ambiguity } from "./acceptance";
import { groupedByCause } from "./cause-groups";
import type { DifferenceCause } from "../compare/difference";
import { listsInWords, wholeLists, type Finding } from "./findings";

export interface Acceptances {
  /** Returns the reason for each finding that an entry accepts. */
  readonly reasonsFor: (version: Version, findings: readonly Finding[]) => ReadonlyMap<Finding, string>;
  /** Returns the entries that no call of `reasonsFor` has used so far. */
  readonly unmet: () => readonly Acceptance[];
  /** Returns the entries that should get a `subject`, because they accept differences anywhere in the operation. */
  readonly general: () => readonly Acceptance[];
  /** Returns the entries of earlier releases that accept nothing, because they could be about several differences. */
  readonly ambiguous: () => ReadonlyMap<Acceptance, Ambiguity>;
  readonly isWritten: boolean;
}

/** Reads `accepted.json` in the folder of frozen documents, if it exists. Throws Unusable for malformed content. */
export function acceptancesIn(folder: string): Acceptances {
  const file = join(folder, acceptedFile);
  const all = listIn(file);
  const met = new Set<Acceptance>();
  const general = new Set<Acceptance>();
  const ambiguous = new Map<Acceptance, { lacks: Ambiguity["lacks"]; subjects: Set<string> }>();
  return {
    reasonsFor: (version, findings) => {
      const own = all.filter((one) => one.version === version);
      const found = new Map<Finding, Acceptance>();
      for (const finding of findings) {
        const acceptance = own.find((one) => one.kind !== undefined && isFor(one, finding));
        if (!acceptance) continue;
        found.set(finding, acceptance);
        const { subject, where } = acceptance;
        if (subject === undefined && subjectAt(where, finding) !== "") general.add(acceptance);
      }
      const others = findings.filter((finding) => !found.has(finding));
      for (const [finding, acceptance] of acceptedByWords(others, own)) found.set(finding, acceptance);
      for (const [finding, acceptance] of acceptedWithoutKeyword(findings, own)) {
        if (!found.has(finding)) found.set(finding, acceptance);
      }
      for (const acceptance of found.values()) met.add(acceptance);
      for (const finding of findings.filter((one) => !found.has(one))) {
        for (const acceptance of own) {
          const lacks = stepMissingIn(acceptance, finding);
          if (lacks === undefined) continue;
          const { subjects } = ambiguous.get(acceptance) ?? { subjects: new Set<string>() };
          subjects.add(subjectAt(acceptance.where, finding));
          ambiguous.set(acceptance, { lacks, subjects });
        }
      }
      return new Map([...found].map(([finding, { reason }]) => [finding, reason]));
    },
    unmet: () => all.filter((one) => !met.has(one)),
    general: () => all.filter((one) => general.has(one)),
    ambiguous: () => new Map([...ambiguous].filter(([one]) => !met.has(one))),
    isWritten: existsSync(file),
  };
}

function subjectAt(where: string, { record, cause }: Finding): string {
  return where === cause?.name ? cause.subject : record.subject;
}

/** Writes the entry of `accepted.json` that would accept a finding, on one line that the user can copy. */
export function entryFor(version: Version, finding: Finding, scope: "kind" | "cause" | "finding"): string {
  const { record } = finding;
  const { where, subject } = scopedPlace(finding, scope);
  const members = {
    version,
    kind: record.kind,
    where,
    ...(subject === "" ? {} : { subject }),
    reason: "...",
  };
  const texts = Object.entries(members).map(([name, text]) => `"${name}": ${JSON.stringify(text)}`);
  return `{ ${texts.join(", ")} }`;
}

function scopedPlace(
  { record, cause }: Finding,
  scope: Parameters<typeof entryFor>[2],
): { readonly where: string; readonly subject: string } {
  if (scope === "kind") return { where: "*", subject: "" };
  return scope === "cause" && cause ? { where: cause.name, subject: cause.subject } : record;
}

/** Finds, for each finding, the entry with its text (`what`): `response 200: property "name" was removed`. */
function acceptedByWords(
  findings: readonly Finding[],
  entries: readonly Acceptance[],
): ReadonlyMap<Finding, Acceptance> {
  if (entries.every(({ what }) => what === undefined)) return new Map();
  const find = (wheres: readonly string[], whats: readonly string[]): Acceptance | undefined =>
    wheres
      .flatMap((where) =>
        whats.map((what) => entries.findLast((one) => one.where === where && one.what === what)),
      )
      .find((one) => one !== undefined);
  const shared = new Map<Finding, Acceptance | undefined>();
  for (const { findings: members, text, wholeText } of groupedByCause(findings)) {
    for (const finding of members) {
      const ofGroup = [text, wholeText].filter((one) => one !== undefined);
      const whats = [...whatsOf(finding), ...ofGroup];
      shared.set(finding, find(["*", ...(finding.cause ? [finding.cause.name] : [])], whats));
    }
  }
  const byCause = new Map<string, Acceptance>();
  for (const [{ cause }, acceptance] of shared) {
    if (cause && acceptance && !byCause.has(causeKey(cause))) byCause.set(causeKey(cause), acceptance);
  }
  const acceptanceOf = (finding: Finding): Acceptance | undefined => {
    const { cause, record } = finding;
    const own = find([record.where], whatsOf({ ...finding, cause: undefined }));
    return own ?? (cause ? byCause.get(causeKey(cause)) : shared.get(finding));
  };
  return new Map(
    findings.flatMap((finding) => {
      const acceptance = acceptanceOf(finding);
      return acceptance ? [[finding, acceptance] as const] : [];
    }),
  );
}

function causeKey({ name, text }: DifferenceCause): string {
  return JSON.stringify([name, text]);
}

/** Lists the texts by which an entry may name a finding; the lists of values may be those of an earlier release. */
function whatsOf(finding: Finding): readonly string[] {
  const { record, cause, earlier } = finding;
  const words = [record.what, ...(cause ? [cause.text] : []), ...(earlier?.whole ?? [])];
  return words.flatMap((one) => [one, one + listsInWords(finding), one + wholeLists(finding)]);
}

function listIn(file: string): readonly Acceptance[] {
  const read = jsonIn(file, `it must be ${listForm}`);
  if (read === undefined) return [];
  if (!Array.isArray(read)) throw new Unusable(`${file} must be ${listForm}, got ${describe(read)}`);
  return read.map((entry: unknown, i) => {
    if (!isAcceptance(entry)) {
      throw new Unusable(
        `${file}: entry ${i + 1} must be ${acceptanceForm}, each a non-empty string, subject if there is one`,
      );
    }
    return entry;
  });
}

const acceptanceForm = `{ "version": "1", "kind": "property-removed", "where": "GET /cats", "subject": "response 200 /name", "reason": "..." }`;

const listForm = `a JSON list of entries, such as [${acceptanceForm}]`;

function isAcceptance(entry: unknown): entry is Acceptance {
  if (!isObject(entry)) return false;
  const { version, where, reason, kind, what, subject } = entry as Readonly<Record<string, unknown>>;
  const isText = (text: unknown): boolean => isFilledText(text) && text.trim() !== "";
  if (![version, where, reason].every(isText)) return false;
  if (kind === undefined) return isText(what) && subject === undefined;
  return isText(kind) && what === undefined && (subject === undefined || typeof subject === "string");
}
