import { join } from "node:path";
import { exitCodes, type Command } from "../command";
import { isTaken, writeFiles } from "../file-changes";
import { firstServiceIn, importOf } from "../../init/first-service";
import { hasJest, manifestIn } from "../../init/manifest";

export const initCommand: Command = {
  name: "init",
  arguments: [],
  summary: "write a first service: a controller in two versions, and a test",
  details: `Writes the missing files of a first service into the current folder: package.json with the scripts start,
dev, test and check and the dependencies, tsconfig.json, and in src an App with a controller in two versions,
the change between them, the documentation page, and tests of each version and of the change. The command asks
no questions. It changes one existing file, package.json: it adds what is missing, and replaces npm's
placeholder of the script test. Beside files of your own, it chooses other names, such as src/api.ts for the
App, and prints the lines that mount the App in your service. It lists the files that it left unchanged. If
one of the files cannot be written, it writes none.`,
  exits: `0 written, or there already; 2 wrong usage, package.json or its scripts are not JSON objects, or
the name of a file or folder is taken by something else.`,
  options: {},
  run: ({ folder }) => {
    const service = firstServiceIn(folder);
    const planned = [manifestIn(folder, service.app), ...service.planned];
    writeFiles(folder, planned);
    const manager = packageManagerIn(folder, process.env.npm_config_user_agent);
    const now = service.isMounted
      ? `Now: ${manager} install && ${manager} start`
      : `Now: ${manager} install, and mount the App in your service:\n\n${mountOf(service.app)}`;
    const lines = planned.map(({ line }) => line).join("\n");
    return { output: `${lines}\n\n${hasJest(folder) ? jestHint : ""}${now}\n`, code: exitCodes.fine };
  },
};

const jestHint = `For jest, replace "node:test" by "@jest/globals" in the test, and add to the configuration of jest:

  "transform": { "\\\\.ts$": "ts-jest" },
  "moduleNameMapper": { "^(\\\\.{1,2}/.*)\\\\.js$": "$1" }

`;

function mountOf(app: string): string {
  return `  import { Docs } from "versioned-controllers/docs";
  import api from ${importOf(app)};

  server.use("/docs", Docs(api)).use(api.Build());`;
}

type PackageManager = "npm" | "pnpm" | "yarn" | "bun";

const lockFiles: readonly (readonly [file: string, manager: PackageManager])[] = [
  ["package-lock.json", "npm"],
  ["pnpm-lock.yaml", "pnpm"],
  ["yarn.lock", "yarn"],
  ["bun.lock", "bun"],
];

/** Finds a project's package manager by its lock file, or else by the `npm_config_user_agent` of npx, pnpm dlx and bunx. */
export function packageManagerIn(folder: string, userAgent = ""): PackageManager {
  const locked = lockFiles.find(([file]) => isTaken(join(folder, file)));
  const called = lockFiles.find(([, manager]) => userAgent.startsWith(`${manager}/`));
  return (locked ?? called)?.[1] ?? "npm";
}
