import express from "express";
import { App, Get, Router, Summary, VersioningURI, WithVersion } from "versioned-controllers";
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

  @Get("/count", Summary("How many cats there are"), WithVersion("1", "2"))
  count() {
    return 2;
  }
}

const app = new App({ Title: "Cats", Versioning: { Type: VersioningURI } });
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
