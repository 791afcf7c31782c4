import { join } from "node:path";
import { canonical } from "../model/json-value";
import type { DifferenceCause } from "../compare/difference";
import type { Version } from "../model/version";
import { isObject } from "../model/value";
import { Unusable } from "./command";
import { acceptedFile, jsonIn } from "./frozen";
import { groupedByCause } from "./cause-groups";
import { listsInWords, type Finding } from "./findings";

/** An intended breaking change, as `accepted.json` lists it: `where` and `what` are those of `check --json`. */
export interface Acceptance {
  readonly version: Version;
  /** `GET /cats`; `*` for all places, or the name of a cause, such as a component's. */
  readonly where: string;
  /** `response 200: property "name" was removed`; with `*` or a cause also `property "name" was removed`. */
  readonly what: string;
  readonly reason: string;
}

/** The acceptances of a folder, and which of them match a finding. */
export interface Acceptances {
  /** The reason of each accepted finding of a version. */
  readonly reasonsFor: (version: Version, findings: readonly Finding[]) => ReadonlyMap<Finding, string>;
  /** The entries that match no finding. */
  readonly unmet: () => readonly Acceptance[];
}

/**
 * The acceptances in `accepted.json` next to the frozen documents; none if the file does not exist.
 *
 * @throws Unusable for a file with other content.
 */
export function acceptancesIn(folder: string): Acceptances {
  const file = join(folder, acceptedFile);
  const all = listIn(file);
  const met = new Set<Acceptance>();
  const byKey = new Map(all.map((one) => [acceptanceKey(one), one]));
  return {
    reasonsFor: (version, findings) => {
      const found = acceptancesFor(findings, (where, what) =>
        byKey.get(acceptanceKey({ version, where, what })),
      );
      for (const one of found.values()) met.add(one);
      return new Map([...found].map(([finding, { reason }]) => [finding, reason]));
    },
    unmet: () => all.filter((one) => !met.has(one)),
  };
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

function acceptanceKey({ version, where, what }: Omit<Acceptance, "reason">): string {
  return canonical([version, where, what]);
}

function listIn(file: string): readonly Acceptance[] {
  const read = jsonIn(file);
  if (read === undefined) return [];
  if (!Array.isArray(read)) throw new Unusable(`${file} must contain a list of ${acceptanceForm}`);
  return read.map((entry: unknown, i) => {
    if (!isAcceptance(entry)) {
      throw new Unusable(`${file}: entry ${i + 1} must be ${acceptanceForm}, each a non-empty string`);
    }
    return entry;
  });
}

const acceptanceForm = `{ "version": "1", "where": "GET /cats", "what": "...", "reason": "..." }`;

function isAcceptance(entry: unknown): entry is Acceptance {
  if (!isObject(entry)) return false;
  const members: Readonly<Record<string, unknown>> = { ...entry };
  return ["version", "where", "what", "reason"].every((name) => {
    const text = members[name];
    return typeof text === "string" && text.trim() !== "";
  });
}
