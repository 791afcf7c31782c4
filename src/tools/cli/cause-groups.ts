import { groupedBy } from "../../core/model/collections";
import { listsInWords, wholeLists, type Finding, type JudgedFinding } from "./findings";
import { counted } from "./output-formats";

/** The findings on one line of the report: all findings with one cause or one remedy, or a single finding. */
export interface FindingGroup<One extends Finding = JudgedFinding> {
  /** The line: `Cat: property "name" was removed (12 operations: GET /cats, POST /cats, GET /cats/{id} and 9 more)`. */
  readonly line: string;
  readonly text: string | undefined;
  /** The text with all values of long lists, as earlier releases wrote it. */
  readonly wholeText?: string;
  readonly count: number;
  /** One line for each operation with the difference, such as `GET /cats: ...`; empty for a single finding. */
  readonly places: readonly string[];
  /** All findings of a group have the same `accepted`: the reason that accepts them, or undefined. */
  readonly findings: readonly [One, ...One[]];
}

const mostNamed = 3;

export function groupedByCause<One extends AcceptableFinding>(
  findings: readonly One[],
): readonly FindingGroup<One>[] {
  const groups = new Map<unknown, [One, ...One[]]>();
  for (const finding of findings) {
    const { cause, group, accepted, together } = finding;
    const name = cause?.name ?? together?.what;
    const key = name === undefined ? finding : JSON.stringify([group, name, accepted ?? null]);
    const found = groups.get(key);
    if (found) found.push(finding);
    else groups.set(key, [finding]);
  }
  return [...groups.values()].flatMap((members) => {
    const [{ together }, ...others] = members;
    if (together && others.length > 0) return [groupOfRemedy(members, together)];
    if (isShared(members)) return [groupOf(members)];
    return members.map((one) => ({
      line: one.line + listsInWords(one),
      text: undefined,
      count: 1,
      places: [],
      findings: [one] as const,
    }));
  });
}

/** Returns the names of causes, such as the component `Cat`, that have equal differences at several places. */
export function sharedCauses(findings: readonly Finding[]): ReadonlySet<string> {
  const byName = groupedBy(findings, ({ cause }) => (cause ? [cause.name] : []));
  return new Set([...byName].flatMap(([name, members]) => (isShared(members) ? name : [])));
}

type AcceptableFinding = Finding & Partial<Pick<JudgedFinding, "accepted">>;

function isShared(members: readonly Finding[]): boolean {
  return members.length > textsOf(members).length;
}

function groupOf<One extends Finding>(findings: FindingGroup<One>["findings"]): FindingGroup<One> {
  const [{ cause }] = findings;
  const texts = textsOf(findings);
  const text = texts.join("; ");
  const whole = textsOf(findings, wholeTextOf);
  return {
    // Only findings with a cause are grouped, so `cause` is defined here.
    line: `${String(cause?.name)}: ${text} (${operationsInWords(findings)})`,
    text,
    wholeText: whole.join("; "),
    count: texts.length,
    places: findings.map((one) => one.line),
    findings,
  };
}

/** Writes `12 conversions are not frozen: Cat1, Dog1, Eel1 and 9 more; ...`. */
function groupOfRemedy<One extends Finding>(
  findings: FindingGroup<One>["findings"],
  { what, remedy }: NonNullable<Finding["together"]>,
): FindingGroup<One> {
  return {
    line: `${findings.length} ${what}: ${firstInWords(findings.map(({ record }) => record.where))}; ${remedy}`,
    text: undefined,
    count: findings.length,
    places: findings.map((one) => one.line),
    findings,
  };
}

function firstInWords(names: readonly string[]): string {
  const more = names.length - mostNamed;
  return `${names.slice(0, mostNamed).join(", ")}${more > 0 ? ` and ${more} more` : ""}`;
}

function textsOf(findings: readonly Finding[], textOf = shortTextOf): readonly string[] {
  const texts = new Map<string, string>();
  for (const finding of findings) {
    const text = finding.cause?.text ?? finding.line;
    if (!texts.has(text)) texts.set(text, textOf(finding));
  }
  return [...texts.values()];
}

function shortTextOf(finding: Finding): string {
  return (finding.cause?.text ?? finding.line) + listsInWords(finding);
}

function wholeTextOf(finding: Finding): string {
  return (finding.cause?.wholeText ?? finding.cause?.text ?? finding.line) + wholeLists(finding);
}

/** Lists operations: `4 operations: GET /cats, ...`; `also without a version` if such requests are affected, too. */
function operationsInWords(findings: readonly Finding[]): string {
  const named = operationNames(findings.filter(({ isUnnamed }) => !isUnnamed));
  const unnamed = operationNames(findings.filter(({ isUnnamed }) => isUnnamed));
  const operations = named.length > 0 ? named : unnamed;
  const without =
    named.length === 0 ? " without a version" : unnamed.length > 0 ? ", also without a version" : "";
  return `${counted(operations.length, "operation")}${without}: ${firstInWords(operations)}`;
}

function operationNames(findings: readonly Finding[]): readonly string[] {
  return [...new Set(findings.map(({ record }) => record.where))];
}
