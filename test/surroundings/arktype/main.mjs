// Drives a real server with schemas of arktype and TypeBox, on the package as it is built in dist: both are ES modules
// alone, which jest cannot import on Node 20, so this is a program of its own.
import assert from "node:assert/strict";
import { once } from "node:events";
import { createServer } from "node:http";
import { type } from "arktype";
import express from "express";
import Type from "typebox";
import { App, WithBody, WithHeaders, WithParams, WithQuery, WithResponse } from "../../../dist/index.mjs";

/** The same schemas in the words of two libraries, and how each tells of what does not fit. */
const libraries = {
  arktype: {
    params: type({ id: "string.integer.parse" }),
    query: type({ page: "string.integer.parse = '1'", "tags?": "string[]" }),
    headers: type({ "x-tenant": "string.integer.parse" }),
    body: type({ name: "string >= 2", age: "number = 1" }),
    cat: type({ name: "string" }),
    union: type({ a: "string", b: "string" }).or({ c: "string.email" }),
    misfit: ["a", "a must be a string (was missing) (alternative 1 of 2)"],
    messages: {
      id: 'id must be a well-formed integer string (was "x")',
      page: 'page must be a well-formed integer string (was "x")',
      tenant: 'value at ["x-tenant"] must be a string (was missing)',
      name: "name must be at least length 2 (was 1)",
      age: "age must be a number (was a string)",
    },
  },
  TypeBox: {
    params: Type.Object({ id: Type.Integer() }),
    query: Type.Object({
      page: Type.Optional(Type.Integer({ default: 1 })),
      tags: Type.Optional(Type.Array(Type.String())),
    }),
    headers: Type.Object({ "x-tenant": Type.Integer() }),
    body: Type.Object({
      name: Type.String({ minLength: 2 }),
      age: Type.Optional(Type.Number({ default: 1 })),
    }),
    cat: Type.Object({ name: Type.String() }, { $id: "Cat" }),
    union: Type.Union([
      Type.Object({ a: Type.String(), b: Type.String() }),
      Type.Object({ c: Type.String() }),
    ]),
    misfit: ["c", "must have required property 'c' (alternative 2 of 2)"],
    messages: {
      id: "must be integer",
      page: "must be integer",
      tenant: "must have required property 'x-tenant'",
      name: "must NOT have fewer than 2 characters",
      age: "must be number",
    },
  },
};

let passed = 0;
let failed = 0;

