import express from "express";
import { App, VersioningHeader, WithVersion, type AppOptions } from "versioned-controllers";
import { unmatched } from "../../support/expected";
import { serve } from "../../support/serve";

describe("an unmatched path, method or version is the uniform 404", () => {
  const Versioning = { Type: VersioningHeader, Header: "X-Version" } as const;
  const app = () => new App({ Versioning }).Get("/cats", () => "Tom", WithVersion("1"));

  it.each([
    ["path", "GET /dogs", "1"],
    ["method", "DELETE /cats", "1"],
    ["version", "GET /cats", "9"],
  ])("%s", async (_what, line, version) => {
    const answer = await (await serve(app())).ask(line, { "X-Version": version });
    expect(answer).toMatchObject({
      status: 404,
      reason: "Not Found",
      headers: { "content-type": "application/json; charset=utf-8" },
    });
    expect(answer.json).toEqual(unmatched(line));
    expect(answer.headers.allow).toBeUndefined();
  });

  it("an unserved version differs in nothing from an unmatched path", async () => {
    const server = await serve(app());
    const version = await server.ask("GET /cats", { "X-Version": "9" });
    const path = await server.ask("GET /dogs", { "X-Version": "1" });
    const names = (rawHeaders: readonly string[]) => rawHeaders.filter((_name, i) => i % 2 === 0);
    expect(names(version.rawHeaders)).toEqual(names(path.rawHeaders));
    expect(version.json).toEqual(unmatched("GET /cats"));
  });
});

describe("its message has the path as the client sent it", () => {
  const mounted = (...at: readonly string[]) => {
    let host = express().use(at.at(-1) ?? "/", new App().Get("/cats", () => "Tom").Build());
    for (const path of at.slice(0, -1).reverse()) host = express().use(path, host);
    return host;
  };
  it.each([
    ["without the query", mounted(), "GET /dogs?a=1?b=2", "GET /dogs"],
    ["with the mount path", mounted("/api"), "GET /api/dogs?a=1", "GET /api/dogs"],
    ["with every mount path", mounted("/api", "/pets"), "POST /api/pets/dogs", "POST /api/pets/dogs"],
    ["the mount path alone", mounted("/api"), "GET /api", "GET /api"],
    ["with a trailing slash", mounted(), "GET /dogs/", "GET /dogs/"],
    ["with its escapes", mounted(), "GET /d%6fgs%2F%zz", "GET /d%6fgs%2F%zz"],
    ["with empty segments", mounted(), "GET //dogs//", "GET //dogs//"],
    ["with characters of HTML", mounted(), "GET /<b>", "GET /<b>"],
    ["of HEAD's GET", mounted(), "OPTIONS /cats", "OPTIONS /cats"],
  ])("%s", async (_what, host, line, expected) => {
    const answer = await (await serve(host)).ask(line);
    expect(answer.status).toBe(404);
    expect(answer.json).toEqual(unmatched(expected));
  });

  it("even where a middleware has rewritten it", async () => {
    const app = new App().Use((req, _res, next) => {
      req.url = "/elsewhere";
      next();
    });
    app.Get("/cats", () => "Tom");
    expect((await (await serve(app)).ask("GET /dogs")).json).toEqual(unmatched("GET /dogs"));
  });
});

describe("PassUnmatched", () => {
  const host = async (options: AppOptions) =>
    serve(
      new App(options).Get("/cats", () => "Tom"),
      (req, res) => res.send(`host ${req.url}`),
    );

  it("calls next() instead", async () => {
    const server = await host({ PassUnmatched: true });
    expect((await server.ask("GET /dogs?a=1")).text).toBe("host /dogs?a=1");
    expect((await server.ask("POST /cats")).text).toBe("host /cats");
    expect((await server.ask("GET /%zz")).text).toBe("host /%zz");
    expect((await server.ask("GET /cats")).text).toBe("Tom");
  });

  it("is off by default", async () => {
    for (const options of [{}, { PassUnmatched: false }]) {
      expect((await (await host(options)).ask("GET /dogs")).json).toEqual(unmatched("GET /dogs"));
    }
  });

  it("passes on without an answer begun: the host's own 404 is whole", async () => {
    const server = await serve(new App({ PassUnmatched: true }).Get("/cats", () => "Tom"));
    const answer = await server.ask("GET /dogs");
    expect(answer.status).toBe(404);
    expect(answer.text).toContain("Cannot GET /dogs");
    expect(answer.headers["x-request-id"]).toBeUndefined();
  });
});
