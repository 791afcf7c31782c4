import type { JSONSchema, Side } from "../../../src/schema/interface/schema";
import type { Version } from "../../../src/core/model/version";
import { sharedSchemasOf } from "../../../src/schema/components";

const number = { title: "Cat", type: "number" };
const text = { title: "Cat", type: "string" };

type Written = readonly [json: JSONSchema, versions: readonly (Version | undefined)[], side?: Side];

/** The name of each schema in the document of all versions. */
function namesOf(...written: readonly Written[]): readonly (string | undefined)[] {
  const sources = written.map(([json, versions, side = "input"]) => {
    const copy = { ...json };
    return { json: copy, side, where: "GET /", vendor: undefined, versions: new Set(versions) };
  });
  const { nameOf } = sharedSchemasOf(sources, ["1", "2"]).componentsIn();
  return sources.map(({ json }) => nameOf(json));
}

describe("in the document of all versions", () => {
  it.each<[what: string, written: readonly Written[], names: readonly string[]]>([
    [
      "another schema of an older version has that version's name too",
      [
        [number, ["2"]],
        [text, ["1"]],
      ],
      ["Cat", "Cat_1"],
    ],
    [
      "another schema without a version has a number",
      [
        [number, ["2"]],
        [text, [undefined]],
      ],
      ["Cat", "Cat_2"],
    ],
    [
      "a schema that stands in no document has its name alone",
      [
        [number, ["2"]],
        [text, []],
      ],
      ["Cat", "Cat"],
    ],
    [
      "the sides of one schema have one name",
      [
        [number, ["2"], "input"],
        [text, ["1"], "output"],
      ],
      ["Cat", "Cat"],
    ],
  ])("%s", (_what, written, names) => {
    expect(namesOf(...written)).toEqual(names);
  });
});

describe("two schemas with discriminators", () => {
  const pets = (mapping: JSONSchema, $defs: JSONSchema) => ({
    title: "Pet",
    discriminator: { propertyName: "kind", mapping },
    $defs,
  });
  const conflictsOf = (...all: readonly JSONSchema[]) =>
    sharedSchemasOf(
      all.map((json, i) => ({
        json,
        side: "input",
        where: `POST /${i}`,
        vendor: undefined,
        versions: new Set([undefined]),
      })),
      [],
    ).conflicts;
  const first = pets({ cat: "#/$defs/A" }, { A: { type: "object" } });

  it("are one where their mappings lead to the same schemas in the same words", () => {
    expect(conflictsOf(first, structuredClone(first))).toEqual([]);
  });

  it("are two where their mappings lead elsewhere", () => {
    const second = pets({ cat: "#/$defs/A" }, { A: { type: "string" } });
    expect(conflictsOf(first, second)).toEqual([
      { name: "Pet", where: "POST /1", other: "POST /0", place: "a schema that they refer to" },
    ]);
  });
});
