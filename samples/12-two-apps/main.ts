import express from "express";
import {
  App,
  Get,
  Router,
  Summary,
  VersioningHeader,
  VersioningURI,
  WithVersion,
} from "versioned-controllers";
import { Docs } from "versioned-controllers/docs";

@Router("/cats")
class CatsController {
  @Get("/", Summary("The cats' names"), WithVersion("1"))
  names() {
    return ["Tom", "Kitty"];
  }

  @Get("/", Summary("The cats"), WithVersion("2"))
  list() {
    return [{ name: "Tom" }, { name: "Kitty" }];
  }
}

// The same controller, for everybody by path and for partners by header.
const everybody = new App({
  Title: "Cats",
  Versioning: { Type: VersioningURI },
  OpenAPI: { servers: [{ url: "/api" }] },
});
everybody.Include(CatsController);

const partners = new App({
  Title: "Cats for partners",
  Versioning: { Type: VersioningHeader, Header: "X-API-Version" },
  OpenAPI: { servers: [{ url: "/partners" }] },
});
partners.Include(CatsController);

const server = express()
  .use("/docs", Docs(everybody))
  .use("/api", everybody.Build())
  .use("/partners/docs", Docs(partners))
  .use("/partners", partners.Build())
  .listen(Number(process.env.PORT ?? 3000));
server.on("listening", () => {
  const address = server.address();
  if (address instanceof Object) console.log(`http://localhost:${address.port}/docs`);
});
process.once("SIGTERM", () => server.close());
