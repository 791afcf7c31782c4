import { codeDifferences } from "../../../../src/tools/compare/code-differences";
import { compareDocuments } from "../../../../src/tools/compare/compare-documents";
import { exactDifferences } from "../../../../src/tools/compare/exact-differences";
import { keywordText } from "../../../../src/tools/compare/keyword-sets";
import type { OpenAPIDocument } from "../../../../src/schema/interface/openapi";

/* Documents that were edited by hand, or written by other tools. */

const responses = { 200: { description: "OK" } };
const text = { type: "string" };

const documentOf = (members: object, operation: object = {}): OpenAPIDocument => ({
  openapi: "3.1.1",
  info: { title: "Cats", version: "1" },
  paths: { "/cats": { get: { responses, ...operation } } },
  ...members,
});
const sending = (schema: object, more: object = {}) => ({
  requestBody: { content: { "application/json": { schema } } },
  responses,
  ...more,
});
const told = (before: OpenAPIDocument, after: OpenAPIDocument): readonly string[] =>
  compareDocuments(before, after).map(
    ({ place, text: words, isBreaking }) => `${isBreaking ? "BREAKING " : ""}${place}: ${words}`,
  );

describe("a webhook", () => {
  const inline = documentOf({ webhooks: { added: { post: sending(text) } } });

  it("that is a reference is what that leads to", () => {
    const referred = (schema: object) =>
      documentOf({
        webhooks: { added: { $ref: "#/components/pathItems/Added" } },
        components: { pathItems: { Added: { post: sending(schema) } } },
      });
    expect(told(inline, referred(text))).toEqual([]);
    expect(told(referred(text), referred({ type: "number" }))).toEqual([
      expect.stringContaining("BREAKING webhook added, request body: ") as unknown,
    ]);
  });

  it("that leads nowhere is not a reference", () => {
    const gone = documentOf({ webhooks: { added: { $ref: "#/components/pathItems/Added" } } });
    expect(told(inline, gone)).toEqual(["BREAKING webhook added: is no longer sent"]);
    expect(told(gone, gone)).toEqual([]);
  });

  it("that is sent by another method is named with it", () => {
    const put = documentOf({ webhooks: { added: { put: sending(text) } } });
    expect(told(put, documentOf({}))).toEqual(["BREAKING webhook added (PUT): is no longer sent"]);
  });

  it("whose answer has a header that leads nowhere is compared without it", () => {
    const answering = (headers: object) =>
      documentOf({
        webhooks: { added: { post: sending(text, { responses: { 200: { description: "OK", headers } } }) } },
      });
    const nowhere = { "X-Seen": { $ref: "#/components/headers/Seen" } };
    expect(told(answering(nowhere), answering({}))).toEqual([]);
    expect(told(answering({}), answering(nowhere))).toEqual([]);
  });
});

describe("under callbacks, what is not an operation is passed over", () => {
  const called = (callbacks: object) => documentOf({}, { callbacks });
  const whole = { added: { "{$url}": { post: sending(text) } } };

  it.each<[what: string, callbacks: object]>([
    ["a reference to nowhere", { added: { $ref: "#/components/callbacks/Added" } }],
    ["a path that is a text", { added: { "{$url}": "POST" } }],
    ["an operation that is a text", { added: { "{$url}": { post: "yes" } } }],
    ["an operation without responses", { added: { "{$url}": { post: {} } } }],
  ])("%s", (_what, callbacks) => {
    expect(told(called(callbacks), called({}))).toEqual([]);
    expect(told(called(whole), called(callbacks))).toEqual([
      "BREAKING GET /cats, callback added, POST {$url}: is no longer sent",
    ]);
  });
});

describe("a body", () => {
  const response = (schema: object) =>
    documentOf(
      {},
      { responses: { 200: { description: "OK", content: { "application/json": { schema } } } } },
    );

  it("with keywords that nobody knows may be anything less", () => {
    expect(told(response({ "x-note": 1 }), response({}))).toEqual([]);
    expect(told(response({ unknown: 1 }), response({ unknown: 1 }))).toEqual([]);
    expect(told(response({ unknown: 1 }), response(text))).not.toEqual(told(response({}), response(text)));
  });

  it("of alternatives with a property that may be anything is compared tag by tag", () => {
    const pet = (kind: string, more: object) => ({
      type: "object",
      properties: { kind: { const: kind }, note: true, ...more },
      required: ["kind", ...Object.keys(more)],
    });
    const pets = (more: object) => response({ anyOf: [pet("cat", more), pet("dog", { age: text })] });
    expect(told(pets({ name: text }), pets({ name: text }))).toEqual([]);
    expect(told(pets({ name: text }), pets({}))).toEqual([
      'BREAKING GET /cats, response 200: property "cat.name" was removed',
    ]);
  });
});

