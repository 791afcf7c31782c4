import { groupedByCause, sharedCauses } from "../../../../src/tools/cli/cause-groups";
import type { Finding } from "../../../../src/tools/cli/findings";

/** The removal of a component's property, as an operation shows it. */
const finding = (where: string, part: string, more: Partial<Finding> = {}): Finding => ({
  group: "difference",
  line: `${where}, ${part}: property "name" was removed`,
  record: {
    breaking: true,
    kind: "property-removed",
    where,
    subject: `${part} /name`,
    what: `${part}: property "name" was removed`,
  },
  cause: { name: "Cat", text: 'property "name" was removed', subject: "/name" },
  ...more,
});

const linesOf = (...findings: readonly Finding[]): readonly string[] =>
  groupedByCause(findings).map(({ line }) => line);

describe("findings of one cause are one line", () => {
  const get = finding("GET /cats", "response 200");
  const created = finding("GET /cats", "response 201");
  const post = finding("POST /cats", "response 200");
  const unnamed = finding("GET /cats", "without a version, response 200", { isUnnamed: true });

  it.each<[what: string, findings: readonly Finding[], line: string]>([
    ["in one operation", [get, created], "(1 operation: GET /cats)"],
    ["in two operations", [get, post], "(2 operations: GET /cats, POST /cats)"],
    [
      "in more than are named",
      ["/a", "/b", "/c", "/d"].map((path) => finding(`GET ${path}`, "response 200")),
      "(4 operations: GET /a, GET /b, GET /c and 1 more)",
    ],
    ["without a version alone", [unnamed, { ...unnamed }], "(1 operation without a version: GET /cats)"],
    [
      "without a version too",
      [get, post, unnamed],
      "(2 operations, also without a version: GET /cats, POST /cats)",
    ],
  ])("%s", (_what, findings, line) => {
    expect(linesOf(...findings)).toEqual([`Cat: property "name" was removed ${line}`]);
  });

  it("but for one that a single place shows, which is that place's own", () => {
    expect(linesOf(get)).toEqual([get.line]);
    expect(sharedCauses([get])).toEqual(new Set());
    expect(sharedCauses([get, post])).toEqual(new Set(["Cat"]));
  });

  it("but for those without a cause", () => {
    const { group, line, record } = get;
    const alone: Finding = { group, line, record };
    expect(linesOf(alone, { ...alone })).toEqual([get.line, get.line]);
    expect(sharedCauses([alone, { ...alone }])).toEqual(new Set());
  });

  it("with both lists where it is about one; an empty one is nothing", () => {
    const lists = { keyword: "enum" as const, old: [], new: ["a", 1] };
    expect(linesOf({ ...get, lists })).toEqual([`${get.line} (enum was nothing; is "a", 1)`]);
  });
});
