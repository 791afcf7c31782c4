import { referenceTargets } from "../../../src/schema/json-schema/references";

const inner = { $id: "https://example.com/inner", $defs: { Only: { title: "only of inner" } } };
const root = {
  title: "root",
  properties: { cat: { $ref: "#/$defs/Cat" } },
  $defs: { Cat: { $anchor: "cat" }, yes: true, "a#b": { title: "hash" }, inner },
  default: { Cat: { properties: { self: { $ref: "#cat" } } } },
};
const { resolve } = referenceTargets(root);

it.each<[reference: string, target: unknown]>([
  ["#", root],
  ["#cat", root.$defs.Cat],
  ["#/$defs/yes", true],
  ["#/$defs/a#b", root.$defs["a#b"]],
  ["#/default/Cat", root.default.Cat],
  ["https://example.com/inner", inner],
  ["https://example.com/inner#/$defs/Only", inner.$defs.Only],
])("%s leads to its schema", (reference, target) => {
  expect(resolve(root, reference)).toBe(target);
});

it.each(["#none", "#/title", "#/$defs/none", "#/%", "https://example.com/none", "http://["])(
  "%s leads nowhere",
  (reference) => {
    expect(resolve(root, reference)).toBeUndefined();
  },
);

it("the references of a schema that is not a part of the root are the root's", () => {
  expect(resolve({ $ref: "#cat" }, "#cat")).toBe(root.$defs.Cat);
});

it("a pointer that its own $id does not hold is tried from the root", () => {
  expect(resolve(inner, "#/$defs/Cat")).toBe(root.$defs.Cat);
});

it("references below a value that is referred to are relative to the document that names it", () => {
  const value = { properties: { mine: { $ref: "#/$defs/Only" } } };
  const holder = { $id: "https://example.com/holder", $defs: { Only: {} }, default: { value } };
  const { resolve: within } = referenceTargets({ $defs: { holder, Only: { title: "another" } } });
  expect(within(holder, "#/default/value")).toBe(value);
  expect(within(value.properties.mine, "#/$defs/Only")).toBe(holder.$defs.Only);
});

it("references below a value that only an unknown document names are the root's", () => {
  const value = { properties: { mine: { $ref: "#/$defs/Only" } } };
  const whole = { $defs: { Only: { $anchor: "only" } }, default: { value } };
  const { resolve: within } = referenceTargets(whole);
  expect(within(whole, "https://example.com/unknown#/default/value")).toBe(value);
  expect(within(value.properties.mine, "#/$defs/Only")).toBe(whole.$defs.Only);
  expect(within(value.properties.mine, "#only")).toBe(whole.$defs.Only);
});

describe("a pointer leads to", () => {
  const document = {
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
  const { resolve: follow } = referenceTargets(document);

  it.each<[reference: string, target: unknown]>([
    ["#", document],
    ["", document],
    ["#/$defs/Cat", document.$defs.Cat],
    ["#/$defs/a~1b", document.$defs["a/b"]],
    ["#/$defs/a~0b", document.$defs["a~b"]],
    ["#/$defs/a~01b", document.$defs["a~1b"]],
    ["#/$defs/a%20b", document.$defs["a b"]],
    ["#/$defs/", document.$defs[""]],
    ["#/$defs/no", true],
    ["#/prefixItems/0", document.prefixItems[0]],
    ["#/$defs/Inner/$defs/Cat", document.$defs.Inner.$defs.Cat],
    ["Inner", document.$defs.Inner],
  ])("%s", (reference, target) => {
    expect(target).toBeDefined();
    expect(follow(document, reference)).toBe(target);
  });

  it.each([
    "#/$defs/Dog",
    "#/$defs/Cat/title",
    "#/$defs/Cat/title/0",
    "#/$defs/constructor",
    "#/__proto__",
    "#/prefixItems/1",
    "#/prefixItems/length",
    "#Cat",
    "https://example.com/Cat",
    "#/%",
  ])("nowhere: %s", (reference) => {
    expect(follow(document, reference)).toBeUndefined();
  });
});

it("an $id that no base makes a URL of is found by its text", () => {
  const Cat = { $id: "Cat" };
  const { resolve: follow } = referenceTargets({ $id: "urn:example:root", $defs: { Cat } });
  expect(follow(Cat, "Cat")).toBe(Cat);
});
