import { readFileSync } from "node:fs";
import { join } from "node:path";

/** An entry of `exports`: its paths begin with `./dist/`. */
export interface Entry {
  readonly import: { readonly types: string; readonly default: string };
  readonly require: { readonly types: string; readonly default: string };
  /** What bundlers take: an ES module that imports others, of which they leave out those that are not used. */
  readonly module: { readonly types: string; readonly default: string };
}

/** The code that a package.json publishes. */
export interface Published {
  readonly entries: readonly Entry[];
  /** The paths of the commands: `./dist/cli.js`. */
  readonly commands: readonly string[];
}

/** The code that the package.json of a working tree publishes. */
export function publishedBy(tree: string): Published {
  const { exports, bin } = JSON.parse(readFileSync(join(tree, "package.json"), "utf8")) as {
    readonly exports: Readonly<Record<string, string | Entry>>;
    readonly bin: Readonly<Record<string, string>>;
  };
  // A path alone is that of package.json itself.
  const entries = Object.values(exports).filter((entry): entry is Entry => typeof entry !== "string");
  return { entries, commands: Object.values(bin) };
}
