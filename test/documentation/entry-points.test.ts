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
    ["testing", ["app/is-app"]],
    ["check", ["app/is-app"]],
    ["docs", ["app/catalog", "app/is-app"]],
    ["server", ["app/create-server", "app/is-app"]],
    ["tools", ["app/create-server", "app/is-app"]],
    ["cli", []],
  ])("%s", (entry, ofApp) => {
    const loaded = loadedBy(entry);
    expect(loaded.filter((file) => file.startsWith("app/")).toSorted()).toEqual(ofApp);
    expect(loaded.filter((file) => /^(?:check|compile|declare|resolve)\//.test(file))).toEqual([]);
  });
});
