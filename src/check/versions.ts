import type { Problem } from "../model/problem";
import { optionTable, type SettingOf, type VersionRange } from "../model/setting";
import { VersionNeutral, type Version, type VersionOrder } from "../model/version";
import type { Versioning } from "../model/versioning";
import { argumentProblem, checkArguments } from "./arguments";
import type { Checkable } from "./checkable";
import { problem } from "./problems";
import type { Change } from "../model/change";

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
    problems.push(problem("version-neutral-combined", where));
  }
  return problems;
}

function checkVersion(where: string, version: unknown, { path }: Versioning): Problem[] {
  if (typeof version !== "string") return [argumentProblem(where, textVersion, version)];
  if (version === "") return [problem("version-empty", where)];
  if (!path || version === VersionNeutral || path.holds(version)) return [];
  return [problem("version-not-a-segment", where, version)];
}

const textVersion = { name: "a version", expected: "a string" } as const;

/** Reports a version that `Versions` does not list. Without `Versions`, every version is allowed. */
function checkListed(where: string, version: unknown, { order }: Versioning): Problem[] {
  if (order.list.length === 0 || typeof version !== "string" || version === "") return [];
  return version === VersionNeutral || order.has(version)
    ? []
    : [problem("version-not-listed", where, version)];
}

export function checkRangeEnd(
  where: string,
  setting: SettingOf<"since" | "until">,
  versioning: Versioning,
): readonly Problem[] {
  if (!versioning.isEnabled) return [problem("version-not-enabled", where)];
  if (versioning.order.list.length === 0) {
    return [problem("range-without-list", where, optionTable[setting.kind].name)];
  }
  const problems = checkArguments(where, setting);
  return problems.length > 0 ? problems : checkListed(where, setting.version, versioning);
}

export function checkList(where: string, versions: unknown, versioning: Versioning): readonly Problem[] {
  if (!Array.isArray(versions)) return [];
  if (!versioning.isEnabled) return [problem("versions-without-type", where)];
  const list = Array.from<unknown>(versions);
  return [
    ...list.flatMap((version) =>
      version === VersionNeutral
        ? [argumentProblem(where, textVersion, version)]
        : checkVersion(where, version, versioning),
    ),
    ...list
      .filter((version, i) => typeof version === "string" && list.indexOf(version) !== i)
      .map((version) => problem("versions-repeated", where, String(version))),
  ];
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

export function checkChangeVersions(
  where: string,
  changes: readonly Change[],
  { isEnabled, order }: Versioning,
): readonly Problem[] {
  if (!isEnabled || changes.length === 0) return [];
  if (order.list.length === 0) return [problem("changes-without-list", where)];
  return changes.flatMap((change) => checkChangeVersion(where, change, order));
}

function checkChangeVersion(
  where: string,
  { Version, Description }: Change,
  { placeOf }: VersionOrder,
): readonly Problem[] {
  switch (placeOf(Version)) {
    case undefined:
      return [problem("version-not-listed", where, Version)];
    case 0:
      return [problem("change-in-first-version", where, Description, Version)];
    default:
      return [];
  }
}
