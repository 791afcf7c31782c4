import express from "express";
import { App, FromHeader, Get, Router, Since, Summary, Until, VersioningURI } from "versioned-controllers";
import { Docs } from "versioned-controllers/docs";

@Router("/cats")
class CatsController {
  @Get("/", Summary("The cats' names"), Until("1"))
  names() {
    return ["Tom", "Kitty"];
  }

  @Get("/", Summary("The cats"), Since("2"))
  list() {
    return [{ name: "Tom" }, { name: "Kitty" }];
  }

  @Get("/count", Summary("How many cats there are"), Since("1"))
  count() {
    return 2;
  }
}

const app = new App({
  Title: "Cats",
  Versioning: {
    Type: VersioningURI,
    Versions: ["1", "2"],
    // A request at a plain path: what its header says. When nobody calls /v1 and /v2 any more, these lines become
    // Type: VersioningHeader, Header: "X-API-Version".
    AssumeVersion: FromHeader("X-API-Version"),
    Explain: true,
  },
});
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
