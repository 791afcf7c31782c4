import { createHash } from "node:crypto";
import type { ChangelogChange } from "../../schema/interface/app-changes";
import type { AppInternals } from "../../core/model/app-internals";
import { dateOf } from "../../core/model/lifecycle";
import type { Version } from "../../core/model/version";
import { releasedIn } from "../../core/model/versioning";
import type { AppTexts } from "./report";

/** Writes the released versions as an Atom feed (RFC 4287), newest first. All its links are relative. */
export function atomFeed(app: AppInternals, { title, changelog }: AppTexts): string {
  const released = releasedVersions(app);
  const updated = new Date(Math.max(0, ...released.map(({ at }) => at.getTime())));
  const versions = releasedIn(app.versions(), app);
  return [
    `<?xml version="1.0" encoding="utf-8"?>`,
    `<feed xmlns="http://www.w3.org/2005/Atom">`,
    `  <id>${uuidOf(["feed", title])}</id>`,
    `  <title>${xmlText(`${title}: versions`)}</title>`,
    `  <updated>${updated.toISOString()}</updated>`,
    `  <author><name>${xmlText(title)}</name></author>`,
    `  <link rel="self" type="application/atom+xml" href="./changelog.atom"/>`,
    `  <link rel="alternate" type="text/html" href="./versions"/>`,
    ...released.map((one) => entryOf(one, { title, changelog }, versions)),
    `</feed>`,
    "",
  ].join("\n");
}

interface ReleasedVersion {
  readonly version: Version;
  readonly at: Date;
}

/** Lists the versions that have been released, without previews, newest first. */
function releasedVersions(app: AppInternals): readonly ReleasedVersion[] {
  const today = app.now();
  const released = [...new Set([...app.listed, ...app.versions()])].flatMap((version) => {
    const at = dateOf(app.lifecycles.get(version)?.Released);
    return at && at <= today && !app.previews.has(version) ? { version, at } : [];
  });
  return released.toReversed().toSorted((one, other) => other.at.getTime() - one.at.getTime());
}

function entryOf(
  { version, at }: ReleasedVersion,
  { title, changelog }: AppTexts,
  versions: readonly Version[],
): string {
  const changes = changelog.find((entry) => entry.Version === version)?.Changes ?? [];
  const date = at.toISOString();
  return [
    `  <entry>`,
    `    <id>${uuidOf(["version", title, version])}</id>`,
    `    <title>${xmlText(`Version ${version}`)}</title>`,
    `    <published>${date}</published>`,
    `    <updated>${date}</updated>`,
    `    <link rel="alternate" type="text/html" href="${xmlText(pagePathOf(version, versions))}"/>`,
    `    <content type="html">${xmlText(changesInHTML(changes))}</content>`,
    `  </entry>`,
  ].join("\n");
}

/** Returns the path of the guide from the previous version, or the page of versions if there is no previous version. */
function pagePathOf(version: Version, versions: readonly Version[]): string {
  const before = versions[versions.indexOf(version) - 1];
  return before === undefined ? "./versions" : `./guide/${inPath(before)}/${inPath(version)}`;
}

/** Writes a version as a segment of a path. A version `.` or `..` is escaped, because it would mean a folder. */
function inPath(version: Version): string {
  return encodeURIComponent(version).replaceAll(/^\.+$/g, (dots) => "%2E".repeat(dots.length));
}

function changesInHTML(changes: readonly ChangelogChange[]): string {
  if (changes.length === 0) return "<p>No changes are listed.</p>";
  const items = changes.map(({ Description, Routes, Behaviour }) => {
    const routes = Routes.map((route) => `<code>${xmlText(route)}</code>`).join(", ");
    return `<li>${xmlText(Description)}<br>${Behaviour ? "Behaviour of " : ""}${routes}</li>`;
  });
  return `<ul>${items.join("")}</ul>`;
}

/** Escapes text for XML, and replaces characters that XML 1.0 does not allow (XML 1.0, 2.2). */
function xmlText(written: string): string {
  return written
    .replaceAll(/[^\t\n\r\u{20}-\u{D7FF}\u{E000}-\u{FFFD}\u{10000}-\u{10FFFF}]/gu, "\u{FFFD}")
    .replaceAll(/[&<>"']/g, (character) => `&#${character.charCodeAt(0)};`);
}

/** Creates a UUID (RFC 9562, 5.8) that is always the same for the same names. */
function uuidOf(names: readonly string[]): string {
  const bytes = createHash("sha256").update(JSON.stringify(names)).digest().subarray(0, 16);
  bytes.writeUInt8((bytes.readUInt8(6) & 0x0f) | 0x80, 6);
  bytes.writeUInt8((bytes.readUInt8(8) & 0x3f) | 0x80, 8);
  const hex = bytes.toString("hex");
  return `urn:uuid:${[hex.slice(0, 8), hex.slice(8, 12), hex.slice(12, 16), hex.slice(16, 20), hex.slice(20)].join("-")}`;
}
