import type { Problem } from "../model/problem";
import { VersioningURI, VersionNeutral } from "../model/version";
import type { Versioning } from "../model/versioning";
import { describe } from "../model/value";
import { problem } from "./problems";

/** What is wrong with one declaration of versions: WithVersion's, or DefaultVersion. */
export function checkVersions(
  where: string,
  versions: readonly unknown[],
  versioning: Versioning,
): readonly Problem[] {
  if (versions.length === 0) return [problem("version-missing", where)];
  const problems = versions.flatMap((version) => checkVersion(where, version, versioning));
  const others = versions.filter((version) => version !== VersionNeutral);
  if (others.length > 0 && others.length < versions.length) {
    problems.push(problem("version-neutral-combined", where));
  }
  return problems;
}

function checkVersion(where: string, version: unknown, { type, prefix }: Versioning): Problem[] {
  if (typeof version !== "string") return [problem("version-not-text", where, describe(version))];
  if (version === "") return [problem("version-empty", where)];
  if (type !== VersioningURI || version === VersionNeutral) return [];
  const segment = prefix + version;
  const unfit = /[/{}]/.test(version) || segment === "." || segment === "..";
  return unfit ? [problem("version-not-a-segment", where, version)] : [];
}
