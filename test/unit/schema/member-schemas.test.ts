import { libraryMembersOf } from "../../../src/schema/member-schemas";

it("a member that may be anything has no schema that another one could be made from", () => {
  const name = { type: "string" };
  expect(libraryMembersOf({ properties: { any: true, name } })).toEqual(new Map([["name", [name]]]));
});