for (const [name, { params, query, headers, body, cat, union, misfit, messages }] of Object.entries(
  libraries,
)) {
  const warnings = [];
  const logger = { warn: (_fields, message) => warnings.push(message), error: () => undefined };
  const app = new App({ Logger: logger, CheckResponses: true })
    .Post(
      "/cats/{id}",
      (req) => ({
        params: req.params,
        query: req.query,
        tenant: req.headers["x-tenant"],
        body: req.body,
      }),
      WithParams(params),
      WithQuery(query),
      WithHeaders(headers),
      WithBody(body),
    )
    .Post("/named", (req) => req.body, WithBody(cat), WithResponse(200, cat))
    .Post("/union", (req) => req.body, WithBody(union))
    .Get("/unfit", () => ({ age: 1 }), WithResponse(200, cat));

  await withServer(app, async (ask) => {
    await check(`${name}: what the schemas put out is what the handler gets`, async () => {
      const sent = { headers: { "X-Tenant": "7" }, body: { name: "Tom", age: 4 } };
      assert.deepEqual(await ask("POST", "/cats/3?page=2&tags=a&tags=b", sent), {
        status: 200,
        body: {
          params: { id: 3 },
          query: { page: 2, tags: ["a", "b"] },
          tenant: 7,
          body: { name: "Tom", age: 4 },
        },
      });
    });

    await check(`${name}: defaults are among it, and one value is a list of one`, async () => {
      const { body: answer } = await ask("POST", "/cats/3?tags=a", {
        headers: { "X-Tenant": "7" },
        body: { name: "Tom" },
      });
      assert.deepEqual(answer.query, { page: 1, tags: ["a"] });
      assert.deepEqual(answer.body, { name: "Tom", age: 1 });
    });

    await check(`${name}: all parts and all issues are told of at once`, async () => {
      const { status, body: answer } = await ask("POST", "/cats/x?page=x", {
        body: { name: "T", age: "old" },
      });
      assert.equal(status, 400);
      assert.equal(answer.error.code, "invalid_request");
      const byPath = (one, other) => one.path.join().localeCompare(other.path.join());
      assert.deepEqual(answer.error.details.toSorted(byPath), [
        { in: "body", path: ["age"], message: messages.age },
        { in: "params", path: ["id"], message: messages.id },
        { in: "body", path: ["name"], message: messages.name },
        { in: "query", path: ["page"], message: messages.page },
        { in: "headers", path: ["x-tenant"], message: messages.tenant },
      ]);
    });

    await check(`${name}: of a union that nothing fits one alternative is told`, async () => {
      const { body: answer } = await ask("POST", "/union", { body: { d: 1 } });
      assert.deepEqual(
        answer.error.details.map(({ path, message }) => [path.join("."), message]),
        [misfit],
      );
    });

    await check(`${name}: a response that does not fit is a 500`, async () => {
      assert.equal((await ask("POST", "/named", { body: { name: "Tom" } })).status, 200);
      assert.equal((await ask("GET", "/unfit")).status, 500);
    });
  });

  await check(`${name}: the document has the schemas`, () => {
    const { paths, components } = app.Document();
    const { parameters, requestBody } = paths["/cats/{id}"].post;
    assert.deepEqual(
      parameters.map(({ in: place, name: parameter, required = false }) => [place, parameter, required]),
      [
        ["path", "id", true],
        ["query", "page", false],
        ["query", "tags", false],
        ["header", "x-tenant", true],
      ].toSorted(byPlaceOf(parameters)),
    );
    const { schema } = requestBody.content["application/json"];
    assert.deepEqual(schema.required, ["name"]);
    assert.deepEqual(schema.properties.name, { type: "string", minLength: 2 });
    assert.deepEqual(warnings, []);
    if (name === "TypeBox") {
      const named = { $ref: "#/components/schemas/Cat" };
      assert.deepEqual(paths["/named"].post.requestBody.content["application/json"].schema, named);
      assert.deepEqual(paths["/named"].post.responses[200].content["application/json"].schema, named);
      assert.deepEqual(components.schemas.Cat, {
        type: "object",
        properties: { name: { type: "string" } },
        required: ["name"],
      });
    }
  });
}

console.log(`${passed} passed, ${failed} failed`);
process.exitCode = failed === 0 && passed > 0 ? 0 : 1;

/** In the order that the document has them: a library may have its own. */
function byPlaceOf(parameters) {
  const at = ([, name]) => parameters.findIndex((parameter) => parameter.name === name);
  return (one, other) => at(one) - at(other);
}

async function check(name, action) {
  try {
    await action();
    passed += 1;
    console.log(`ok      ${name}`);
  } catch (error) {
    failed += 1;
    console.error(`FAILED  ${name}\n${error.stack ?? error}`);
  }
}

/** Serves an App on a free port while `use` asks it. */
async function withServer(app, use) {
  const server = createServer(express().use(app.Build())).listen(0, "127.0.0.1");
  await once(server, "listening");
  try {
    await use(async (method, path, { headers = {}, body } = {}) => {
      const response = await fetch(`http://127.0.0.1:${server.address().port}${path}`, {
        method,
        headers: { ...headers, ...(body === undefined ? {} : { "Content-Type": "application/json" }) },
        ...(body === undefined ? {} : { body: JSON.stringify(body) }),
      });
      return { status: response.status, body: await response.json() };
    });
  } finally {
    server.closeAllConnections();
    server.close();
    await once(server, "close");
  }
}
