import { existsSync, readFileSync } from "node:fs";
import { basename, dirname, join } from "node:path";
import { isSchema } from "../../schema/json-schema/subschema";
import { describe } from "../../core/model/value";
import { parsedJSON, Unusable, usable } from "../cli/command";
import { isTaken, type PlannedFile } from "../cli/file-changes";

type Manifest = Readonly<Record<string, unknown>>;

/** Plans a new package.json, or the additions to an existing one. Throws Unusable for malformed content. */
export function manifestIn(folder: string, app: string): PlannedFile {
  const file = join(folder, "package.json");
  if (!isTaken(file)) {
    const { manifest } = withMissing({ name: nameFor(folder), private: true, type: "module" }, app);
    const change = { file, text: manifestText(manifest, "  "), replaces: false };
    return { line: "package.json: written", change };
  }
  const text = usable(
    () => readFileSync(file, "utf8"),
    (reason) => `package.json can't be read: ${reason}`,
  );
  const { manifest, added, kept } = withMissing(parseManifest(text), app);
  if (added.length === 0) {
    return { line: `package.json: nothing missing, left unchanged${keptLine(kept)}`, change: undefined };
  }
  const indent = /^[ \t]+(?=")/m.exec(text)?.[0] ?? "  ";
  return {
    line: `package.json: added ${added.join(", ")}${keptLine(kept)}`,
    change: { file, text: manifestText(manifest, indent), replaces: true },
  };
}

/** True if package.json, which {@link manifestIn} has checked or planned, depends on jest. */
export function hasJest(folder: string): boolean {
  const manifest = parseManifest(readFileSync(join(folder, "package.json"), "utf8"));
  return ["dependencies", "devDependencies"].some((field) => "jest" in objectIn(manifest, field));
}

function keptLine(kept: readonly string[]): string {
  if (kept.length === 0) return "";
  return `; kept ${kept.map((name) => `your script ${name}`).join(", ")}`;
}

interface CompletedManifest {
  readonly manifest: Manifest;
  readonly added: readonly string[];
  /** The names of scripts that are kept, because the user already has them with other commands. */
  readonly kept: readonly string[];
}

/** The script that `npm init` writes, which may be replaced. */
const placeholder = 'echo "Error: no test specified" && exit 1';

function withMissing(manifest: Manifest, app: string): CompletedManifest {
  const ownScripts = new Map<string, unknown>(Object.entries(objectIn(manifest, "scripts")));
  if (ownScripts.get("test") === placeholder) ownScripts.delete("test");
  const fields = ["dependencies", "devDependencies", "peerDependencies", "optionalDependencies"];
  const present = new Set(fields.flatMap((field) => Object.keys(objectIn(manifest, field))));
  const needed = neededDependencies();
  const scripts = scriptsFor(app);
  const missing: Readonly<Record<string, readonly (readonly [string, unknown])[]>> = {
    scripts: Object.entries(scripts).filter(([name]) => !ownScripts.has(name)),
    dependencies: Object.entries(needed.dependencies).filter(([name]) => !present.has(name)),
    devDependencies: Object.entries(needed.devDependencies).filter(([name]) => !present.has(name)),
  };
  const lacking = Object.entries(missing).filter(([, entries]) => entries.length > 0);
  const parts = lacking.map(([field, entries]) => [
    field,
    { ...objectIn(manifest, field), ...Object.fromEntries(entries) },
  ]);
  return {
    manifest: { ...manifest, ...(Object.fromEntries(parts) as Manifest) },
    added: lacking.flatMap(([, entries]) => entries.map(([name]) => name)),
    kept: Object.entries(scripts).flatMap(([name, script]) =>
      ownScripts.has(name) && ownScripts.get(name) !== script ? name : [],
    ),
  };
}

function scriptsFor(app: string): Readonly<Record<string, string>> {
  return {
    start: "tsx src/main.ts",
    dev: "tsx watch src/main.ts",
    test: "tsx --test src/*.test.ts",
    // `freeze --all` writes the missing frozen documents. `check` compares all versions with their documents.
    check: `tsc --noEmit && versioned-controllers freeze ${app} --all && versioned-controllers check ${app}`,
  };
}

/** Returns the dependencies of the new project, with the ranges of this package's package.json where it has them. */
function neededDependencies(): Readonly<Record<"dependencies" | "devDependencies", object>> {
  const own = parseManifest(readFileSync(join(ownFolder(__dirname), "package.json"), "utf8"));
  const peers = objectIn(own, "peerDependencies");
  const peer = (...names: readonly string[]): object =>
    Object.fromEntries(names.map((name) => [name, Reflect.get(peers, name) as unknown]));
  return {
    dependencies: {
      ...peer("express", "swagger-ui-express"),
      "versioned-controllers": `^${String(own.version)}`,
      // zod 4.2.0 is the first version that describes schemas as JSON Schema without another package.
      zod: "^4.2.0",
    },
    devDependencies: {
      ...peer("@types/express"),
      "@types/node": "^20.19.0",
      ...peer("@types/supertest", "fast-check", "supertest"),
      tsx: "^4.20.0",
      // The range includes TypeScript 5, because openapi-typescript, which generates clients, requires it.
      typescript: "^5.9.0 || ^6.0.0",
    },
  };
}

/** Finds the nearest folder with a package.json, because published files are at another depth than the sources. */
function ownFolder(folder: string): string {
  return existsSync(join(folder, "package.json")) ? folder : ownFolder(dirname(folder));
}

function parseManifest(text: string): Manifest {
  const value = parsedJSON(text, (reason) => `package.json is not valid JSON: ${reason}`);
  if (!isSchema(value)) throw new Unusable("package.json must contain a JSON object");
  return value;
}

function objectIn(manifest: Manifest, field: string): object {
  const value = Object.hasOwn(manifest, field) ? manifest[field] : undefined;
  if (value === undefined) return {};
  if (isSchema(value)) return value;
  throw new Unusable(`package.json: ${field} must be an object, got ${describe(value)}`);
}

function manifestText(manifest: Manifest, indent: string): string {
  return `${JSON.stringify(manifest, undefined, indent)}\n`;
}

function nameFor(folder: string): string {
  const name = basename(folder)
    .toLowerCase()
    .replaceAll(/[^a-z0-9-]+/g, "-");
  return name.replaceAll(/^-+|-+$/g, "") || "service";
}
