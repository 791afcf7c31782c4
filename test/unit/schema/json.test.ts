import { resolveReference } from "../../../src/schema/json";

const root = {
  $defs: {
    Cat: { title: "Cat" },
    "a/b": { title: "slash" },
    "a~b": { title: "tilde" },
    "a~1b": { title: "both" },
    "a b": { title: "blank" },
    "": { title: "nothing" },
    no: true,
    Inner: { $id: "Inner", $defs: { Cat: { title: "inner" } } },
  },
  prefixItems: [{ title: "first" }],
};

describe("a reference within a schema leads to", () => {
  it.each<[reference: string, target: unknown]>([
    ["#", root],
    ["#/$defs/Cat", root.$defs.Cat],
    ["#/$defs/a~1b", root.$defs["a/b"]],
    ["#/$defs/a~0b", root.$defs["a~b"]],
    ["#/$defs/a~01b", root.$defs["a~1b"]],
    ["#/$defs/a%20b", root.$defs["a b"]],
    ["#/$defs/", root.$defs[""]],
    ["#/prefixItems/0", root.prefixItems[0]],
    ["#/$defs/Inner/$defs/Cat", root.$defs.Inner.$defs.Cat],
    ["Inner", root.$defs.Inner],
  ])("%s", (reference, target) => {
    expect(target).toBeDefined();
    expect(resolveReference(root, reference)).toBe(target);
  });
});

describe("a reference leads nowhere", () => {
  it.each([
    "#/$defs/Dog",
    "#/$defs/no",
    "#/$defs/Cat/title",
    "#/$defs/Cat/title/0",
    "#/$defs/constructor",
    "#/__proto__",
    "#/prefixItems/1",
    "#/prefixItems/length",
    "#Cat",
    "https://example.com/Cat",
    "",
    "#/%",
  ])("%s", (reference) => {
    expect(resolveReference(root, reference)).toBeUndefined();
  });
});
