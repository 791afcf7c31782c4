import { readFileSync } from "node:fs";
import { join } from "node:path";
import { compareDocuments } from "../../../../src/tools/compare/compare-documents";
import type { OpenAPIDocument } from "../../../../src/schema/interface/openapi";
import { operationRules } from "./operation-rules";
import { schemaRules } from "./schema-rules";
import { sentRules } from "./sent-rules";

const responses = { 200: { description: "OK" } };
const cat = { type: "object", properties: { name: { type: "string" } } };

/** Members of unions. */
const pets = {
  Dog: { type: "object", properties: { age: { type: "integer" } } },
  Fox: { type: "object", properties: { tail: { type: "string" } } },
};

const key = { type: "apiKey", in: "header", name: "X-Key" };

/** A document of one operation; a member `gone` stands for a second one, `scheme` for another key. */
function documentOf({ gone, scheme = key, ...operation }: Described): OpenAPIDocument {
  const described = { get: { responses, ...operation } };
  const paths = { "/cats": described, ...(gone ? { "/dogs": { get: { responses, ...gone } } } : {}) };
  return {
    openapi: "3.1.1",
    info: { title: "Cats", version: "1" },
    paths,
    components: {
      schemas: { Cat: cat, Kitty: cat, ...pets },
      securitySchemes: { key: scheme, token: { type: "http" } },
    },
  };
}

/** An operation, and what else is in its document. */
interface Described {
  readonly gone?: object;
  readonly scheme?: object;
}

const content = (schema: unknown) => ({ content: { "application/json": { schema } } });
const request = (schema: unknown) => documentOf({ requestBody: content(schema) } as object);
const response = (schema: unknown) =>
  documentOf({ responses: { 200: { description: "OK", ...content(schema) } } } as object);

/** A document whose one webhook is an operation; of undefined it has none. */
function sent(operation: object | undefined): OpenAPIDocument {
  const post = { responses, ...operation };
  return { ...documentOf({}), webhooks: operation ? { "cat.added": { post } } : {} };
}

/** The same of a callback. */
function called(operation: object | undefined): OpenAPIDocument {
  const post = { responses, ...operation };
  const callbacks = operation ? { added: { "{$request.body#/url}": { post } } } : {};
  return documentOf({ callbacks } as object);
}

const sends = (schema: unknown) => ({ requestBody: content(schema) });
const expects = (schema: unknown) => ({ responses: { 200: { description: "OK", ...content(schema) } } });
const inObject = (schema: unknown) => ({
  type: "object",
  properties: { value: schema },
  required: ["value"],
});

const now = new Date("2026-07-01");

/** A client's own verdict. */
function verdictOf(before: OpenAPIDocument, after: OpenAPIDocument): "breaks" | "fine" {
  const differences = compareDocuments(before, after, { now });
  return differences.some(({ isBreaking }) => isBreaking) ? "breaks" : "fine";
}

const ofSchemas = schemaRules.flatMap(({ change, inRequest, inResponse, pairs }) =>
  pairs.map(([before, after, ...lines]) => ({ change, before, after, inRequest, inResponse, lines })),
);

it.each(ofSchemas)("$change: from $before to $after", ({ before, after, inRequest, inResponse }) => {
  expect({
    inRequest: verdictOf(request(before), request(after)),
    ofAProperty: verdictOf(request(inObject(before)), request(inObject(after))),
    inResponse: verdictOf(response(before), response(after)),
    ofAResponsesProperty: verdictOf(response(inObject(before)), response(inObject(after))),
    ofAWebhook: verdictOf(sent(sends(before)), sent(sends(after))),
    ofAWebhooksAnswer: verdictOf(sent(expects(before)), sent(expects(after))),
    ofACallback: verdictOf(called(sends(before)), called(sends(after))),
    ofACallbacksAnswer: verdictOf(called(expects(before)), called(expects(after))),
  }).toEqual({
    inRequest,
    ofAProperty: inRequest,
    inResponse,
    ofAResponsesProperty: inResponse,
    ofAWebhook: inResponse,
    ofAWebhooksAnswer: inRequest,
    ofACallback: inResponse,
    ofACallbacksAnswer: inRequest,
  });
});

/** The lines on a body, each with its place. */
function linesOf(before: OpenAPIDocument, after: OpenAPIDocument): readonly string[] {
  return compareDocuments(before, after).map(
    ({ place, text, isBreaking }) =>
      `${isBreaking ? "BREAKING " : ""}${place.replace("GET /cats, ", "")}: ${text}`,
  );
}

