import { differingPlace } from "../../../../src/tools/laws/laws";

describe("the first difference of two values", () => {
  const [may, june] = [new Date("2026-05-01"), new Date("2026-06-01")];

  it.each<[what: string, was: unknown, is: unknown, path: readonly string[]]>([
    ["values without members", may, june, []],
    ["a member without members", { at: may }, { at: june }, ["at"]],
    ["a member of a list's item", [{ a: 1 }, { a: 1, b: 2 }], [{ a: 1 }, { a: 1, b: 3 }], ["1", "b"]],
    ["a new member", { a: 1 }, { b: 1, a: 1 }, ["b"]],
    ["a list and an object", { a: ["x"] }, { a: { 0: "x" } }, ["a"]],
  ])("is the place of %s", (_what, was, is, path) => {
    expect(differingPlace(was, is)).toEqual(path);
  });
});
