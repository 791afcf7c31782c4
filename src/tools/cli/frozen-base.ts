import { existsSync, readFileSync, realpathSync } from "node:fs";
import { join, relative, resolve, sep } from "node:path";
import { canonical } from "../../schema/interface/json-value";
import type { OpenAPIDocument } from "../../schema/interface/openapi";
import type { Version } from "../../core/model/version";
import { resultOr } from "../result-or";
import { parsedJSON } from "./command";
import type { FindingKind } from "../compare/finding-kinds";
import { wholeFinding, type Finding } from "./findings";
import { conversionVersionOf } from "./conversion-files";
import { assumedFolder, asDocument, frozenAmong, jsonIn, versionOfFile, type FrozenDocument } from "./frozen";
import { compareDocuments } from "../compare/compare-documents";
import { exactDifferences } from "../compare/exact-differences";
import { filesOfMergeBase } from "./git";

/** The frozen documents of a commit. After this commit, they must not change. */
export interface FrozenBase {
  /** The name in messages: `abc1234, the merge base with origin/main`. */
  readonly name: string;
  readonly documents: readonly FrozenDocument[];
  /**
   * The files' texts by name: `1.json`, or `assumed/1.json` for requests without a version, if they get version 1, or
   * `conversions/2.json` for the changes of version 2.
   */
  readonly files: ReadonlyMap<string, string>;
}

/** Reads the frozen documents at the merge base of HEAD and a git ref. Throws Unusable if git or parsing fails. */
export async function frozenAgainst(
  ref: string,
  { folder, dir }: { readonly folder: string; readonly dir: string },
): Promise<FrozenBase> {
  const place = { folder, path: pathFrom(folder, dir) };
  const isAsked = (name: string): boolean =>
    frozenVersionOf(name) !== undefined || conversionVersionOf(name) !== undefined;
  const { commit, files } = await filesOfMergeBase(ref, place, isAsked);
  const topLevel = [...files.keys()].filter((name) => !name.includes("/"));
  return {
    name: `${commit}, the merge base with ${ref}`,
    documents: frozenAmong(topLevel, (name) => {
      const text = files.get(name);
      return text === undefined ? undefined : parsedDocument(text, `${commit}:${name}`);
    }),
    files,
  };
}

/** Reports the frozen documents of a commit that have been changed or deleted in the folder. */
export function frozenFaults(base: FrozenBase, folder: string): ReadonlyMap<Version, readonly Finding[]> {
  const faults = new Map<Version, readonly Finding[]>();
  for (const [name, text] of base.files) {
    const version = frozenVersionOf(name);
    const file = join(folder, name);
    const kind = whatHappenedTo(file, text);
    if (version === undefined || kind === undefined) continue;
    const remark = kind === "frozen-document-changed" && isOnlyAnnounced(text, file) ? announcedRemark : "";
    const words = ` since ${base.name}${remark}`;
    const fault = frozenFault(version, { kind, isAssumed: name.includes("/") }, words);
    faults.set(version, [...(faults.get(version) ?? []), fault]);
  }
  return faults;
}

export function unfrozenFault(version: Version): Finding {
  const fault = { kind: "frozen-document-missing", isAssumed: false } as const;
  return frozenFault(version, fault, "; versioned-controllers freeze writes it");
}

/** True if `what`, the text in an entry of `accepted.json`, describes a finding about frozen documents. */
export function isFrozenFault(what: string): boolean {
  return frozenKinds.some((kind) =>
    [true, false].some((isAssumed) => frozenWords({ kind, isAssumed }) === what),
  );
}

const frozenKinds = [
  "frozen-document-missing",
  "frozen-document-changed",
  "frozen-document-deleted",
] as const satisfies readonly FindingKind[];

interface FrozenFault {
  readonly kind: (typeof frozenKinds)[number];
  /** True for a document such as `assumed/1.json`, which describes requests that name no version. */
  readonly isAssumed: boolean;
}

function frozenWords({ kind, isAssumed }: FrozenFault): string {
  if (kind === "frozen-document-missing") return "has no frozen document";
  const whose = isAssumed ? " of requests that name no version" : "";
  return `the frozen document${whose} was ${kind === "frozen-document-changed" ? "changed" : "deleted"}`;
}

function frozenFault(version: Version, fault: FrozenFault, remark: string): Finding {
  const subject = fault.isAssumed ? "without a version" : "";
  const where = `version ${version}`;
  const finding = wholeFinding({ kind: fault.kind, where, subject, what: frozenWords(fault) });
  return { ...finding, line: finding.line + remark };
}

function whatHappenedTo(file: string, text: string): FrozenFault["kind"] | undefined {
  if (!existsSync(file)) return "frozen-document-deleted";
  return meaningOf(readFileSync(file, "utf8")) === meaningOf(text) ? undefined : "frozen-document-changed";
}

const announcedRemark =
  "; only texts or lifecycle dates differ, because the end of the version was announced: accept this change";

function isOnlyAnnounced(text: string, file: string): boolean {
  const isSame = (): boolean => {
    const [was, is] = [parsedDocument(text, file), asDocument(jsonIn(file), file)];
    const isKept = compareDocuments(was, is).every(({ extent }) => extent === "changed");
    return isKept && exactDifferences(was, is).length === 0;
  };
  return resultOr(isSame, false);
}

/** Returns a text as canonical JSON. Returns a text that is not JSON, such as after a merge conflict, unchanged. */
function meaningOf(text: string): string {
  return resultOr(() => canonical(JSON.parse(text)), text);
}

/** Reads the version in the name of a frozen file: `1` in `1.json` and in `assumed/1.json`. */
function frozenVersionOf(name: string): Version | undefined {
  const own = name.startsWith(`${assumedFolder}/`) ? name.slice(assumedFolder.length + 1) : name;
  return own.includes("/") ? undefined : versionOfFile(own);
}

function parsedDocument(text: string, name: string): OpenAPIDocument {
  return asDocument(
    parsedJSON(text, (reason) => `${name} can't be read: ${reason}`),
    name,
  );
}

/** Returns the path from `folder` to `dir`. Links are resolved, because git knows a file only by its real path. */
function pathFrom(folder: string, dir: string): string {
  const path = resolve(folder, dir);
  const real = existsSync(path) ? realpathSync(path) : resolve(realpathSync(folder), dir);
  return relative(realpathSync(folder), real).replaceAll(sep, "/");
}
