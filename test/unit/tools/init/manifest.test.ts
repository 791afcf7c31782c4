import { mkdirSync, mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { manifestIn } from "../../../../src/tools/init/manifest";

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
  const { line, change } = manifestIn(place, "src/app.ts");
  expect(line).toBe("package.json: written");
  expect(change?.file).toBe(join(place, "package.json"));
  expect(JSON.parse(String(change?.text))).toMatchObject({
    name: expected,
    private: true,
    type: "module",
    scripts: { start: "tsx src/main.ts" },
    dependencies: { express: expect.any(String) as unknown },
  });
});
