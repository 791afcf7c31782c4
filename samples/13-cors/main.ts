import cors from "cors";
import express from "express";
import { App, Get, Router, Summary, VersioningHeader, WithVersion } from "versioned-controllers";
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

const app = new App({ Title: "Cats", Versioning: { Type: VersioningHeader, Header: "X-API-Version" } });
// Use runs before matching: it answers the preflights, which no route matches, and marks the 404s too.
app.Use(
  cors({
    origin: "https://cats.example",
    // A header that is not on CORS's own list: browsers ask before they send it.
    allowedHeaders: ["X-API-Version", "Content-Type"],
    // Headers of an answer that a page's scripts may read.
    exposedHeaders: ["X-Request-Id"],
  }),
);
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
