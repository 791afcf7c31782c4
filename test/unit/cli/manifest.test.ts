import { mkdirSync, mkdtempSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { addToManifest } from "../../../src/cli/manifest";

const folder = mkdtempSync(join(tmpdir(), "versioned-controllers-manifest-"));

afterAll(() => {
  rmSync(folder, { recursive: true, force: true });
});

it.each([
  ["cats", "cats"],
  ["Cats & Dogs", "cats-dogs"],
  ["-cats-", "cats"],
  ["___", "service"],
])("a package.json that is not there is written, and in %s named %s", (name, expected) => {
  const place = join(folder, name);
  mkdirSync(place);
  expect(addToManifest(place)).toBe("package.json: written");
  const written: unknown = JSON.parse(readFileSync(join(place, "package.json"), "utf8"));
  expect(written).toMatchObject({
    name: expected,
    private: true,
    type: "commonjs",
    scripts: { start: "tsx src/main.ts" },
    dependencies: { express: expect.any(String) as unknown },
  });
});
