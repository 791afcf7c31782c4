import express, { type Request } from "express";
import { App, Get, Router, Summary, VersioningCustom, WithVersion } from "versioned-controllers";
import { Docs } from "versioned-controllers/docs";

/** `?version=2`; without it, version 1. */
function queriedVersion(req: Request): string {
  const { version } = req.query;
  return typeof version === "string" ? version : "1";
}

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

const app = new App({ Title: "Cats", Versioning: { Type: VersioningCustom, Extractor: queriedVersion } });
app.Include(CatsController);

const server = express()
  .use("/docs", Docs(app))
  .use(app.Build())
  .listen(Number(process.env.PORT ?? 3000));
server.on("listening", () => {
  const address = server.address();
  if (address instanceof Object) console.log(`http://localhost:${address.port}/docs`);
});
process.once("SIGTERM", () => server.close());
