import { join } from "node:path";
import { canonical } from "../compare/canonical";
import type { Version } from "../model/version";
import { isObject } from "../model/value";
import { Unusable } from "./command";
import { acceptedFile, jsonIn } from "./frozen";
import type { DifferenceRecord } from "./json-output";

/** A breaking change that is meant, as it stands in `accepted.json`: where and what as `check --json` prints them. */
export interface Acceptance {
  readonly version: Version;
  /** `GET /cats`. */
  readonly where: string;
  /** `response 200: property "name" was removed`. */
  readonly what: string;
  readonly reason: string;
}

/** The acceptances of a folder, and which of them a finding has met. */
export interface Acceptances {
  /** The reason for which a finding is accepted; undefined where none is given. */
  readonly reasonFor: (
    version: Version,
    record: Pick<DifferenceRecord, "where" | "what">,
  ) => string | undefined;
  /** Those that no finding asked for. */
  readonly unmet: () => readonly Acceptance[];
}

/**
 * The acceptances that stand in a folder beside what is frozen; none where there is no such file.
 *
 * @throws Unusable for a file that holds something else.
 */
export function acceptancesIn(folder: string): Acceptances {
  const file = join(folder, acceptedFile);
  const all = listIn(file);
  const met = new Set<Acceptance>();
  const byKey = new Map(all.map((one) => [acceptanceKey(one), one]));
  return {
    reasonFor: (version, { where, what }) => {
      const found = byKey.get(acceptanceKey({ version, where, what }));
      if (found) met.add(found);
      return found?.reason;
    },
    unmet: () => all.filter((one) => !met.has(one)),
  };
}

function acceptanceKey({ version, where, what }: Omit<Acceptance, "reason">): string {
  return canonical([version, where, what]);
}

function listIn(file: string): readonly Acceptance[] {
  const read = jsonIn(file);
  if (read === undefined) return [];
  if (!Array.isArray(read)) throw new Unusable(`${file} must hold a list: ${acceptanceForm}`);
  return read.map((entry: unknown, i) => {
    if (!isAcceptance(entry)) {
      throw new Unusable(
        `${file}: entry ${i + 1} must be ${acceptanceForm}, each a text that says something`,
      );
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
