import { execFileSync } from "node:child_process";
import { join } from "node:path";
import { build, buildModules, fetchPeers, type Build } from "./build";
import { readOptions, usage } from "./options";
import { compareServers } from "./servers";
import { startUp } from "./start-up";
import { manyVersions } from "./versions";

async function main(): Promise<void> {
  const options = optionsOrExit();
  const hasForeign = fetchPeers();
  const made = build(options.node);
  if (options.parts.has("servers")) {
    const isRight = await compareServers(made, options, hasForeign);
    if (!isRight) process.exitCode = 1;
  }
  if (options.parts.has("in-process")) {
    runScript("in-process.js", { ...made, built: buildModules() });
    runScript("changes.js", made);
    console.log(await startUp(made));
    console.log(await manyVersions(made));
  }
  if (options.isLong) runScript("heap.js", made);
}

/** A script that prints by itself; on any core, since V8 compiles and collects on another. */
function runScript(name: string, { bench, built, node }: Build): void {
  execFileSync(node, ["--expose-gc", join(bench, name), built], { stdio: "inherit" });
}

function optionsOrExit(): ReturnType<typeof readOptions> {
  try {
    return readOptions(process.argv.slice(2));
  } catch (error) {
    console.error(`${error instanceof Error ? error.message : String(error)}\n\n${usage}`);
    process.exit(2);
  }
}

void main();
