import { spawn } from "node:child_process";
import { text } from "node:stream/consumers";
import { ROOT } from "../support/samples/sample";

// The sample's own test, as its README runs it: its packages are ES modules, which jest does not load.
const sample = "samples/32-conduit";

it("sample 32-conduit keeps the contract of version 1, and its changes every law", async () => {
  const output = await outputOf("--test", "--test-reporter=tap", `${sample}/changes.test.ts`);
  expect(output).toContain("# pass 2\n# fail 0\n");
}, 120_000);

it("sample 32-conduit breaks no client of version 1, at either address", async () => {
  expect(await outputOf("src/cli.ts", "check", `${sample}/app.ts`, "--dir", `${sample}/openapi`)).toBe(
    "version 1: no breaking change\nversion 2: not frozen\n",
  );
}, 120_000);

it("sample 32-conduit announces nothing that would surprise clients of version 1, but for what it gives a reason for", async () => {
  const check = ["check", `${sample}/app.ts`, "--dir", `${sample}/openapi`, "--lifecycle"];
  expect(await outputOf("src/cli.ts", ...check)).toBe(
    "version 1: no breaking change, 1 accepted\n" +
      "  accepted: GET /tags: its successor, version 2, has no such route (nothing stands in its place: each article names its tags)\n" +
      "version 2: not frozen\n",
  );
}, 120_000);

function outputOf(...program: readonly string[]): Promise<string> {
  const child = spawn(process.execPath, ["--import", "tsx", ...program], { cwd: ROOT });
  return text(child.stdout);
}
