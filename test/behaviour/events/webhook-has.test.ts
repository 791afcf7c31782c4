import { z } from "zod";
import { DefineVersions } from "versioned-controllers";

const V = DefineVersions("1", "2", "beta");
const Cat = z.object({ name: z.string() });

describe("Has of a webhook", () => {
  const hook = V.Webhook("cat.added", Cat, V.Since("1"), V.Until("1"));
  it.each<[version: string, has: boolean]>([
    ["1", true],
    ["2", false],
    ["9", false],
    ["toString", false],
  ])("of version %s", (version, has) => {
    expect(hook.Has(version)).toBe(has);
  });

  it("narrows a version for For", () => {
    const bodies = ["1", "2", "9"].map((version: string) =>
      hook.Has(version) ? hook.For(version, { name: "Tom" }).Body : undefined,
    );
    expect(bodies).toEqual(['{"name":"Tom"}', undefined, undefined]);
  });
});

it("Newer: keep of a list whose names have no order is a TypeError", () => {
  expect(() => V.Stored(Cat, { Newer: "keep" })).toThrow(
    'V.Stored: the option Newer: "keep" needs a List of only dates, numbers or semantic versions',
  );
  expect(() => DefineVersions("1.2.0", "1.10.0-rc.1").Stored(Cat, { Newer: "keep" })).not.toThrow();
});
