import { existsSync, statSync } from "node:fs";
import { createRequire } from "node:module";
import { dirname, extname, join, resolve } from "node:path";
import { pathToFileURL } from "node:url";
import type { App } from "../../core/app/app";
import { hasInternals } from "../../core/model/app-internals";
import { strangerInWords } from "../../core/model/copies";
import { resultOr } from "../result-or";
import { reasonOf, Unusable } from "./command";
import { isObject } from "../../core/model/value";

/** Loads the App that is a module's default export. Throws Unusable if there is none. Rethrows a BuildError. */
export async function loadModule(path: string, folder: string): Promise<App> {
  const file = moduleFile(path, folder);
  if ([".ts", ".mts", ".cts", ".tsx"].includes(extname(file))) await registerTsx(file, path, folder);
  return appIn(await loaded(() => load(file), path), path);
}

async function loaded(load: () => Promise<unknown>, path: string): Promise<unknown> {
  try {
    return await load();
  } catch (error) {
    // The module may call `Build` itself. Its BuildError already lists the problems.
    if (error instanceof Error && error.name === "BuildError") throw error;
    throw new Unusable(`${path} does not load: ${reasonOf(error)}`);
  }
}

async function load(file: string): Promise<unknown> {
  // tsx cannot import .cts files.
  if (extname(file) === ".cts") return { default: createRequire(file)(file) as unknown };
  return import(pathToFileURL(file).href);
}

/** Finds the App in a module's default export. The export may be a promise. */
export async function appIn(exported: unknown, path: string): Promise<App> {
  // For a CommonJS module, `import` returns `exports.default` as `default.default`.
  let value = exported;
  for (let depth = 0; depth < 3; depth++) {
    if (!isObject(value) || !("default" in value)) break;
    const module = value;
    value = await loaded(async () => await module.default, path);
    // `instanceof App` would be wrong, because the module may load another copy of this package.
    if (isAppOfAnyCopy(value)) return value;
    const stranger = strangerInWords(value);
    if (stranger !== undefined) {
      throw new Unusable(`the default export of ${path} must be an App, got ${stranger}`);
    }
  }
  const names = Object.keys(exported as object).filter(
    (name) => !["default", "module.exports"].includes(name),
  );
  const others = names.length > 0 ? `; it exports ${names.join(", ")}` : "";
  throw new Unusable(`the default export of ${path} must be an App${others}`);
}

function isAppOfAnyCopy(value: unknown): value is App {
  return hasInternals(value);
}

function moduleFile(path: string, folder: string): string {
  const named = resolve(folder, path);
  if (existsSync(named) && statSync(named).isFile()) return named;
  const found = [named, join(named, "index")]
    .flatMap((start) => extensions.map((extension) => start + extension))
    .find((file) => existsSync(file));
  if (found === undefined) throw new Unusable(`the module ${path} does not exist`);
  return found;
}

const extensions = [".js", ".mjs", ".cjs", ".ts", ".mts", ".cts"];

/** Loads tsx, with which Node can import TypeScript. Resolves it from the module's folder, and then from `folder`. */
async function registerTsx(file: string, path: string, folder: string): Promise<void> {
  for (const from of [dirname(file), folder]) {
    const loader = resultOr(() => createRequire(join(from, "module.js")).resolve("tsx"), undefined);
    if (loader === undefined) continue;
    const settings = nearestUpwards("tsconfig.json", dirname(file));
    // Without this setting, tsx would read the tsconfig.json of the working folder.
    if (settings !== undefined) process.env.TSX_TSCONFIG_PATH ??= settings;
    await import(pathToFileURL(loader).href);
    return;
  }
  throw new Unusable(
    `${path} is TypeScript: install tsx (npm install --save-dev tsx), or pass the compiled module`,
  );
}

function nearestUpwards(name: string, folder: string): string | undefined {
  const file = join(folder, name);
  if (existsSync(file)) return file;
  const above = dirname(folder);
  return above === folder ? undefined : nearestUpwards(name, above);
}
