import { fingerprintOf } from "../../../src/schema/json-schema/fingerprint";

it("schemas that all lead to each other are read twice at most for the fingerprints of all", () => {
  let read = 0;
  const names = Array.from({ length: 20 }, (_, i) => `Cat${i}`);
  const cat = (i: number): Readonly<Record<string, unknown>> => ({
    get required() {
      read++;
      return ["next"];
    },
    properties: { next: { $ref: `#/$defs/Cat${(i + 1) % names.length}` } },
  });
  const $defs = Object.fromEntries(names.map((name, i) => [name, cat(i)]));
  const root = { $defs };
  read = 0;
  const fingerprints = Object.values($defs).map((schema) => fingerprintOf(root, schema));
  expect(read).toBeLessThanOrEqual(40);
  expect(new Set(fingerprints).size).toBe(1);
});

it("a schema of two roots has the fingerprint of what its reference leads to in each", () => {
  const cat = { properties: { owner: { $ref: "#/$defs/Owner" } } };
  const fingerprints = ["string", "integer"].map((type) =>
    fingerprintOf({ $defs: { Cat: cat, Owner: { type } } }, cat),
  );
  expect(fingerprints).toEqual([
    expect.stringContaining('"type":"string"'),
    expect.stringContaining('"type":"integer"'),
  ]);
});
