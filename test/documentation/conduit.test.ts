import { spawn } from "node:child_process";
import { text } from "node:stream/consumers";
import { ROOT } from "../support/samples/sample";

// The sample's own test, as its README runs it: its packages are ES modules, which jest does not load.
it("sample 32-conduit keeps the contract of version 1, and its changes every law", async () => {
  const test = ["--import", "tsx", "--test", "--test-reporter=tap", "samples/32-conduit/changes.test.ts"];
  const child = spawn(process.execPath, test, { cwd: ROOT });
  const output = await text(child.stdout);
  expect(output).toContain("# pass 2\n# fail 0\n");
}, 120_000);
