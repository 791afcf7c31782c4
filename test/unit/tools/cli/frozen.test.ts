import * as fc from "fast-check";
import { fileNameOf, versionOfFile } from "../../../../src/tools/cli/frozen";
import { often } from "../../../support/runs";

it("every version has a file of its own, which stays in the folder", () => {
  fc.assert(
    fc.property(fc.string({ minLength: 1, unit: "binary" }), (version) => {
      const name = fileNameOf(version);
      expect(name).toMatch(/^[\w~%-][\w.~%-]*\.json$/);
      expect(versionOfFile(name)).toBe(version);
    }),
    often(100),
  );
});

it("no file is named after half a character", () => {
  expect(() => fileNameOf("\ud800")).toThrow(`version "\\ud800" must be well-formed Unicode`);
});

it.each(["README.md", ".json", "1.json.bak", "%.json"])("%s is not a version's file", (name) => {
  expect(versionOfFile(name)).toBeUndefined();
});
