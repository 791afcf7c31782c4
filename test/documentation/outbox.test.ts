import { spawn } from "node:child_process";
import { text } from "node:stream/consumers";
import { ROOT } from "../support/samples/sample";

// The sample's own test: PGlite is an ES module, which jest does not load.
const program = ["--test", "--test-reporter=tap", "samples/34-outbox/outbox.test.ts"];

it("sample 34-outbox outlives a deploy, and sends each subscriber its version", async () => {
  const child = spawn(process.execPath, ["--import", "tsx", ...program], { cwd: ROOT });
  expect(await text(child.stdout)).toContain("# pass 4\n# fail 0\n");
}, 120_000);
