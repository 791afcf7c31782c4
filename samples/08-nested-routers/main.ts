import express from "express";
import {
  App,
  Deprecated,
  Get,
  Router,
  Summary,
  VersioningURI,
  WithPrefix,
  WithTags,
  WithVersion,
} from "versioned-controllers";
import { Docs } from "versioned-controllers/docs";

@Router("/cats", WithTags("cats"))
class CatsController {
  @Get("/", Summary("The cats"))
  list() {
    return ["Tom", "Kitty"];
  }

  // The nearest declaration of a version wins: this one, wherever the class is included.
  @Get("/count", Summary("How many cats there are"), WithVersion("3"))
  count() {
    return 2;
  }
}

const staff = new Router("/staff", WithTags("staff")).Get("/", () => ["Ann"], Summary("Who works here"));

const shop = new Router("/shop")
  // Declares no version: DefaultVersion holds.
  .Include(CatsController)
  .Include(CatsController, WithPrefix("/old"), WithVersion("1"), Deprecated())
  .Include(staff, WithVersion("2", "3"));

const app = new App({ Title: "Shop", Versioning: { Type: VersioningURI, DefaultVersion: ["2"] } });
app.Include(shop, WithPrefix("/api"), WithTags("shop"));

const server = express()
  .use("/docs", Docs(app))
  .use(app.Build())
  .listen(Number(process.env.PORT ?? 3000));
server.on("listening", () => {
  const address = server.address();
  if (address instanceof Object) console.log(`http://localhost:${address.port}/docs`);
});
process.once("SIGTERM", () => server.close());
