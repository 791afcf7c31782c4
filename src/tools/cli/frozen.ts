import { existsSync, readdirSync, readFileSync } from "node:fs";
import { join, resolve, dirname, relative, sep } from "node:path";
import { documentFromOpenAPI30 } from "../../schema/json-schema/openapi-30-document";
import type { OpenAPIDocument } from "../../schema/interface/openapi";
import type { Version } from "../../core/model/version";
import { resultOr } from "../result-or";
import { parsedJSON, Unusable, usable } from "./command";
import { isObject } from "../../core/model/value";
import { documentFault } from "./document-shape";
import { printable } from "./output-formats";

/** The default of `--dir`, the folder that contains the frozen documents. */
export const defaultFolder = "openapi";

/** The name of the file that lists intended breaking changes. `fileNameOf` never returns this name. */
export const acceptedFile = "accepted.json";

/** The folder of the documents for requests that name no version: `assumed/1.json`, next to `1.json`. */
export const assumedFolder = "assumed";

export interface FrozenDocument {
  readonly version: Version;
  readonly document: OpenAPIDocument;
  /** The document for requests that name no version; undefined if such requests get another version, or an error. */
  readonly assumed: OpenAPIDocument | undefined;
}

/**
 * Returns the name of a version's file: `1.json`. Escapes characters that file systems may refuse, and a leading dot,
 * which would hide the file. Escapes `accepted`, because `accepted.json` lists accepted findings. Throws Unusable for
 * malformed Unicode.
 */
export function fileNameOf(version: Version): string {
  const name = usable(
    () => encodeURIComponent(version),
    () => `version ${JSON.stringify(version)} must be well-formed Unicode, to be the name of a file`,
  );
  const escaped = (character: string): string => `%${character.charCodeAt(0).toString(16).toUpperCase()}`;
  return `${name.replaceAll(/[!'()*]|^\.|^a(?=ccepted$)/gi, escaped)}.json`;
}

/** Reads the version in a file name: `1` in `1.json`; undefined for `accepted.json`, and for other types of files. */
export function versionOfFile(fileName: string): Version | undefined {
  const name = /^(.+)\.json$/.exec(fileName)?.[1];
  if (name === undefined || fileName === acceptedFile) return undefined;
  return resultOr(() => decodeURIComponent(name), undefined);
}

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

/** Finds the parent of a folder of frozen documents, from a module up to `folder`: `api` for `api/src/app.ts`. */
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

/** Checks that the parsed content of a file is an OpenAPI document. Throws Unusable if it is not. */
export function asDocument(read: unknown, file: string): OpenAPIDocument {
  if (!isObject(read) || !("openapi" in read && ("paths" in read || "webhooks" in read))) {
    throw new Unusable(`${file} must contain an OpenAPI document`);
  }
  const fault = documentFault(read);
  if (fault !== undefined) throw new Unusable(`${file}: ${printable(fault)}`);
  // The cast is safe: `documentFault` has checked the shape of the document. A document that only has webhooks needs no paths.
  return documentFromOpenAPI30({ paths: {}, ...read } as unknown as OpenAPIDocument);
}

/** Reads a JSON file, if it exists. Throws Unusable for malformed JSON, with the expected content (`form`). */
export function jsonIn(file: string, form?: string): unknown {
  if (!existsSync(file)) return undefined;
  const message = (reason: string): string =>
    [`${file} can't be read`, reason, form].filter(Boolean).join(": ");
  return parsedJSON(
    usable(() => readFileSync(file, "utf8"), message),
    message,
  );
}

function fileNamesIn(folder: string): readonly string[] {
  return resultOr(() => readdirSync(resolve(folder)), []);
}
