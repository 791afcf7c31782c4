import { Rename } from "versioned-controllers";

type Members = Readonly<Record<string, unknown>>;
const { Up, Down } = Rename("born", "birthday");

it.each<[what: string, old: Members, now: Members]>([
  ["a member", { born: 1 }, { birthday: 1 }],
  ["among others, in their order", { a: 1, born: 2, c: 3 }, { a: 1, birthday: 2, c: 3 }],
  ["an absent member", { a: 1 }, { a: 1 }],
  ["a member that is undefined", { born: undefined }, { birthday: undefined }],
  ["null", { born: null }, { birthday: null }],
])("renames %s, and back", (_what, old, now) => {
  expect(Up(old)).toStrictEqual(now);
  expect(Down(now)).toStrictEqual(old);
  expect(Object.keys(Up(old))).toEqual(Object.keys(now));
});

it("the renamed member stands for another of its new name, which an open schema lets through", () => {
  expect(Up({ born: 1, birthday: 2 })).toEqual({ birthday: 1 });
  expect(Up({ birthday: 2, born: 1 })).toEqual({ birthday: 1 });
});

it("only a value's own members have names", () => {
  const nothing: Members = {};
  expect(Rename("constructor", "maker").Up(nothing)).toEqual({});
});

it("`__proto__` is a name like any other", () => {
  const sent = JSON.parse('{ "__proto__": { "a": 1 }, "born": 2 }') as Members;
  expect(JSON.stringify(Up(sent))).toBe('{"__proto__":{"a":1},"birthday":2}');
  expect(JSON.stringify(Rename("born", "__proto__").Up({ born: { a: 1 } }))).toBe('{"__proto__":{"a":1}}');
});

it("leaves what it is given as it is", () => {
  const sent = Object.freeze({ born: 1 });
  expect(Up(sent)).toEqual({ birthday: 1 });
  expect(sent).toEqual({ born: 1 });
});

describe("Without", () => {
  const { Up, Down } = Rename("born", "birthday", { Without: ["nick", "tags"] });

  it.each<[what: string, now: Members, old: Members]>([
    ["members that only the newer schema has", { nick: "T", birthday: 1, tags: [], a: 2 }, { born: 1, a: 2 }],
    ["them where the renamed one is absent", { nick: "T", a: 2 }, { a: 2 }],
    ["nothing where they are absent", { birthday: 1 }, { born: 1 }],
  ])("leaves out %s", (_what, now, old) => {
    expect(Down(now)).toStrictEqual(old);
  });

  it("an older client cannot set them past an open schema", () => {
    expect(Up({ born: 1, nick: "T" })).toEqual({ birthday: 1 });
  });

  it.each([
    ["nick", '"nick"'],
    [[1], "a list"],
    [null, "null"],
  ])("%j is an Error", (without, got) => {
    expect(() => Rename("a", "b", { Without: without as unknown as [] })).toThrow(
      `Rename: Without must be a list of names, got ${got}`,
    );
  });
});
