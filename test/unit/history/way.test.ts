import * as v from "valibot";
import { Each, OneOrEach } from "versioned-controllers";
import { kindOfSchema, wayTo, type Way } from "../../../src/changes/history/way";
import type { Path } from "../../../src/schema/interface/histories";
import type { Schema } from "../../../src/schema/interface/schema";
import { sharedReader } from "../../../src/schema/reader";

const text = { type: "string" };
const closed = (properties: object) => ({ type: "object", properties, additionalProperties: false });
/** A schema whose library gives no JSON Schema. */
const bare = v.object({ a: v.string() });
const record: Way = { scalars: new Set(), mayBeRecord: true };
const object: Way = { scalars: new Set(), mayBeRecord: false };
const scalar: Way = { scalars: new Set(["string"]), mayBeRecord: true };

it.each<[what: string, schema: Schema, path: Path, ways: readonly Way[]]>([
  ["nothing of a schema without JSON Schema", bare, ["a"], []],
  ["a closed object", closed({ a: closed({}) }), ["a", "b"], [object, object]],
  ["an open object", { type: "object", properties: { a: text } }, ["a", "b"], [record, scalar]],
  ["each value of a record", { type: "object", additionalProperties: text }, [Each, "b"], [record, scalar]],
  [
    "each value of names by a pattern",
    { type: "object", patternProperties: { "^a": text }, additionalProperties: false },
    [Each, "b"],
    [object, scalar],
  ],
  ["each item", { type: "array", items: closed({}) }, [Each, "a"], [record, object]],
  ["each item of a tuple", { type: "array", prefixItems: [text] }, [Each, "a"], [record, scalar]],
  [
    "one value, or each item",
    { anyOf: [closed({}), { type: "array", items: closed({}) }] },
    [OneOrEach, "a"],
    [object, object],
  ],
  ["an alternative that is anything", { anyOf: [true, text] }, ["a"], [scalar]],
])("before the steps of a path: %s", (_what, schema, path, ways) => {
  expect(wayTo(path, schema, sharedReader())).toEqual(ways);
});

it.each<[schema: Schema, kind: string | undefined]>([
  [closed({}), "object"],
  [{ anyOf: [closed({}), { type: "null" }] }, "object"],
  [{ type: "array" }, "list"],
  [{ type: ["array", "null"] }, "list"],
  [text, "text"],
  [{ type: "number" }, undefined],
  [{ type: ["array", "string"] }, undefined],
  [bare, undefined],
])("the only kind that %j allows is %s", (schema, kind) => {
  expect(kindOfSchema(schema, sharedReader())).toBe(kind);
});
