import express from "express";
import {
  App,
  Get,
  Router,
  Summary,
  VersioningHeader,
  VersionNeutral,
  WithVersion,
} from "versioned-controllers";
import { Docs } from "versioned-controllers/docs";

@Router("/cats")
class CatsController {
  @Get("/", Summary("The cats"), WithVersion("2"))
  list() {
    return [{ name: "Tom" }, { name: "Kitty" }];
  }

  // Beside version 2: for whoever names no version, or one that has no such route.
  @Get("/", Summary("The cats, for whoever names no version"), WithVersion(VersionNeutral))
  names() {
    return ["Tom", "Kitty"];
  }
}

const app = new App({ Title: "Cats", Versioning: { Type: VersioningHeader, Header: "X-API-Version" } });
app.Include(CatsController);
// The same for every version.
app.Get(
  "/health",
  () => ({ status: "up" }),
  Summary("Whether the service is up"),
  WithVersion(VersionNeutral),
);

const server = express()
  .use("/docs", Docs(app))
  .use(app.Build())
  .listen(Number(process.env.PORT ?? 3000));
server.on("listening", () => {
  const address = server.address();
  if (address instanceof Object) console.log(`http://localhost:${address.port}/docs`);
});
process.once("SIGTERM", () => server.close());
