import { versionOrder } from "../../../src/model/version";

const order = versionOrder(["1", "2", "3"]);

describe("the order of a closed list of versions", () => {
  it.each<[version: string, other: string, isBefore: boolean, isFrom: boolean]>([
    ["1", "2", true, false],
    ["2", "2", false, true],
    ["3", "2", false, true],
    ["9", "2", false, false],
    ["2", "9", false, false],
    ["9", "9", false, false],
    ["__proto__", "1", false, false],
  ])("version %j beside %j", (version, other, isBefore, isFrom) => {
    expect(order.isBefore(version, other)).toBe(isBefore);
    expect(order.isFrom(version, other)).toBe(isFrom);
  });

  it.each<[since: string | undefined, until: string | undefined, versions: readonly string[]]>([
    [undefined, undefined, ["1", "2", "3"]],
    ["2", undefined, ["2", "3"]],
    [undefined, "2", ["1", "2"]],
    ["2", "2", ["2"]],
    ["3", "1", []],
    ["9", undefined, []],
    [undefined, "9", []],
  ])("the range from %j to %j", (since, until, versions) => {
    expect(order.range(since, until)).toEqual(versions);
  });

  it("sorts versions outside the list before all others", () => {
    expect(["3", "9", "1"].toSorted(order.compare)).toEqual(["9", "1", "3"]);
  });

  it("knows the place of a version, and none of a version outside the list", () => {
    expect(["1", "3", "9"].map(order.placeOf)).toEqual([0, 2, undefined]);
  });

  it("of an empty list has no version", () => {
    expect(versionOrder([]).has("1")).toBe(false);
    expect(versionOrder([]).range(undefined, undefined)).toEqual([]);
  });
});
