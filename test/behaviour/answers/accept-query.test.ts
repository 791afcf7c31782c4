import express from "express";
import {
  App,
  FromQuery,
  HTTPError,
  Query,
  Router,
  VersioningHeader,
  VersioningURI,
  VersionNeutral,
  WithBody,
  WithResponse,
  WithVersion,
} from "versioned-controllers";
import type { BodyType, VersioningOptions } from "versioned-controllers";
import { CreateServer } from "versioned-controllers/server";
import { z } from "zod";
import { recordingLogger } from "../../support/logger";
import { listen, serve, type Served } from "../../support/serve";

const handler = () => "answered";
const Filter = z.object({ name: z.string() });
const json = { "Content-Type": "application/json" };

function appOf(Versioning?: VersioningOptions): App {
  return new App({ Logger: recordingLogger(), ...(Versioning && { Versioning }) });
}

async function told(
  served: Served,
  line: string,
  headers: Record<string, string> = {},
  body?: string,
): Promise<unknown> {
  const { headers: sent } = await served.ask(line, headers, body);
  return sent["accept-query"];
}

describe("QUERY", () => {
  it("has its body read and judged as any other method's", async () => {
    @Router("/cats")
    class Cats {
      @Query(WithBody(Filter))
      search(req: { body: z.infer<typeof Filter> }) {
        return { asked: req.body };
      }
    }
    for (const app of [
      appOf().Include(Cats),
      appOf().Query("/cats", (req) => ({ asked: req.body }), WithBody(Filter)),
      appOf().Handle("query", "/cats", (req) => ({ asked: req.body }), WithBody(Filter)),
    ]) {
      const served = await serve(app);
      expect((await served.ask("QUERY /cats", json, '{"name":"Tom"}')).json).toEqual({
        asked: { name: "Tom" },
      });
      expect((await served.ask("QUERY /cats", json, "{}")).status).toBe(400);
      expect((await served.ask("QUERY /cats", { "Content-Type": "text/plain" }, "x")).status).toBe(415);
      expect((await served.ask("GET /cats")).status).toBe(404);
    }
  });
});

describe("Accept-Query", () => {
  const app = (): App =>
    appOf()
      .Get("/cats", handler)
      .Post("/cats", handler)
      .Query("/cats", handler, WithBody(Filter))
      .Get("/dogs", handler);

  it("is on the successes of GET, HEAD and QUERY at a path with a QUERY route", async () => {
    const served = await serve(app());
    expect(await told(served, "GET /cats")).toBe("application/json");
    expect(await told(served, "HEAD /cats")).toBe("application/json");
    expect(await told(served, "QUERY /cats", json, '{"name":"Tom"}')).toBe("application/json");
    expect(await told(served, "POST /cats")).toBeUndefined();
    expect(await told(served, "GET /dogs")).toBeUndefined();
  });

  it("is on no error", async () => {
    const served = await serve(
      app().Get("/cats/gone", () => {
        throw new HTTPError(410);
      }),
    );
    expect(await told(served, "QUERY /cats", json, "{}")).toBeUndefined();
    expect(await told(served, "GET /cats/gone")).toBeUndefined();
    expect(await told(served, "GET /nothing")).toBeUndefined();
  });

  it("is sent by CreateServer too, and with what the handler sends itself", async () => {
    const own = appOf()
      .Get("/json", (_req, res) => res.json({ a: 1 }))
      .Get("/raw", (_req, res) => res.writeHead(200, { "X-A": "1" }).end("x"))
      .Get("/own", (_req, res) => res.set("Accept-Query", "application/sql").send("x"))
      .Query("/{name}", handler, WithBody(Filter));
    for (const served of [await listen(CreateServer(own)), await serve(express().use(own.Build()))]) {
      expect(await told(served, "GET /json")).toBe("application/json");
      expect(await told(served, "GET /raw")).toBe("application/json");
      expect(await told(served, "GET /own")).toBe("application/sql");
    }
  });

  it.each<readonly [BodyType | readonly BodyType[], string]>([
    ["form", "application/x-www-form-urlencoded"],
    [["text", "json"], "text/plain, application/json"],
    ["bytes", "application/octet-stream"],
    ["multipart", "multipart/form-data"],
  ])("names the media types of the body, in their order: %s", async (Type, types) => {
    const served = await serve(
      appOf().Get("/cats", handler).Query("/cats", handler, WithBody(z.unknown(), { Type })),
    );
    expect(await told(served, "GET /cats")).toBe(types);
  });

  it("is sent only by a QUERY route with a body", async () => {
    const served = await serve(appOf().Get("/cats", handler).Query("/cats", handler));
    expect(await told(served, "GET /cats")).toBeUndefined();
  });

  it("is that of the version that answers", async () => {
    const served = await serve(
      appOf({ Type: VersioningHeader, Header: "V" })
        .Get("/cats", handler, WithVersion("1", "2", "3"))
        .Get("/cats", handler, WithVersion(VersionNeutral))
        .Query("/cats", handler, WithVersion("2"), WithBody(Filter))
        .Query("/cats", handler, WithVersion("3"), WithBody(Filter, { Type: "form" })),
    );
    expect(await told(served, "GET /cats", { V: "1" })).toBeUndefined();
    expect(await told(served, "GET /cats", { V: "2" })).toBe("application/json");
    expect(await told(served, "GET /cats", { V: "3" })).toBe("application/x-www-form-urlencoded");
    expect(await told(served, "GET /cats")).toBeUndefined();
  });

  it("is that of a neutral QUERY route where the version has none of its own", async () => {
    const served = await serve(
      appOf({ Type: VersioningHeader, Header: "V" })
        .Get("/cats", handler, WithVersion("1"))
        .Query("/cats", handler, WithVersion(VersionNeutral), WithBody(Filter)),
    );
    expect(await told(served, "GET /cats", { V: "1" })).toBe("application/json");
    expect((await served.ask("QUERY /cats", { V: "1", ...json }, '{"name":"Tom"}')).status).toBe(200);
  });

  it("under URI it is that of the path", async () => {
    const routes = (versioning: VersioningOptions): App =>
      appOf(versioning)
        .Get("/cats", handler, WithVersion("1", "2"))
        .Query("/cats", handler, WithVersion("2"), WithBody(Filter));
    const served = await serve(routes({ Type: VersioningURI }));
    expect(await told(served, "GET /v1/cats")).toBeUndefined();
    expect(await told(served, "GET /v2/cats")).toBe("application/json");
    const assumed = await serve(routes({ Type: VersioningURI, AssumeVersion: FromQuery("v") }));
    expect(await told(assumed, "GET /cats?v=2")).toBe("application/json");
    expect(await told(assumed, "GET /cats?v=1")).toBeUndefined();
  });

  it("is described where it is sent", () => {
    const versioned = appOf({ Type: VersioningHeader, Header: "V" })
      .Get("/cats/{id}", handler, WithVersion("1", "2"), WithResponse(200, z.string()), WithResponse(409))
      .Query("/cats/{name}", handler, WithVersion("2"), WithBody(Filter));
    const headersIn = (version: string): unknown =>
      Object.entries(versioned.Document(version).paths["/cats/{id}"]?.get?.responses ?? {}).map(
        ([status, { headers }]) => [status, Object.keys(headers ?? {}).includes("Accept-Query")],
      );
    expect(headersIn("1")).toEqual([
      ["200", false],
      ["404", false],
      ["409", false],
    ]);
    expect(headersIn("2")).toEqual([
      ["200", true],
      ["404", false],
      ["409", false],
    ]);
    expect(versioned.Document("2").components?.headers).toHaveProperty("Accept-Query");
  });
});
