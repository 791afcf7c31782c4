import { existsSync, readdirSync, readFileSync } from "node:fs";
import { join, resolve, dirname, relative, sep } from "node:path";
import type { OpenAPIDocument } from "../../model/openapi";
import type { Version } from "../../model/version";
import { resultOr } from "../result-or";
import { Unusable, usable } from "./command";
import { isObject } from "../../model/value";
import { documentFault } from "./document-shape";
import { printable } from "./output-formats";

/** The folder of frozen documents, unless `--dir` names another. */
export const defaultFolder = "openapi";

/** The file of intended breaking changes in that folder; no version's file has this name. */
export const acceptedFile = "accepted.json";

/** The folder for documents of requests that name no version, next to the versions' files: `assumed/1.json`. */
export const assumedFolder = "assumed";

/** The frozen document of a version. */
export interface FrozenDocument {
  readonly version: Version;
  readonly document: OpenAPIDocument;
  /** The document of requests that name no version; undefined if the version was not assumed for them. */
  readonly assumed: OpenAPIDocument | undefined;
}

/**
 * The file of a version: `1.json`. Escaped are characters that some file systems refuse; a leading dot, so that no file
 * is hidden or outside of the folder; and the first letter of a version `accepted`, whose file has another meaning.
 *
 * @throws Unusable for a version that is not well-formed Unicode.
 */
export function fileNameOf(version: Version): string {
  const name = usable(
    () => encodeURIComponent(version),
    () => `version ${JSON.stringify(version)} must be well-formed Unicode, to be the name of a file`,
  );
  const escaped = (character: string): string => `%${character.charCodeAt(0).toString(16).toUpperCase()}`;
  return `${name.replaceAll(/[!'()*]|^\.|^a(?=ccepted$)/gi, escaped)}.json`;
}

/** The version of a file; undefined for other files. */
export function versionOfFile(fileName: string): Version | undefined {
  const name = /^(.+)\.json$/.exec(fileName)?.[1];
  if (name === undefined || fileName === acceptedFile) return undefined;
  return resultOr(() => decodeURIComponent(name), undefined);
}

/** Reads the frozen documents of a folder, except those of some versions. */
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

/** Reads the frozen documents among files, in the order of their versions. */
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
 * Finds the folder with frozen documents above the module: `packages/api`, if `check ./packages/api/src/app.ts` runs in
 * the root of a monorepo, where it would read the root's `openapi`.
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
 * Returns the parsed content of a file as an OpenAPI document.
 *
 * @throws Unusable, with the name of the file, if it is not one.
 */
export function asDocument(read: unknown, file: string): OpenAPIDocument {
  if (!isObject(read) || !("openapi" in read && "paths" in read)) {
    throw new Unusable(`${file} must contain an OpenAPI document`);
  }
  const fault = documentFault(read);
  if (fault !== undefined) throw new Unusable(`${file}: ${printable(fault)}`);
  // `documentFault` has checked the form.
  return read as unknown as OpenAPIDocument;
}

/**
 * Reads a JSON file; undefined if it does not exist.
 *
 * @throws Unusable for a file that cannot be read, with the form that it must have.
 */
export function jsonIn(file: string, form?: string): unknown {
  if (!existsSync(file)) return undefined;
  return usable(
    () => JSON.parse(readFileSync(file, "utf8")) as unknown,
    (reason) => [`${file} can't be read`, reason, form].filter(Boolean).join(": "),
  );
}

function fileNamesIn(folder: string): readonly string[] {
  return resultOr(() => readdirSync(resolve(folder)), []);
}
