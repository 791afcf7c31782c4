import express, { type NextFunction, type Request, type Response } from "express";
import {
  App,
  Get,
  Router,
  Summary,
  VersioningCustom,
  VersionOf,
  WithMiddleware,
  WithVersion,
} from "versioned-controllers";
import { Docs } from "versioned-controllers/docs";

/** `Accept-Version: 3, 2` asks for version 3 and, where that has no such route, for version 2. */
function preferences(req: Request): string[] | undefined {
  return req
    .get("Accept-Version")
    ?.split(",")
    .map((version) => version.trim());
}

function varyByPreferences(_req: Request, res: Response, next: NextFunction): void {
  res.vary("Accept-Version");
  next();
}

/** Tells the client which of its versions it got. */
function showVersion(req: Request, res: Response, next: NextFunction): void {
  const version = VersionOf(req);
  if (version !== undefined) res.set("API-Version", version);
  next();
}

@Router("/cats")
class CatsController {
  @Get("/", Summary("The cats' names"), WithVersion("2"))
  names() {
    return ["Tom", "Kitty"];
  }

  @Get("/", Summary("The cats"), WithVersion("3"))
  list() {
    return [{ name: "Tom" }, { name: "Kitty" }];
  }

  @Get("/count", Summary("How many cats there are"), WithVersion("2"))
  count() {
    return 2;
  }
}

const app = new App(
  { Title: "Cats", Versioning: { Type: VersioningCustom, Extractor: preferences } },
  WithMiddleware(showVersion),
);
app.Use(varyByPreferences);
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
