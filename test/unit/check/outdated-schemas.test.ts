import { containedSchemas } from "../../../src/changes/rules/outdated-schemas";

const wanted = { type: "object" };

it("a search gives up on a schema that keeps a whole cache, and finds what others hold all the same", () => {
  const held = { inner: wanted };
  const cache = Array.from({ length: 60_000 }, (_, i) => ({ i }));
  const containedIn = containedSchemas(new Set([wanted]));
  expect(containedIn({ cache, behind: { held } })).toEqual([]);
  expect(containedIn({ behind: { held } })).toEqual([wanted]);
});
