import { buildSync } from "esbuild";
import { join } from "node:path";

/** The files of `src/` that an entry loads, without those that give it types alone. */
function loadedBy(entry: string): readonly string[] {
  const { metafile } = buildSync({
    absWorkingDir: join(__dirname, "../.."),
    entryPoints: [`src/${entry}.ts`],
    bundle: true,
    packages: "external",
    platform: "node",
    metafile: true,
    write: false,
  });
  return Object.keys(metafile.inputs).map((file) => file.replace(/^src\/(.*)\.ts$/, "$1"));
}

describe("an entry that is given an App loads neither the class App nor what builds it", () => {
  it.each([
    ["testing", ["core/app/is-app"]],
    ["check", ["core/app/is-app"]],
    ["docs", ["core/app/is-app"]],
    ["server", ["core/app/is-app"]],
    ["tools", ["core/app/is-app"]],
    ["cli", []],
  ])("%s", (entry, ofApp) => {
    const loaded = loadedBy(entry);
    expect(loaded.filter((file) => file.startsWith("core/app/")).toSorted()).toEqual(ofApp);
    expect(loaded.filter((file) => /^core\/(?:check|compile|declare|resolve)\//.test(file))).toEqual([]);
  });
});
