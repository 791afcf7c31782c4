import { existsSync, readdirSync, readFileSync } from "node:fs";
import { join, resolve } from "node:path";
import { sorted } from "../compare/canonical";
import type { OpenAPIDocument } from "../model/openapi";
import type { Version } from "../model/version";
import { reasonOf, Unusable } from "./command";
import { isObject } from "../model/value";

/** The folder of the frozen documents unless `--dir` names another one. */
export const defaultFolder = "openapi";

/** The file of that folder that holds the breaking changes that are meant; no version's file has this name. */
export const acceptedFile = "accepted.json";

/** The folder in that folder with the documents of what `AssumeVersion` answers, by the version that it assumes. */
export const assumedFolder = "assumed";

/** A version's document as it was frozen. */
export interface Frozen {
  readonly version: Version;
  readonly document: OpenAPIDocument;
  /** The document of what `AssumeVersion` answered with it; undefined where it assumed another version, or none. */
  readonly assumed: OpenAPIDocument | undefined;
}

/**
 * The name of a version's file: `1.json`. Characters that some file systems refuse are escaped, and a leading dot, so that no
 * version leaves the folder or hides in it. The first letter of a version named `accepted` is escaped too: accepted.json is
 * another file.
 *
 * @throws Unusable for a version that is not well-formed Unicode.
 */
export function fileNameOf(version: Version): string {
  try {
    const name = encodeURIComponent(version).replaceAll(/[!'()*]|^\.|^a(?=ccepted$)/gi, escapedInFileName);
    return `${name}.json`;
  } catch {
    throw new Unusable(
      `version ${JSON.stringify(version)} must be well-formed Unicode, to be the name of a file`,
    );
  }
}

/** The version that a file is named after; undefined for files of others. */
export function versionOf(fileName: string): Version | undefined {
  const name = /^(.+)\.json$/.exec(fileName)?.[1];
  if (name === undefined || fileName === acceptedFile) return undefined;
  try {
    return decodeURIComponent(name);
  } catch {
    return undefined;
  }
}

/** A document as text: keys in one order, and a newline at its end, so that a difference is one of meaning. */
function frozenText(document: OpenAPIDocument): string {
  return `${JSON.stringify(sorted(document), null, 2)}\n`;
}

/** The way to freeze a document in a file: write it, leave it, or ask first because the file holds a different one. */
export type Freezing =
  { readonly kind: "write"; readonly text: string } | { readonly kind: "unchanged" | "different" };

/** Compares a document with what is frozen in a file; with `force` a different one is overwritten. */
export function freezingOf(file: string, document: OpenAPIDocument, force: boolean): Freezing {
  const existing = textIn(file);
  const text = frozenText(document);
  if (existing === text) return { kind: "unchanged" };
  if (existing !== undefined && !force && !holdsSameJSON(existing, text)) return { kind: "different" };
  return { kind: "write", text };
}

/** Every frozen document of a folder, by the names of their versions; of all versions but some. */
export function frozenIn(folder: string, except: ReadonlySet<Version> = new Set()): readonly Frozen[] {
  return frozenAmong(
    namesIn(folder).filter((name) => !except.has(versionOf(name) ?? "")),
    (name) => {
      const file = join(folder, name);
      return existsSync(file) ? documentIn(jsonIn(file), file) : undefined;
    },
  );
}

/** True if a folder has a frozen document, judged by the names of its files. */
export function holdsFrozen(folder: string): boolean {
  return namesIn(folder).some((name) => versionOf(name) !== undefined);
}

/** The frozen documents among the files of a folder, whose names are given, in the order of their versions. */
export function frozenAmong(
  names: readonly string[],
  read: (name: string) => OpenAPIDocument | undefined,
): readonly Frozen[] {
  return names
    .toSorted((one, other) => one.localeCompare(other, "en", { numeric: true }))
    .flatMap((name) => {
      const version = versionOf(name);
      const document = version === undefined ? undefined : read(name);
      if (version === undefined || !document) return [];
      return { version, document, assumed: read(`${assumedFolder}/${name}`) };
    });
}

/**
 * A value that was read as the OpenAPI document that it must be.
 *
 * @throws Unusable, with the name of its file, if it is not an OpenAPI document.
 */
export function documentIn(read: unknown, file: string): OpenAPIDocument {
  if (isDocument(read)) return read;
  throw new Unusable(`${file} must contain an OpenAPI document`);
}

/**
 * The value that a file of JSON holds; undefined where there is no such file.
 *
 * @throws Unusable for a file that can't be read.
 */
export function jsonIn(file: string): unknown {
  if (!existsSync(file)) return undefined;
  try {
    return JSON.parse(readFileSync(file, "utf8")) as unknown;
  } catch (error) {
    throw new Unusable(`${file} can't be read: ${reasonOf(error)}`);
  }
}

function isDocument(value: unknown): value is OpenAPIDocument {
  return isObject(value) && "openapi" in value && "paths" in value;
}

function namesIn(folder: string): readonly string[] {
  try {
    return readdirSync(resolve(folder));
  } catch {
    return [];
  }
}

function textIn(file: string): string | undefined {
  try {
    return readFileSync(file, "utf8");
  } catch {
    return undefined;
  }
}

function holdsSameJSON(existing: string, text: string): boolean {
  try {
    return JSON.stringify(sorted(JSON.parse(existing))) === JSON.stringify(JSON.parse(text));
  } catch {
    return false;
  }
}

function escapedInFileName(character: string): string {
  return `%${character.charCodeAt(0).toString(16).toUpperCase()}`;
}
