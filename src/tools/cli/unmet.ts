import type { App } from "../../core/app/app";
import { ruleOfKind, type FindingRule } from "../compare/finding-kinds";
import { operationKey } from "../compare/documented-operation";
import { internals } from "../../core/model/app-internals";
import { aDay } from "../../core/model/lifecycle";
import { momentOf, usageKey, sumWithClients } from "../../records/usage-counts";
import type { CallCount, CountedCalls, UsageIndex } from "../../records/usage-counts";
import type { Version } from "../../core/model/version";
import { isUnwanted, type JudgedFinding, type VersionFindings } from "./findings";
import { keyIn } from "./lifecycle-findings";
import { counted, printable } from "./output-formats";
import { withoutSegment } from "./without-version";

export interface UnmetTerms {
  readonly usage: UsageIndex;
  /** An operation without a call for this number of days counts as unused. */
  readonly days: number;
}

/** Adds to breaking findings what counted calls show: `no call for 120 days`, or a removed operation's last call. */
export function withUnmet(
  versions: readonly VersionFindings[],
  app: App,
  { usage, days }: UnmetTerms,
): readonly VersionFindings[] {
  const time = { now: app[internals].now().getTime(), least: days * aDay, since: earliestSince(usage) };
  return versions.map((one) => {
    const countsOf = countsIn(one, app, usage);
    const findings = one.findings.map((finding) => {
      const isOfCalls = !independentGroups.has(finding.group) && !isOfWebhook(finding);
      const isAsked = isUnwanted(finding) && finding.accepted === undefined && isOfCalls;
      return isAsked ? judgedByCalls(finding, countsOf(finding), time) : finding;
    });
    return { ...one, findings };
  });
}

/** The findings that do not depend on how often clients call. Webhooks and stored values are converted too. */
const independentGroups: ReadonlySet<FindingRule["group"]> = new Set(["lifecycle", "frozen", "conversion"]);

/** True for a webhook. Calls prove nothing: its deliveries are not counted, and subscribers may never call the API. */
function isOfWebhook({ record: { where } }: JudgedFinding): boolean {
  return where.startsWith("webhook ");
}

interface Time {
  readonly now: number;
  /** A route that was not called for this number of milliseconds counts as unused. */
  readonly least: number;
  /** The time at which counting began; undefined if the counts do not contain it. */
  readonly since: number | undefined;
}

function judgedByCalls(finding: JudgedFinding, counts: readonly CountedCalls[], time: Time): JudgedFinding {
  const called = counts.filter(({ calls }) => calls > 0);
  const quiet = quietTime(counts, called, time);
  if (quiet >= time.least) {
    const unmet = `no call for ${counted(Math.floor(quiet / aDay), "day")}`;
    const { group, line, record, accepted } = finding;
    return { group, line: `unmet: ${line} (${unmet})`, record: { ...record, unmet }, accepted, unmet };
  }
  if (called.length === 0 || !isRemoval(finding)) return finding;
  const { last, clients } = sumWithClients(called);
  const words = [
    ...(last === undefined ? [] : [`last call ${dayOf(last)}`]),
    ...(clients.size === 0 ? [] : [`called by ${clientsInWords(clients)}`]),
  ];
  const record = {
    ...finding.record,
    ...(last === undefined ? {} : { lastCall: last }),
    ...(clients.size === 0 ? {} : { clients: Object.fromEntries(clients) }),
  };
  return words.length === 0 ? finding : { ...finding, line: `${finding.line} (${words.join(", ")})`, record };
}

/** Returns the milliseconds since the last call, or since counting began if there was none; 0 for an unknown time. */
function quietTime(
  counts: readonly CountedCalls[],
  called: readonly CountedCalls[],
  { now, since }: Time,
): number {
  const ends = called.map(({ last }) => momentOf(last));
  const begun = counts.map((count) => momentOf(count.since) ?? since ?? momentOf(count.last));
  const times = [...ends, ...(counts.length === 0 ? [since] : begun)];
  // An unknown time may be very recent, so it counts as this moment.
  return times.some((time) => time === undefined) ? 0 : now - Math.max(...times.map(Number));
}

