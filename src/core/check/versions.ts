import type { Problem } from "../model/problem";
import { VersionNeutral, type Version, type VersionOrder, type VersionRange } from "../model/version";
import type { Versioning } from "../model/versioning";
import { quote } from "../model/value";
import { argumentProblem, expectations } from "./arguments";
import type { Checkable } from "./checkable";
import { problem } from "./problems";

export function checkVersions(
  where: string,
  versions: readonly unknown[],
  versioning: Versioning,
): readonly Problem[] {
  if (versions.length === 0) return [problem("version-missing", where)];
  const problems: Problem[] = [];
  for (const version of versions) {
    problems.push(...checkVersion(where, version, versioning), ...checkListed(where, version, versioning));
  }
  if (versions.includes(VersionNeutral) && versions.some((version) => version !== VersionNeutral)) {
    problems.push(problem("version-neutral-combined", where, whyNotCombined(versions, versioning)));
  }
  return problems;
}

/** Under VersioningURI, a neutral route has no versioned path, so both options are needed, each at a route of its own. */
function whyNotCombined(versions: readonly unknown[], { path }: Versioning): string {
  if (!path) return ", because it already includes all versions: keep one of the two";
  const other = String(versions.find((version) => version !== VersionNeutral));
  const served = `/${path.segmentOf(other)}/cats`;
  return `: under VersioningURI, /cats and ${served} need two declarations, one with WithVersion(VersionNeutral), and one with WithVersion(${quote(other)})`;
}

function checkVersion(where: string, version: unknown, { path, unsendable }: Versioning): Problem[] {
  if (typeof version !== "string") return [argumentProblem(where, textVersion, version)];
  if (version === "") return [problem("version-empty", where)];
  if (version === VersionNeutral) return [];
  if (path && !path.holds(version)) return [problem("version-not-a-segment", where, version)];
  const rule = unsendable(version);
  return rule === undefined ? [] : [problem("version-not-sendable", where, version, rule)];
}

const textVersion = { name: "a version", expected: "a string" } as const;

/** Reports a version that `Versions` does not list, or that `Retired` lists. */
export function checkListed(where: string, version: unknown, { order, retired }: Versioning): Problem[] {
  if (typeof version !== "string" || version === "") return [];
  if (retired.has(version)) return [problem("version-retired", where, version)];
  // Without `Versions`, every version is allowed.
  if (order.list.length === 0) return [];
  return version === VersionNeutral || order.has(version) ? [] : [notListed(where, version, order)];
}

function notListed(where: string, version: Version, { list }: VersionOrder): Problem {
  const meant = meantBy(version, list);
  const fix = meant === undefined ? "correct the version, or add it to the list" : `write ${quote(meant)}`;
  return problem("version-not-listed", where, version, listInWords(list), fix);
}

/** The listed version that a wrong name probably means: `1` for `v1`. */
export function meantBy(version: Version, list: readonly Version[]): Version | undefined {
  return list.find((one) => spelling(one) === spelling(version));
}

/** The same for versions that people confuse: `v1`, `1` and `1.0`; `2024-5-1` and `2024-05-01`. */
function spelling(version: Version): string {
  return version
    .toLowerCase()
    .replace(/^v(?=\d)/, "")
    .replaceAll(/(?<!\d)0+(?=\d)/g, "")
    .replace(/(?:\.0)+$/, "");
}

function listInWords(list: readonly Version[]): string {
  const quoted = list.map((version) => quote(version));
  return list.length <= 12 ? quoted.join(", ") : `${quoted.slice(0, 10).join(", ")}, ..., ${quoted.at(-1)}`;
}

export function checkRangeEnd(
  where: string,
  { name, version }: { readonly name: string; readonly version: unknown },
  versioning: Versioning,
): readonly Problem[] {
  if (!versioning.isEnabled) return [problem("version-not-enabled", where)];
  if (versioning.order.list.length === 0) {
    return [problem("range-without-list", where, name)];
  }
  return expectations.version.holds(version) ? checkListed(where, version, versioning) : [];
}

export function checkList(where: string, versions: unknown, versioning: Versioning): readonly Problem[] {
  if (!Array.isArray(versions)) return [];
  if (!versioning.isEnabled) return [problem("versions-without-type", where)];
  const list = Array.from<unknown>(versions);
  return [
    ...checkNames(where, list, versioning),
    ...versioning.order.list
      .filter((version) => versioning.retired.has(version))
      .map((version) => problem("version-retired", where, version)),
    ...list
      .filter((version, i) => typeof version === "string" && list.indexOf(version) !== i)
      .map((version) => problem("versions-repeated", where, String(version))),
  ];
}

/** Reports versions that no request can name. */
export function checkNames(
  where: string,
  list: readonly unknown[],
  versioning: Versioning,
): readonly Problem[] {
  return list.flatMap((version) =>
    version === VersionNeutral
      ? [argumentProblem(where, textVersion, version)]
      : checkVersion(where, version, versioning),
  );
}

/** Reports a route that no version reaches: `Since` is after `Until`, or other routes answer all versions between. */
export function checkRanges({ resolution, versioning }: Checkable): readonly Problem[] {
  const { order } = versioning;
  return resolution.routes.flatMap(({ where, range, versions }) => {
    const ends = versions.length === 0 ? rangeEnds(range, order) : undefined;
    if (!ends) return [];
    const [from, to] = ends;
    return [problem(order.isBefore(to, from) ? "range-empty" : "route-unreached", where, from, to)];
  });
}

/** Returns the first and the last version of a range; undefined without a range, or if `Versions` lacks one of them. */
export function rangeEnds(
  range: VersionRange | undefined,
  { list, has }: VersionOrder,
): readonly [from: Version, to: Version] | undefined {
  const [from, to] = [range?.since ?? list[0], range?.until ?? list.at(-1)];
  if (!range || from === undefined || to === undefined) return undefined;
  return has(from) && has(to) ? [from, to] : undefined;
}
