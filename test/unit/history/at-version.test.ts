import { historyOf } from "../../../src/schema/interface/histories";
import { Change, Each, Versioned } from "versioned-controllers";
import { downsTo } from "../../../src/changes/history/convert";
import { linkOf, newestOf } from "../../../src/schema/interface/at-version";
import { versionOrder } from "../../../src/core/model/version";

const Two = Change("2", "two");
const Old = { type: "object" };
const Shown = { type: "object", properties: {} };
const New = { type: "object", title: "New" };

function linksOf(schema: object) {
  return historyOf(schema)?.links ?? [];
}

it("the newest link is the first", () => {
  const links = linksOf(Versioned(New).Before(Two, Old, {}));
  expect(linkOf({ links }, 1)).toMatchObject({ schema: Old, change: Two });
  expect(linkOf({ links }, 0)).toMatchObject({ schema: New, change: undefined });
  expect(newestOf({ links })).toBe(New);
});

it("a link that a history has not is reported", () => {
  expect(() => linkOf({ links: [] }, 0)).toThrow("a history has no link 0");
});

it("a face may convert nothing, either way", () => {
  const WithFace = Versioned(New) as unknown as { As: (schema: object) => object };
  expect(linksOf(WithFace.As(Shown))[0]?.face).toEqual({
    schema: Shown,
    up: undefined,
    down: undefined,
    carriers: [],
    isLifted: false,
  });
});

it("what is neither list nor record has no items to convert", () => {
  const Items = Versioned(New)
    .Before(Two, Old, { Down: () => ({ old: true }) })
    .Within([Each], (item) => ({ type: ["array", "string"], items: item }));
  const history = historyOf(Items);
  const turn = history && downsTo(history, { version: "1", order: versionOrder(["1", "2"]) });
  expect(turn?.([{}, {}])).toEqual([{ old: true }, { old: true }]);
  expect(turn?.("text")).toBe("text");
});
