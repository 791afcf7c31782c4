import { lostMembers } from "../../../src/changes/schemas/lost-members";
import type { JSONSchema } from "../../../src/schema/interface/schema";

const named = (...names: readonly string[]) => ({
  type: "object",
  properties: Object.fromEntries(names.map((name) => [name, {}])),
});
const listOf = (items: JSONSchema) => ({ type: "array", items });
const within = (inner: JSONSchema) => ({ type: "object", properties: { in: inner } });

describe("a value holds a member that the newer schema has no more", () => {
  it.each<[what: string, older: JSONSchema, newer: JSONSchema, value: unknown, holds: boolean]>([
    ["that was sent", named("born"), named("birthday"), { born: "" }, true],
    ["that is undefined, which was not sent", named("born"), named("birthday"), { born: undefined }, false],
    ["that both know", named("a"), named("a"), { a: 1 }, false],
    ["that neither knows", named("a"), named("a"), { b: 1 }, false],
    ["of an object within", within(named("a")), within(named("b")), { in: { a: 1 } }, true],
    ["not of a text in the place of an object", within(named("a")), within(named("b")), { in: "a" }, false],
    ["of an item", listOf(named("a")), listOf(named("b")), [{}, { a: 1 }], true],
    ["not of an item that is a text", listOf(named("a")), listOf(named("b")), ["a", null], false],
    [
      "of an item of an alternative",
      { anyOf: [{ type: "null" }, listOf(named("a"))] },
      listOf(named("b")),
      [{ a: 1 }],
      true,
    ],
    ["not of a list whose items nobody describes", { type: "array" }, listOf(named("b")), [{ a: 1 }], false],
    [
      "not of a list of which no alternative describes items",
      { anyOf: [{ type: "null" }, { type: "array" }] },
      listOf(named("b")),
      [{ a: 1 }],
      false,
    ],
    [
      "not of a schema that is nothing but itself",
      { anyOf: [{ $ref: "#" }] },
      listOf(named("b")),
      [{ a: 1 }],
      false,
    ],
    [
      "of an item of a list that contains itself",
      { type: "object", properties: { old: {}, all: listOf({ $ref: "#" }) } },
      { type: "object", properties: { all: listOf({ $ref: "#" }) } },
      { all: [{ all: [{ old: 1 }] }] },
      true,
    ],
  ])("%s", (_what, older, newer, value, holds) => {
    expect(lostMembers(older, newer)(value)).toBe(holds);
  });
});