function earliestSince(usage: UsageIndex): number | undefined {
  const times = [...usage.values()].flatMap(({ since }) => momentOf(since) ?? []);
  return times.length === 0 ? undefined : times.reduce((one, other) => Math.min(one, other));
}

/** Finds the calls that a finding is about: those of its operation, or, without an operation, those of the version. */
function countsIn(
  { version, findings }: VersionFindings,
  app: App,
  usage: UsageIndex,
): (finding: JudgedFinding) => readonly CountedCalls[] {
  const { reachedBy, versions, prefix } = app[internals];
  const start = `${version} `;
  const own = [...usage].filter(([key]) => key.startsWith(start));
  const reached = versions().includes(version) ? reachedBy(version) : [];
  const served = new Map(
    reached.map(({ route, version: at }) => [usageKey(at, route), keyIn(route, version)]),
  );
  const keyOf = ({ record: { where } }: JudgedFinding): string | undefined =>
    isOperation(where) ? operationKey(countedAt(where, prefix, version)) : undefined;
  const removed = new Set(findings.filter(isRemoval).map(keyOf));
  const added = new Set(findings.filter(({ record }) => record.kind === "operation-added").map(keyOf));
  return (finding) => {
    const key = keyOf(finding);
    if (key === undefined) return own.map(([, count]) => count);
    const method = key.slice(0, key.indexOf(" ") + 1);
    const isOfFinding = (counted: string): boolean => {
      if (served.get(counted) === key) return true;
      const prefix = [start, "* "].find((one) => counted.startsWith(one));
      const name = prefix === undefined ? "" : counted.slice(prefix.length);
      if (!isOperation(name)) return false;
      const other = operationKey(name);
      if (other === key) return true;
      // Calls of a moved route are counted under its newer path: `/cats` of version 1 as `/pets`. So a count under a
      // path that the version does not serve, or that was added, may be calls of the removed operation.
      const mayBeRemoved = !served.has(counted) || added.has(served.get(counted));
      return (
        prefix === start && removed.has(key) && name.startsWith(method) && mayBeRemoved && !removed.has(other)
      );
    };
    return [...usage].flatMap(([counted, count]) => (isOfFinding(counted) ? count : []));
  };
}

function isOperation(where: string): boolean {
  return /^[A-Z-]+ \//.test(where);
}

/** Returns the name under which the calls of an operation are counted: `GET /cats` for `GET /v1/cats`. */
function countedAt(where: string, prefix: string | undefined, version: Version): string {
  if (prefix === undefined) return where;
  const start = where.indexOf("/");
  return where.slice(0, start) + withoutSegment(where.slice(start), `/${prefix}${version}`);
}

function isRemoval({ record }: Pick<JudgedFinding, "record">): boolean {
  return record.breaking && ruleOfKind(record.kind).isRemoval === true;
}

const mostNamed = 5;

/** Writes a number of calls with the date of the last call: `12 calls, last 2026-06-30`. */
export function callsInWords({ calls, last }: CallCount): string {
  return `${counted(calls, "call")}${last === undefined ? "" : `, last ${dayOf(last)}`}`;
}

/** Writes clients: `acme (1140), old-app (30) and 3 more`. Names are escaped, because clients choose them. */
export function clientsInWords(clients: ReadonlyMap<string, number>): string {
  const named = [...clients]
    .slice(0, mostNamed)
    .map(([name, calls]) => `${printable(name)} (${String(calls)})`);
  const more = clients.size - named.length;
  return `${named.join(", ")}${more === 0 ? "" : ` and ${String(more)} more`}`;
}

function dayOf(moment: string): string {
  return moment.slice(0, 10);
}
