import { pointerTo } from "../compare/difference";
import type { Version } from "../../core/model/version";
import type { Finding } from "./findings";

/** An entry of `accepted.json`. It accepts a breaking change that is intended. */
export interface Acceptance {
  readonly version: Version;
  /** An operation such as `GET /cats`, `*` for all, or a part that operations share, such as the component `Cat`. */
  readonly where: string;
  /** The kind of finding, such as `property-removed`; undefined in entries with `what`. */
  readonly kind?: string;
  /** The place in the operation, such as `response 200 /name`; undefined if the entry accepts every place. */
  readonly subject?: string;
  /** The finding's text, an alternative to `kind`: `response 200: property "name" was removed`. */
  readonly what?: string;
  readonly reason: string;
}

/** The step that a subject of an earlier release lacks, and the subjects of today that it could mean. */
export interface Ambiguity {
  readonly lacks: "alternative" | "keyword" | "value";
  readonly subjects: ReadonlySet<string>;
}

/** True if an entry names a finding as `check` prints it, or with the step that sets it apart from others. */
export function isFor(acceptance: Acceptance, finding: Named): boolean {
  const { apart, record } = finding;
  if (acceptance.kind !== record.kind) return false;
  if (isAt(acceptance, finding)) return true;
  return apart?.isWritten === false && isAt(acceptance, longer(finding, apart.step));
}

type Named = Pick<Finding, "record" | "cause" | "keyword" | "apart">;

function isAt({ kind, where, subject }: Acceptance, { record, cause }: Named): boolean {
  if (kind !== record.kind) return false;
  const isThere = (own: string): boolean => subject === undefined || subject === own;
  if (where === record.where) return isThere(record.subject);
  if (where !== "*" && where !== cause?.name) return false;
  return isThere(record.subject) || (cause !== undefined && isThere(cause.subject));
}

function longer(finding: Named, step: string): Named {
  const pointer = pointerTo([step]);
  return withSubjects(finding, (subject) =>
    // A subject without a pointer is only a part, such as `response 200`.
    subject === "" || /(?:^| )\//.test(subject) ? subject + pointer : `${subject} ${pointer}`,
  );
}

function shorter(finding: Named, step: string): Named {
  return withSubjects(finding, (subject) => subject.slice(0, -pointerTo([step]).length).trimEnd());
}

function withSubjects({ record, cause, ...others }: Named, change: (subject: string) => string): Named {
  return {
    ...others,
    record: { ...record, subject: change(record.subject) },
    cause: cause && { ...cause, subject: change(cause.subject) },
  };
}

export function stepMissingIn(acceptance: Acceptance, finding: Finding): Ambiguity["lacks"] | undefined {
  if (isWithoutAlternative(acceptance, finding)) return "alternative";
  if (isWithoutKeyword(acceptance, finding)) return "keyword";
  return isWithoutValue(acceptance, finding) ? "value" : undefined;
}

/** True if an entry names the place of a finding as earlier releases did: without the alternative of the union. */
function isWithoutAlternative(acceptance: Acceptance, { record, cause, earlier }: Finding): boolean {
  const { kind = record.kind, where, subject, what } = acceptance;
  const isThere = [record.where, "*", cause?.name].includes(where);
  const named = subject ?? what;
  return (
    kind === record.kind &&
    isThere &&
    named !== undefined &&
    earlier?.withoutAlternative.includes(named) === true
  );
}

/** True if an entry names the place of a limit or a rule as earlier releases did: without its keyword. */
function isWithoutKeyword(acceptance: Acceptance, finding: Finding): boolean {
  const { keyword } = finding;
  if (keyword === undefined || acceptance.subject === undefined) return false;
  return isAt(acceptance, shorter(withoutStep(finding), keyword));
}

/** True if an entry names one of several findings, as earlier releases did: without what sets them apart. */
function isWithoutValue(acceptance: Acceptance, finding: Finding): boolean {
  return acceptance.subject !== undefined && isAt(acceptance, withoutStep(finding));
}

function withoutStep(finding: Finding): Named {
  return finding.apart?.isWritten ? shorter(finding, finding.apart.step) : finding;
}

/** Finds the findings of entries without a keyword, which accept only if a single keyword has changed there. */
export function acceptedWithoutKeyword(
  findings: readonly Finding[],
  entries: readonly Acceptance[],
): readonly (readonly [Finding, Acceptance])[] {
  return entries.flatMap((entry) => {
    const named = findings.filter((finding) => isWithoutKeyword(entry, finding));
    const keywords = new Set(named.map(({ keyword }) => keyword));
    const isOne = keywords.size === 1 && named.every(({ apart }) => !apart?.isWritten);
    return isOne ? named.map((finding) => [finding, entry] as const) : [];
  });
}
