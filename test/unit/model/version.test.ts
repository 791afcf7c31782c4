import { versionOrder } from "../../../src/core/model/version";

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

describe("a version outside of the list", () => {
  it.each<[list: readonly string[], version: string, isLater: boolean]>([
    [["1", "2"], "3", true],
    [["1", "2"], "2.1", true],
    [["1", "2"], "1.5", false],
    [["1", "2"], "2.0", false],
    [["1", "2"], "02", false],
    [["1", "2"], "2024-05-01", false],
    [["1", "2"], "v3", false],
    [["1", "2"], "", false],
    [["1", "2"], "3.", false],
    [["1", "2"], "2", false],
    [["1.8", "1.9"], "1.10", true],
    [["1.9", "1.10"], "1.9.5", false],
    [["1", "2"], "9".repeat(400), true],
    [["1", "9".repeat(400)], `1${"0".repeat(400)}`, true],
    [["1", "9".repeat(400)], "9".repeat(399), false],
    [["2024-05-01", "2024-09-01"], "2024-09-02", true],
    [["2024-05-01", "2024-09-01"], "2024-06-01", false],
    [["2024-05-01", "2024-09-01"], "2025-02-31", false],
    [["2024-05-01", "2024-09-01"], "9999", false],
    [["1.0.0", "2.0.0"], "3", true],
    [["1.0.0", "2.0.0"], "3.0.0-rc.1", true],
    [["1.0.0", "2.0.0"], "2.0.0-rc.1", false],
    [["1.0.0", "2.0.0"], "2.0.0+build.7", false],
    [["1.0.0-rc.1", "1.0.0"], "1.0.1-0", true],
    [["1.0.0-rc.1", "1.0.0"], "2", false],
    [["1.0.0-rc.9"], "1.0.0-rc.10", true],
    [["1.0.0-rc.9"], "1.0.0-rc.x", true],
    [["1.0.0-rc.x"], "1.0.0-rc.10", false],
    [["1.0.0-rc.1"], "1.0.0-rc.1.0", true],
    [["1.0.0-rc.1.0"], "1.0.0-rc.1", false],
    [["1.0.0-rc.1"], "1.0.0-beta", false],
    [["1.0.0-rc.1"], "1.0.0-rc.01", false],
    [["1", "2", "next"], "3", false],
    [["1", "2024-05-01"], "3", false],
    [[], "3", false],
  ])("%j: is %s later: %s", (list, version, isLater) => {
    expect(versionOrder(list).isLater(version)).toBe(isLater);
  });

  it.each<[list: readonly string[], isComparable: boolean, isAscending: boolean]>([
    [["1", "2"], true, true],
    [["1.9", "1.10"], true, true],
    [["1.10", "1.9"], true, false],
    [["2", "1"], true, false],
    [["2024-05-01", "2024-09-01"], true, true],
    [["2024-09-01", "2024-05-01"], true, false],
    [["1.0.0-alpha", "1.0.0-alpha.1", "1.0.0-beta.2", "1.0.0-beta.11", "1.0.0"], true, true],
    [["1.0.0", "1.0.0-rc.1"], true, false],
    [["1", "next"], false, false],
    [[], false, false],
  ])("%j: can be compared: %s, ascends: %s", (list, isComparable, isAscending) => {
    const order = versionOrder(list);
    expect([order.isComparable(), order.isAscending()]).toEqual([isComparable, isAscending]);
  });
});
