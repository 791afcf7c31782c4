import { isSameJSON } from "../../../src/schema/interface/json-value";

const bare = (members: object): object => Object.assign(Object.create(null) as object, members);

it.each<[what: string, one: unknown, other: unknown, isSame: boolean]>([
  ["the order of members", { a: 1, b: 2 }, { b: 2, a: 1 }, true],
  ["a member that is undefined", { a: 1, b: undefined }, { a: 1 }, true],
  ["an object without a prototype", bare({ a: 1 }), { a: 1 }, true],
  ["another member", { a: 1 }, { b: 1 }, false],
  ["a list and an object", [], {}, false],
  ["lists of another length", [1], [1, 2], false],
  ["Dates of one time", new Date(0), new Date(0), true],
  ["Dates of two times", new Date(0), new Date(1), false],
  ["a Date and an object", new Date(0), {}, false],
])("%s", (_what, one, other, isSame) => {
  expect(isSameJSON(one, other)).toBe(isSame);
  expect(isSameJSON({ in: [one] }, { in: [other] })).toBe(isSame);
});
