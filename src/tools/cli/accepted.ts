import { join } from "node:path";
import { canonical } from "../../model/json-value";
import type { DifferenceCause } from "../compare/difference";
import type { Version } from "../../model/version";
import { isObject } from "../../model/value";
import { Unusable } from "./command";
import { acceptedFile, jsonIn } from "./frozen";
import { groupedByCause } from "./cause-groups";
import { listsInWords, type Finding } from "./findings";

/** An intended breaking change, as `accepted.json` lists it, in the words of `check`. */
export interface Acceptance {
  readonly version: Version;
  /** `GET /cats`; `*` for all places, or the name of a cause, such as a component's. */
  readonly where: string;
  /** `property-removed`; entries without a kind name the finding by its words. */
  readonly kind?: string;
  /** `response 200 /name`; without it the entry is for everything of its kind at its place. */
  readonly subject?: string;
  /** `response 200: property "name" was removed`; with `*` or a cause also `property "name" was removed`. */
  readonly what?: string;
  readonly reason: string;
}

/** The acceptances of a folder, and which of them match a finding. */
export interface Acceptances {
  /** The reason of each accepted finding of a version. */
  readonly reasonsFor: (version: Version, findings: readonly Finding[]) => ReadonlyMap<Finding, string>;
  /** The entries that match no finding. */
  readonly unmet: () => readonly Acceptance[];
  /** The entries without a subject that match findings which have one. */
  readonly general: () => readonly Acceptance[];
}

/**
 * The acceptances in `accepted.json` next to the frozen documents; none if the file does not exist.
 *
 * @throws Unusable for a file with other content.
 */
export function acceptancesIn(folder: string): Acceptances {
  const all = listIn(join(folder, acceptedFile));
  const met = new Set<Acceptance>();
  const general = new Set<Acceptance>();
  const byWords = new Map(all.map((one) => [acceptanceKey(one), one]));
  const withKind = all.filter(({ kind }) => kind !== undefined);
  return {
    reasonsFor: (version, findings) => {
      const ofKinds = findings.flatMap((finding) => {
        const found = withKind.find((one) => one.version === version && isFor(one, finding));
        if (found && found.subject === undefined && subjectAt(found.where, finding) !== "") general.add(found);
        return found ? [[finding, found] as const] : [];
      });
      const known = new Map(ofKinds);
      const others = acceptancesFor(
        findings.filter((finding) => !known.has(finding)),
        (where, what) => byWords.get(acceptanceKey({ version, where, what })),
      );
      const found = [...known, ...others];
      for (const [, one] of found) met.add(one);
      return new Map(found.map(([finding, { reason }]) => [finding, reason]));
    },
    unmet: () => all.filter((one) => !met.has(one)),
    general: () => all.filter((one) => general.has(one)),
  };
}

/** True if an entry names a finding by its kind: at its own place, or at that of its cause. */
function isFor({ kind, where, subject }: Acceptance, { record, cause }: Finding): boolean {
  if (kind !== record.kind) return false;
  const isAt = (own: string): boolean => subject === undefined || subject === own;
  if (where === record.where) return isAt(record.subject);
  if (where !== "*" && where !== cause?.name) return false;
  return isAt(record.subject) || (cause !== undefined && isAt(cause.subject));
}

/** The subject that an entry needs to accept only this finding: within a cause it is the place there. */
function subjectAt(where: string, { record, cause }: Finding): string {
  return where === cause?.name ? cause.subject : record.subject;
}

/** An entry of accepted.json that would accept a finding, as a line to be copied. */
export function entryFor(version: Version, { record, cause }: Finding, isOfCause: boolean): string {
  const [where, subject] = isOfCause && cause ? [cause.name, cause.subject] : [record.where, record.subject];
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

/** The acceptance of each finding: that of its place, otherwise that of its cause, which one entry accepts everywhere. */
function acceptancesFor(
  findings: readonly Finding[],
  find: (where: string, what: string) => Acceptance | undefined,
): ReadonlyMap<Finding, Acceptance> {
  const ofCauses = new Map<string, Acceptance>();
  const wholes = new Map(
    groupedByCause(findings).flatMap(({ findings: members, text }) => members.map((one) => [one, text])),
  );
  for (const finding of findings) {
    const { cause } = finding;
    const whole = wholes.get(finding);
    const found = firstAcceptance(
      namesOfPlaces(cause),
      [...whatsOf(finding), ...(whole === undefined ? [] : [whole])],
      find,
    );
    if (cause && found && !ofCauses.has(causeKey(cause))) ofCauses.set(causeKey(cause), found);
  }
  return new Map(
    findings.flatMap((finding) => {
      const { cause, record } = finding;
      const found =
        firstAcceptance([record.where], [record.what, record.what + listsInWords(finding)], find) ??
        (cause
          ? ofCauses.get(causeKey(cause))
          : firstAcceptance(namesOfPlaces(cause), whatsOf(finding), find));
      return found ? [[finding, found] as const] : [];
    }),
  );
}

function namesOfPlaces(cause: Finding["cause"]): readonly string[] {
  return ["*", ...(cause ? [cause.name] : [])];
}

/**
 * The texts by which an entry may name a finding: with its part of the operation, or as its cause's, with or without
 * lists.
 */
function whatsOf(finding: Finding): readonly string[] {
  const { record, cause } = finding;
  const words = [record.what, ...(cause ? [cause.text] : [])];
  return words.flatMap((one) => [one, one + listsInWords(finding)]);
}

function firstAcceptance(
  wheres: readonly string[],
  whats: readonly string[],
  find: (where: string, what: string) => Acceptance | undefined,
): Acceptance | undefined {
  for (const where of wheres) {
    for (const what of whats) {
      const found = find(where, what);
      if (found) return found;
    }
  }
  return undefined;
}

function causeKey({ name, text }: DifferenceCause): string {
  return canonical([name, text]);
}

function acceptanceKey({ version, where, what }: Omit<Acceptance, "reason">): string | undefined {
  if (what === undefined) return undefined;
  return canonical([version, where, what]);
}

function listIn(file: string): readonly Acceptance[] {
  const read = jsonIn(file);
  if (read === undefined) return [];
  if (!Array.isArray(read)) throw new Unusable(`${file} must contain a list of ${acceptanceForm}`);
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

function isAcceptance(entry: unknown): entry is Acceptance {
  if (!isObject(entry)) return false;
  const members: Readonly<Record<string, unknown>> = { ...entry };
  const isText = (name: string): boolean => {
    const text = members[name];
    return typeof text === "string" && text.trim() !== "";
  };
  const isUnset = (name: string): boolean => members[name] === undefined;
  return (
    ["version", "where", "reason"].every(isText) &&
    (isText("kind") ? isUnset("what") : isUnset("kind") && isText("what")) &&
    (isUnset("subject") || (isText("kind") && typeof members.subject === "string"))
  );
}