describe("a body of alternatives", () => {
  const response = (...anyOf: readonly object[]) =>
    documentOf(
      {},
      { responses: { 200: { description: "OK", content: { "application/json": { schema: { anyOf } } } } } },
    );
  const nothing = { type: "null" };
  const having = (name: string, more: object = {}) => ({
    type: "object",
    properties: { [name]: text },
    required: [name],
    ...more,
  });
  const noting = (note: boolean) => ({ type: "object", properties: { note } });

  it.each<[what: string, was: readonly object[], is: readonly object[], words: readonly string[]]>([
    [
      "of which one has a property that may be nothing any more",
      [noting(true), nothing],
      [noting(false), nothing],
      ['property "note" was anything and is now nothing'],
    ],
    [
      "of which one was a list and is a tuple",
      [{ type: "array", items: text }, nothing],
      [{ type: "array", items: [text] }, nothing],
      ['BREAKING property "[]" was a string and may now be anything'],
    ],
    [
      "of objects without names is compared in order, the last of which are new",
      [having("a"), having("b")],
      [having("c"), having("d"), having("e")],
      [
        "BREAKING the body may now be an object",
        'BREAKING property "0.a" was removed',
        'property "0.c" was added, and is required',
        'BREAKING property "1.b" was removed',
        'property "1.d" was added, and is required',
      ],
    ],
    [
      "compares no object without a name with one that has a name",
      [having("a"), having("b")],
      [having("c"), having("d", { title: "D" }), having("e", { title: "E" })],
      [
        "the body may no longer be an object",
        "BREAKING the body may now be an object (D)",
        "BREAKING the body may now be an object (E)",
        'BREAKING property "0.a" was removed',
        'property "0.c" was added, and is required',
      ],
    ],
    [
      "of values and an object may now be anything",
      [{ const: 1 }, nothing, { type: "object" }],
      [{}],
      ["BREAKING the body was an object, 1 or null and may now be anything"],
    ],
  ])("%s", (_what, was, is, words) => {
    expect(
      told(response(...was), response(...is)).map((one) => one.replace("GET /cats, response 200: ", "")),
    ).toEqual(words);
  });
});

it("addresses whose variables differ are two addresses", () => {
  const at = (port: string) =>
    documentOf({ servers: [{ url: "http://localhost:{port}/", variables: { port: { default: port } } }] });
  expect(told(at("1"), at("1"))).toEqual([]);
  expect(told(at("1"), at("2"))).toEqual([
    'BREAKING GET /cats, server: was http://localhost:{port} with {"port":{"default":"1"}} and is now http://localhost:{port} with {"port":{"default":"2"}}',
  ]);
});

describe("an operation that refers to what the document does not hold", () => {
  const referring = ($ref: string, components: object = {}) =>
    documentOf(
      { components },
      { responses: { 200: { description: "OK", content: { "application/json": { schema: { $ref } } } } } },
    );

  it.each(["#/components/schemas/Cat", "https://example.org/cat.json", "#/$defs/Cat"])("%s", ($ref) => {
    expect(exactDifferences(referring($ref), referring($ref))).toEqual([]);
    expect(exactDifferences(referring($ref), referring(`${$ref}s`))).toHaveLength(1);
  });

  it("has changed once the document holds it", () => {
    const $ref = "#/components/schemas/Cat";
    const held = referring($ref, { schemas: { Cat: { "x-pii": true } } });
    expect(exactDifferences(referring($ref), held)).toEqual([
      expect.objectContaining({ cause: { name: "Cat", text: "has changed", subject: "" } }) as unknown,
    ]);
  });
});

describe("for generated code", () => {
  const wordsOf = (before: OpenAPIDocument, after: OpenAPIDocument): readonly string[] =>
    codeDifferences(before, after).map(({ text: words }) => words);

  it("an operation that has gone is not a difference in its names", () => {
    expect(wordsOf(documentOf({}), documentOf({ paths: {} }))).toEqual([]);
  });

  it("an id that has gone is one", () => {
    expect(wordsOf(documentOf({}, { operationId: "cats" }), documentOf({}))).toEqual([
      'the operation id "cats" was removed',
    ]);
  });
});

describe("the text of a keyword depends on no order of sets", () => {
  it.each<[keyword: string, one: unknown, other: unknown]>([
    ["not", { enum: [1, 2], type: ["a", "b"] }, { type: ["b", "a"], enum: [2, 1, 2] }],
    ["not", { anyOf: [{ required: ["a", "b"] }, true] }, { anyOf: [{ required: ["b", "a"] }, true] }],
    [
      "not",
      { properties: { a: true, b: { enum: [1, 2] } } },
      { properties: { b: { enum: [2, 1] }, a: true } },
    ],
    ["dependentRequired", { a: ["b", "c"], d: "odd" }, { d: "odd", a: ["c", "b"] }],
    ["const", { enum: [1, 2] }, { enum: [1, 2] }],
  ])("%s: %j is %j", (keyword, one, other) => {
    expect(keywordText(keyword, one)).toBe(keywordText(keyword, other));
  });

  it.each<[keyword: string, one: unknown, other: unknown]>([
    ["anyOf", [{ type: "a" }, { type: "b" }], [{ type: "b" }, { type: "a" }]],
    ["const", { enum: [1, 2] }, { enum: [2, 1] }],
    ["default", [1, 2], [2, 1]],
  ])("but on that of %s", (keyword, one, other) => {
    expect(keywordText(keyword, one)).not.toBe(keywordText(keyword, other));
  });
});