function withPlace(place: string, lines: string): readonly string[] {
  return lines === "" ? [] : lines.split("\n").map((line) => line.replace(/^(BREAKING )?/, `$1${place}: `));
}

/** The schema as a component that a request's body refers to. */
function referredTo(schema: unknown): OpenAPIDocument {
  const document = request({ $ref: "#/components/schemas/Cat" });
  return { ...document, components: { schemas: { ...pets, Cat: { allOf: [schema] } } } };
}

describe.each(ofSchemas)("the lines where $change: from $before to $after", ({ before, after, lines }) => {
  const [ofRequest, ofResponse] = lines;

  it("in a request", () => {
    expect(linesOf(request(before), request(after))).toEqual(withPlace("request body", ofRequest));
  });

  it("in a response", () => {
    expect(linesOf(response(before), response(after))).toEqual(withPlace("response 200", ofResponse));
  });

  it("behind a reference", () => {
    const found = linesOf(referredTo(before), referredTo(after));
    // An object that is referred to has the name of its component.
    expect(found.map((line) => line.replace(" (Cat)", ""))).toEqual(withPlace("request body", ofRequest));
  });
});

const ofOperations = operationRules.flatMap(({ change, inRequest, inResponse, pairs }) =>
  pairs.map(([before, after]) => ({ change, before, after, verdict: inRequest || inResponse })),
);

it.each(ofOperations)("$change: from $before to $after", ({ before, after, verdict }) => {
  expect(verdictOf(documentOf(before), documentOf(after))).toBe(verdict);
});

const ofSent = sentRules.flatMap(({ change, inRequest, inResponse, pairs }) =>
  pairs.map(([before, after]) => ({ change, before, after, verdict: inRequest || inResponse })),
);

it.each(ofSent)("$change: from $before to $after", ({ before, after, verdict }) => {
  expect(verdictOf(sent(before), sent(after))).toBe(verdict);
  expect(verdictOf(called(before), called(after))).toBe(verdict);
});

it("webhooks and callbacks are found by their names", () => {
  const [was, is] = [sends(inObject({ type: "integer" })), sends(inObject({ type: "number" }))];
  expect(linesOf(sent(was), sent(is))).toEqual([
    'BREAKING webhook cat.added, request body: property "value" may now be a number that is not an integer',
  ]);
  expect(linesOf(called(was), called(is))).toEqual([
    'BREAKING callback added, POST {$request.body#/url}, request body: property "value" may now be a number that is not an integer',
  ]);
  expect(linesOf(sent({}), sent(undefined))).toEqual(["BREAKING webhook cat.added: is no longer sent"]);
  expect(linesOf(sent(undefined), sent({}))).toEqual(["webhook cat.added: was added"]);
  expect(linesOf(sent({}), sent({ deprecated: true }))).toEqual(["webhook cat.added: is now deprecated"]);
});

it("a sunset that has not come announces an end, and no more", () => {
  const before = documentOf({ gone: { "x-sunset": "2026-07-02T00:00:00.000Z" } });
  expect(verdictOf(before, documentOf({}))).toBe("breaks");
});

it("at least 250 pairs of documents are held against the rules", () => {
  expect(ofSchemas.length * 4 + ofOperations.length).toBeGreaterThanOrEqual(250);
});

/** The cells of the table of rules of a page, without its head. */
function rulesOf(page: string): readonly (readonly string[])[] {
  const [, table = ""] = `${page}\n`.split(/^(\| change [\s\S]*?\n)\n/m);
  const rows = table.trimEnd().split("\n").slice(2);
  return rows.map((line) => line.split(" | ").map((cell) => cell.replace(/^\|\s*|\s*\|$/g, "").trim()));
}

const docs = join(__dirname, "../../../../docs");
const rules = [...schemaRules, ...operationRules, ...sentRules];

it("the page has every rule with its verdict", () => {
  const rows = rulesOf(readFileSync(join(docs, "breaking-changes.md"), "utf8"));
  expect(rows).toEqual(rules.map(({ change, inRequest, inResponse }) => [change, inRequest, inResponse]));
});

it("the decision has every rule with that of oasdiff, or a reason", () => {
  const rows = rulesOf(readFileSync(join(docs, "decisions/0006-what-breaks-a-client.md"), "utf8"));
  expect(rows).toEqual(rules.map(({ change }) => [change, expect.stringMatching(/\S{3}/) as string]));
});
