import { sharedSchemasOf, type Source } from "../../../src/schema/components";
import type { JSONSchema, Side } from "../../../src/schema/interface/schema";

/** `POST /0` is where the first of the schemas is used, and so on. */
function componentsFrom(schemas: readonly JSONSchema[], side: Side = "input") {
  return sharedIn(schemas.map((json, i) => ({ json, side, where: `POST /${i}` })));
}

/** In an App without versions. */
function sharedIn(sources: readonly Omit<Source, "versions" | "vendor">[]) {
  const others = { versions: new Set([undefined]), vendor: undefined };
  const { componentsIn, conflicts } = sharedSchemasOf(
    sources.map((source) => ({ ...source, ...others })),
    [],
  );
  return { ...componentsIn(), conflicts };
}

const object = { type: "object" };
const cat = { type: "object", properties: { name: { type: "string" } } };

describe("what becomes a component, and under which name", () => {
  it.each<[what: string, schema: JSONSchema, names: readonly string[]]>([
    ["nothing", object, []],
    ["a title", { title: "Cat" }, ["Cat"]],
    ["an id", { id: "Cat" }, ["Cat"]],
    ["a $id", { $id: "Cat" }, ["Cat"]],
    ["an id before a title", { id: "Cat", title: "A cat" }, ["Cat"]],
    ["empty names are none", { id: "", $id: "", title: "" }, []],
    ["a name that is no text", { title: 7 }, []],
    ["a name in other letters", { title: "Ein Kätzchen/1" }, ["Ein_K_tzchen_1"]],
    ["an object inside", { properties: { cat: { title: "Cat", type: "object" } } }, ["Cat"]],
    ["a titled text inside", { properties: { name: { title: "Name", type: "string" } } }, ["Name"]],
    ["an identified text inside is one", { properties: { name: { id: "Name", type: "string" } } }, ["Name"]],
    ["what is referred to", { $ref: "#/$defs/Cat", $defs: { Cat: {} } }, ["Cat"]],
    ["what is not referred to is none", { $defs: { Cat: {} } }, []],
    ["what an anchor leads to", { $ref: "#cat", $defs: { a: { $anchor: "cat" } } }, ["cat"]],
    [
      "what a discriminator leads to",
      { discriminator: { mapping: { a: "#/$defs/Cat", b: "#/$defs/none" } }, $defs: { Cat: {} } },
      ["Cat"],
    ],
    ["itself", { properties: { a: { $ref: "#" } } }, ["Schema"]],
    ["itself by its name", { title: "Tree", properties: { a: { $ref: "#" } } }, ["Tree"]],
    [
      "a name in a value is none",
      { default: { title: "Cat" }, enum: [{ id: "Cat" }], const: { $id: "Cat" } },
      [],
    ],
    ["a property named title is none", { properties: { title: { type: "string" } } }, []],
  ])("%s", (_what, schema, names) => {
    expect([...componentsFrom([schema]).variants.keys()]).toEqual(names);
  });
});

