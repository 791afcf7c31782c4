import express from "express";
import { agent } from "supertest";
import { App, Router, VersioningURI, WithVersion } from "versioned-controllers";
import { Docs } from "versioned-controllers/docs";

function host(mountedAt: string) {
  const app = new App({ Title: "Cats", Versioning: { Type: VersioningURI } });
  app.Get("/cats", () => ["Tom"], WithVersion("1"));
  return agent(express().use(mountedAt, Docs(app)).use(app.Build()));
}

describe("the documentation page", () => {
  it.each([
    ["/docs", "./docs/"],
    ["/docs?a=1", "./docs/?a=1"],
    ["/docs?/", "./docs/?/"],
  ])("asked for as %s, is found by a relative redirect to %s", async (path, location) => {
    await host("/docs").get(path).expect(308).expect("Location", location);
  });

  it("redirects relative to its own folder, however deep it is mounted", async () => {
    await host("/a/b:c").get("/a/b:c").expect("Location", "./b:c/");
  });

  it("is Swagger UI, with relative links alone", async () => {
    const { text } = await host("/docs").get("/docs/").expect(200).expect("Content-Type", /html/);
    const links = [...text.matchAll(/(?:src|href)="([^"#]*)"/g)].map(([, link]) => link);
    expect(links).toContain("./swagger-ui-bundle.js");
    expect(links.filter((link) => !link?.startsWith("./"))).toEqual([]);
  });

  it("reads the document beside it, and asks no validator", async () => {
    const { text } = await host("/docs").get("/docs/swagger-ui-init.js").expect(200);
    expect(text).toContain('"url": "./openapi.json"');
    expect(text).toContain('"validatorUrl": null');
  });

  it("answers HEAD, and nothing but GET and HEAD", async () => {
    const server = host("/docs");
    await server.head("/docs/").expect(200);
    await server.post("/docs/").expect(404, /no route matches POST \/docs\//);
    await server.post("/docs/openapi.json").expect(404);
  });

  it("serves its assets, and leaves what it has not to the application", async () => {
    const server = host("/docs");
    await server.get("/docs/swagger-ui.css").expect(200).expect("Content-Type", /css/);
    await server.get("/docs/no-such-file").expect(404, /no route matches GET \/docs\/no-such-file/);
  });

  it("at the root leaves the API's paths to the App", async () => {
    const server = host("/");
    await server.get("/").expect(200).expect("Content-Type", /html/);
    await server.get("/v1/cats").expect(200, ["Tom"]);
  });

  it("keeps the documents of two Apps apart", async () => {
    const one = new App({ Title: "One" });
    const two = new App({ Title: "Two" });
    const server = agent(express().use("/one", Docs(one)).use("/two", Docs(two)));
    expect((await server.get("/one/openapi.json")).body).toMatchObject({ info: { title: "One" } });
    expect((await server.get("/two/openapi.json")).body).toMatchObject({ info: { title: "Two" } });
  });

  it("is made from what is registered before the first request", async () => {
    const app = new App();
    const server = agent(express().use("/docs", Docs(app)));
    app.Get("/late", () => 1);
    expect((await server.get("/docs/openapi.json")).body).toMatchObject({ paths: { "/late": {} } });
  });
});

it.each(["Get", "Include", "Routes"] as const)("%s, called on what is no Router, says so", (method) => {
  const call = () => (Router.prototype[method] as (this: unknown) => unknown).call({});
  expect(call).toThrow(/no Router/);
});
