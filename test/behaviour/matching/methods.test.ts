import { METHODS } from "node:http";
import cors from "cors";
import { App, VersioningHeader, VersioningURI, WithMiddleware, WithVersion } from "versioned-controllers";
import { unmatched } from "../../support/expected";
import { recordingLogger } from "../../support/logger";
import { serve } from "../../support/serve";

describe("HEAD", () => {
  it.each([
    ["by the GET route where there is no Head route", "/get", "get"],
    ["by the Head route beside a GET route", "/both", "head"],
    ["by the best Head route, though a GET route is more specific", "/mixed/static", "head {}"],
    ["by the best of several Head routes", "/heads/static", "head static"],
    ["by the best GET route", "/gets/static", "get static"],
  ])("is answered %s", async (_what, path, expected) => {
    const app = new App();
    const add = (method: "Get" | "Head", route: string, name: string) =>
      app[method](route, (_req, res) => void res.set("X-By", name).end());
    add("Get", "/get", "get");
    add("Get", "/both", "get");
    add("Head", "/both", "head");
    add("Get", "/mixed/static", "get static");
    add("Head", "/mixed/{name}", "head {}");
    add("Head", "/heads/{name}", "head {}");
    add("Head", "/heads/static", "head static");
    add("Get", "/gets/{name}", "get {}");
    add("Get", "/gets/static", "get static");
    const answer = await (await serve(app)).ask(`HEAD ${path}`);
    expect(answer).toMatchObject({ status: 200, text: "", headers: { "x-by": expected } });
  });

  it("is not answered by any other method's route, and a Head route answers nothing else", async () => {
    const server = await serve(new App().Post("/post", () => "Tom").Head("/head", () => "Tom"));
    expect((await server.ask("HEAD /post")).status).toBe(404);
    expect((await server.ask("GET /head")).status).toBe(404);
    expect((await server.ask("HEAD /head")).status).toBe(200);
  });

  it("is answered within one version before another is tried", async () => {
    const Versioning = { Type: VersioningHeader, Header: "X-Version" } as const;
    const app = new App({ Versioning })
      .Get("/cats", (_req, res) => void res.set("X-By", "get 1").end(), WithVersion("1"))
      .Head("/cats", (_req, res) => void res.set("X-By", "head neutral").end(), WithVersion("2"));
    const server = await serve(app);
    expect((await server.ask("HEAD /cats", { "X-Version": "1" })).headers["x-by"]).toBe("get 1");
  });
});

describe("OPTIONS is a method like any other", () => {
  it("without a route, the uniform 404", async () => {
    const server = await serve(new App().Get("/cats", () => "Tom"));
    const answer = await server.ask("OPTIONS /cats");
    expect(answer.status).toBe(404);
    expect(answer.json).toEqual(unmatched("OPTIONS /cats"));
    expect(answer.headers.allow).toBeUndefined();
  });

  it("with a route, its answer", async () => {
    const server = await serve(new App().Handle("options", "/cats", () => "options"));
    expect((await server.ask("OPTIONS /cats")).text).toBe("options");
  });

  it("with cors in App.Use, its preflight", async () => {
    const app = new App({ Versioning: { Type: VersioningURI } });
    app.Use(cors({ origin: "https://cats.example", allowedHeaders: "X-Version" }));
    app.Get("/cats", () => "Tom", WithVersion("1"), WithMiddleware(cors()));
    const headers = { Origin: "https://cats.example", "Access-Control-Request-Method": "GET" };
    const answer = await (await serve(app)).ask("OPTIONS /v1/cats", headers);
    expect(answer).toMatchObject({
      status: 204,
      headers: { "access-control-allow-origin": "https://cats.example" },
    });
  });
});

describe("every method of Node's but CONNECT", () => {
  const methods = METHODS.filter((method) => method !== "CONNECT");

  it.each(methods)("%s is routed, and is a 404 beside other methods' routes", async (method) => {
    const app = new App({ Logger: recordingLogger() });
    app.Handle(method.toLowerCase(), "/own", (req) => req.method);
    const server = await serve(app.Post("/others", () => "Tom").Put("/others", () => "Tom"));
    const [own] = await server.send(`${method} /own HTTP/1.1\r\nHost: a\r\nConnection: close\r\n\r\n`);
    expect(own).toMatchObject({ status: 200, text: method === "HEAD" ? "" : method });
    if (method === "POST" || method === "PUT") return;
    const [others] = await server.send(`${method} /others HTTP/1.1\r\nHost: a\r\nConnection: close\r\n\r\n`);
    expect(others?.status).toBe(404);
    if (method !== "HEAD") expect(others?.json).toEqual(unmatched(`${method} /others`));
  });
});