describe("two schemas of one name", () => {
  it.each<[what: string, first: JSONSchema, second: JSONSchema, isConflict: boolean]>([
    ["alike", { title: "Cat", ...cat }, { title: "Cat", ...cat }, false],
    ["different", { title: "Cat", ...cat }, { title: "Cat", ...object }, true],
    [
      "one of which is closed",
      { title: "Cat", ...cat },
      { title: "Cat", ...cat, additionalProperties: false },
      false,
    ],
    [
      "one of which says its dialect",
      { title: "Cat" },
      { title: "Cat", $schema: "https://json-schema.org/draft/2020-12/schema" },
      false,
    ],
    ["named in two ways", { id: "Cat", ...cat }, { $id: "Cat", ...cat }, false],
    [
      "whose definitions are called otherwise",
      { id: "Cat", items: { $ref: "#/$defs/A" }, $defs: { A: cat } },
      { id: "Cat", items: { $ref: "#/$defs/B" }, $defs: { B: cat } },
      false,
    ],
    [
      "whose definitions differ",
      { id: "Cat", items: { $ref: "#/$defs/A1" }, $defs: { A1: cat } },
      { id: "Cat", items: { $ref: "#/$defs/A1" }, $defs: { A1: object } },
      true,
    ],
  ])("%s", (_what, first, second, isConflict) => {
    const conflicts = isConflict
      ? [{ name: "Cat", where: "POST /1", other: "POST /0", place: expect.any(String) as string }]
      : [];
    expect(componentsFrom([first, second]).conflicts).toEqual(conflicts);
  });

  describe("that contain each other, written out from either of them", () => {
    const person = (home: JSONSchema) => ({ title: "Person", properties: { home } });
    const address = (owners: JSONSchema) => ({ title: "Address", properties: { owners: { items: owners } } });
    const back = { $ref: "#" };

    it.each<[what: string, sources: readonly JSONSchema[], conflicts: readonly string[]]>([
      ["are the same", [person(address(back)), address(person(back))], []],
      [
        "are the same where both are written twice",
        [
          { prefixItems: [0, 1].map((at) => person(address({ $ref: `#/prefixItems/${at}` }))) },
          address(person(back)),
        ],
        [],
      ],
      [
        "are others where one of them says more",
        [person(address(back)), address({ ...person(back), required: ["home"] })],
        ["Address", "Person"],
      ],
    ])("%s", (_what, sources, conflicts) => {
      const found = componentsFrom(sources).conflicts.map(({ name }) => name);
      expect([...new Set(found)].toSorted()).toEqual(conflicts);
    });
  });

  it.each(["Address", "__schema0"])("keys of $defs (%s) are local: numbered where they meet", (key) => {
    const schema = (of: object) => ({ items: { $ref: `#/$defs/${key}` }, $defs: { [key]: of } });
    const { variants, conflicts } = componentsFrom([schema(cat), schema(object), schema(cat)]);
    expect([...variants.keys()]).toEqual([key, `${key}_2`]);
    expect(conflicts).toEqual([]);
  });

  it.each([
    ["Cat", 1],
    ["__schema0", 0],
    ["intersection219", 0],
    ["0", 0],
    ["Cat2", 1],
    ["OAuth2", 1],
  ])("keys that a library was given (%s) are names: %i conflicts", (key, count) => {
    const schema = (of: object) => ({ $ref: `#/$defs/${key}`, $defs: { [key]: of } });
    const sources = [schema(cat), schema(object)].map((json, i): Source => {
      return { json, side: "input", where: `POST /${i}`, vendor: "arktype", versions: new Set([undefined]) };
    });
    expect(sharedSchemasOf(sources, []).conflicts).toHaveLength(count);
  });

  it("a key of $defs gives way to a name", () => {
    const keyed = { items: { $ref: "#/$defs/Cat" }, $defs: { Cat: object } };
    const { variants, conflicts } = componentsFrom([keyed, { title: "Cat", ...cat }]);
    expect([...variants].map(([name, { input }]) => [name, input?.where])).toEqual([
      ["Cat", "POST /1"],
      ["Cat_2", "POST /0"],
    ]);
    expect(conflicts).toEqual([]);
  });

  it.each<[what: string, versions: readonly string[][], all: readonly string[], conflicts: number]>([
    ["in one version", [["1"], ["1"]], ["Cat"], 1],
    ["in two versions, the newer second", [["1"], ["2"]], ["Cat", "Cat_1"], 0],
    ["in two versions, the newer first", [["2"], ["1"]], ["Cat", "Cat_1"], 0],
    ["of which one stands in several", [["1", "2"], ["3"]], ["Cat", "Cat_1"], 0],
    ["that meet in one version of several", [["1", "2"], ["2"]], ["Cat"], 1],
    ["a third of which is like the first", [["1"], ["2"], ["3"]], ["Cat", "Cat_2"], 0],
  ])("%s", (_what, versions, all, conflicts) => {
    const sources = versions.map((one, i): Source => {
      const json = { title: "Cat", ...(i === 1 ? object : cat) };
      return { json, side: "input", where: `POST /${i}`, vendor: undefined, versions: new Set(one) };
    });
    const shared = sharedSchemasOf(sources, ["1", "2", "3"]);
    expect(shared.conflicts).toHaveLength(conflicts);
    if (conflicts > 0) return;
    expect([...shared.componentsIn().variants.keys()].toSorted()).toEqual(all);
    expect([...shared.componentsIn("1").variants.keys()]).toEqual(["Cat"]);
  });

  it("two sides of one name are not a conflict", () => {
    const { conflicts, variants } = sharedIn([
      { json: { title: "Cat", ...cat }, side: "input", where: "a" },
      { json: { title: "Cat", ...object }, side: "output", where: "b" },
    ]);
    expect(conflicts).toEqual([]);
    expect(Object.keys(variants.get("Cat") ?? {})).toEqual(["input", "output"]);
  });
});

it("what is in the place of a schema, and is not a schema, stays as it is", () => {
  const odd: JSONSchema = {
    title: "Odd",
    items: true,
    not: 7,
    allOf: {},
    anyOf: 3,
    properties: 5,
    patternProperties: [],
    $ref: "#/nowhere",
  };
  expect([...componentsFrom([odd, { ...odd }]).variants.keys()]).toEqual(["Odd"]);
  expect(componentsFrom([odd, { ...odd, $ref: "#/elsewhere" }]).conflicts).toHaveLength(1);
});
