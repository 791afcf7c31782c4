import https from "node:https";
import http, { createServer, IncomingMessage, type Server } from "node:http";
import express from "express";
import { App, WithBody } from "versioned-controllers";
import { CreateFetch, CreateServer } from "versioned-controllers/server";
import { z } from "zod";
import { collectBody } from "../../../src/schema/serving/body/collector";
import { listen } from "../../support/serve";

/*
 * Bun and Deno have messages of their own. `npm run test:servers` runs the servers there; these tests do as if, in Node.
 */

const Cat = z.object({ name: z.string() });

function appOf(): App {
  return new App()
    .Get("/cats/{id}", (req) => ({ id: req.params.id, ip: req.ip, original: req.originalUrl }))
    .Post("/cats", (req) => req.body, WithBody(Cat));
}

/** Makes the internals of Node look as those of another runtime while a function runs. */
const others: Readonly<Record<string, (make: () => Server) => Server>> = {
  Bun: (make) => withVersion("bun", make),
  Deno: (make) => withVersion("deno", make),
  "a runtime with other constructors": (make) => {
    const source = jest
      .spyOn(Function.prototype, "toString")
      .mockReturnValue("function () { [native code] }");
    const server = make();
    source.mockRestore();
    return server;
  },
};

function withVersion(name: string, make: () => Server): Server {
  Object.defineProperty(process.versions, name, { value: "1.0.0", configurable: true });
  const server = make();
  Reflect.deleteProperty(process.versions, name);
  return server;
}

const kinds: Readonly<Record<string, () => Server>> = {
  "CreateServer(App)": () => CreateServer(appOf()),
  "CreateServer(Express)": () => CreateServer(express().use(appOf().Build())),
  "CreateServer(App), with options": () => CreateServer(appOf(), { HTTP: { keepAliveTimeout: 7 } }),
};

describe.each(Object.entries(others))("in %s", (_runtime, pretend) => {
  test.each(Object.entries(kinds))("%s answers as http.createServer", async (_kind, make) => {
    const made = jest.spyOn(http, "createServer");
    const server = pretend(make);
    expect(made.mock.lastCall?.[0]).not.toHaveProperty("IncomingMessage");
    made.mockRestore();
    const classes: unknown[] = [];
    server.prependListener("request", (req) => classes.push(Object.getPrototypeOf(req)));
    const [own, plain] = [await listen(server), await listen(createServer(express().use(appOf().Build())))];
    for (const [line, body] of [
      ["GET /cats/7?a=1"],
      ["GET /nowhere"],
      ["POST /cats", '{"name":"Tom"}'],
      ["POST /cats", '{"name":'],
      ["POST /cats", '{"name":7}'],
    ] as const) {
      const headers = { "Content-Type": "application/json" };
      const [got, expected] = [await own.ask(line, headers, body), await plain.ask(line, headers, body)];
      const withoutID = (text: string): string => text.replace(/"request_id":"[^"]*"/, "");
      expect([got.status, withoutID(got.text)]).toEqual([expected.status, withoutID(expected.text)]);
    }
  });
});

test("over TLS and without a port too", async () => {
  const { Server: TLSServer } = https;
  const inMemory = withVersion("bun", () => {
    const server = CreateServer(appOf(), { TLS: {} });
    expect(server).toBeInstanceOf(TLSServer);
    return server;
  });
  inMemory.close();
  Object.defineProperty(process.versions, "deno", { value: "1.0.0", configurable: true });
  const fetchCats = CreateFetch(appOf());
  Reflect.deleteProperty(process.versions, "deno");
  const response = await fetchCats(new Request("http://localhost/cats/7"));
  expect(await response.json()).toMatchObject({ id: "7" });
});

test.each([
  ["one piece of plain bytes", ['{"name":"Tom"}']],
  ["several", ['{"na', 'me":"T', 'om"}']],
])("a body in %s, as Deno's, is read", async (_what, pieces) => {
  const req = new IncomingMessage(null as never);
  const bytes = new Promise((resolve) => {
    collectBody({ req: req as never, most: 100 }, (_error, buffer) => {
      resolve(buffer.toString());
    });
  });
  for (const piece of pieces) req.emit("data", new TextEncoder().encode(piece));
  req.emit("end");
  expect(await bytes).toBe('{"name":"Tom"}');
});
