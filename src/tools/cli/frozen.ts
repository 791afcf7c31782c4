import { existsSync, readdirSync, readFileSync } from "node:fs";
import { join, resolve, dirname, relative, sep } from "node:path";
import { sorted } from "../../model/json-value";
import type { OpenAPIDocument } from "../../model/openapi";
import type { Version } from "../../model/version";
import { reasonOf, Unusable } from "./command";
import { isObject } from "../../model/value";
import { documentFault } from "./document-shape";
import { printable } from "./output-formats";

/** The default folder of frozen documents; `--dir` names another. */
export const defaultFolder = "openapi";

/** The file of intended breaking changes in that folder; no version's file has this name. */
export const acceptedFile = "accepted.json";

/** The folder in that folder with the documents of requests that name no version, by the assumed version. */
export const assumedFolder = "assumed";

/** A frozen document of a version. */
export interface FrozenDocument {
  readonly version: Version;
  readonly document: OpenAPIDocument;
  /** The frozen document of requests that name no version; undefined if this version was not the assumed one. */
  readonly assumed: OpenAPIDocument | undefined;
}

/**
 * The name of a version's file: `1.json`. Characters that some file systems refuse are escaped, and a leading dot, so
 * that no version leaves the folder or is hidden in it; and the first letter of a version named `accepted`, whose file
 * name is taken.
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

/** The version of a file name; undefined for other files. */
export function versionOfFile(fileName: string): Version | undefined {
  const name = /^(.+)\.json$/.exec(fileName)?.[1];
  if (name === undefined || fileName === acceptedFile) return undefined;
  try {
    return decodeURIComponent(name);
  } catch {
    return undefined;
  }
}

/** How to freeze a document in a file: write it, leave it, or refuse because the file has a different one. */
export type FreezeResult =
  { readonly kind: "write"; readonly text: string } | { readonly kind: "unchanged" | "different" };

/** Compares a document with a frozen file; with `force` a different one is overwritten. */
export function freezingOf(file: string, document: OpenAPIDocument, force: boolean): FreezeResult {
  const existing = textIn(file);
  // Sorted keys and a final newline: two texts differ only if their meanings do.
  const text = `${JSON.stringify(sorted(document), null, 2)}\n`;
  if (existing === text) return { kind: "unchanged" };
  if (existing !== undefined && !force && !holdsSameJSON(existing, text)) return { kind: "different" };
  return { kind: "write", text };
}

/** Every frozen document of a folder by version, without the excepted versions. */
export function frozenIn(
  folder: string,
  except: ReadonlySet<Version> = new Set(),
): readonly FrozenDocument[] {
  return frozenAmong(
    fileNamesIn(folder).filter((name) => !except.has(versionOfFile(name) ?? "")),
    (name) => {
      const file = join(folder, name);
      return existsSync(file) ? asDocument(jsonIn(file), file) : undefined;
    },
  );
}

/** The frozen documents among the named files of a folder, in the order of their versions. */
export function frozenAmong(
  names: readonly string[],
  read: (name: string) => OpenAPIDocument | undefined,
): readonly FrozenDocument[] {
  return names
    .toSorted((one, other) => one.localeCompare(other, "en", { numeric: true }))
    .flatMap((name) => {
      const version = versionOfFile(name);
      const document = version === undefined ? undefined : read(name);
      if (version === undefined || !document) return [];
      return { version, document, assumed: read(`${assumedFolder}/${name}`) };
    });
}

/**
 * The folder of the module's own package, if it has frozen documents: `packages/api`, if `check
 * ./packages/api/src/app.ts` runs in the root of a monorepo and so reads the root's `openapi`. A check without frozen
 * documents would pass.
 */
export function frozenBesideModule(folder: string, module: string): string | undefined {
  let place = dirname(resolve(folder, module));
  while (!isSameOrAbove(place, folder)) {
    const names = fileNamesIn(join(place, defaultFolder));
    if (names.some((name) => versionOfFile(name) !== undefined)) {
      return relative(folder, place).replaceAll(sep, "/");
    }
    place = dirname(place);
  }
  return undefined;
}

function isSameOrAbove(place: string, folder: string): boolean {
  const path = relative(place, resolve(folder));
  return path !== ".." && !path.startsWith(`..${sep}`);
}

/**
 * The parsed content of a file as an OpenAPI document.
 *
 * @throws Unusable, with the name of the file, if it is not one.
 */
export function asDocument(read: unknown, file: string): OpenAPIDocument {
  if (!isObject(read) || !("openapi" in read && "paths" in read)) {
    throw new Unusable(`${file} must contain an OpenAPI document`);
  }
  const fault = documentFault(read);
  if (fault !== undefined) throw new Unusable(`${file}: ${printable(fault)}`);
  // Its form has no fault.
  return read as unknown as OpenAPIDocument;
}

/**
 * The value of a JSON file; undefined if the file does not exist.
 *
 * @throws Unusable for an unreadable file, with the form that it must have.
 */
export function jsonIn(file: string, form?: string): unknown {
  if (!existsSync(file)) return undefined;
  try {
    return JSON.parse(readFileSync(file, "utf8")) as unknown;
  } catch (error) {
    throw new Unusable([`${file} can't be read`, reasonOf(error), form].filter(Boolean).join(": "));
  }
}

function fileNamesIn(folder: string): readonly string[] {
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
