import { tmpdir } from "node:os";
import { packageManagerIn } from "../../../../../src/tools/cli/commands/init-command";

it.each([
  ["npm/11.6.0 node/v20.20.2 linux x64", "npm"],
  ["pnpm/10.34.9 npm/? node/v20.20.2 linux x64", "pnpm"],
  ["yarn/4.9.0 npm/? node/v20.20.2 linux x64", "yarn"],
  ["bun/1.4.5 npm/? node/v24.3.0 linux x64", "bun"],
  [undefined, "npm"],
])("without a lock file, the package manager is the one that runs the command: %s", (agent, manager) => {
  expect(packageManagerIn(`${tmpdir()}/no-such-folder`, agent)).toBe(manager);
});
