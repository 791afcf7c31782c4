import express, { type NextFunction, type Request, type Response } from "express";
import { App, Get, HTTPError, Router, Summary, VersioningCustom, WithVersion } from "versioned-controllers";
import { Docs } from "versioned-controllers/docs";

// Newest first: each date on which the API changed.
const releases = ["2025-06-01", "2024-09-15", "2024-01-01"];

/** The releases up to the client's date: each route answers as the newest of them that has it. */
function upToDate(req: Request): string[] {
  const date = req.get("API-Date") ?? "9999-12-31";
  if (!/^\d{4}-\d{2}-\d{2}$/.test(date)) throw new HTTPError(400, "API-Date is a date such as 2025-06-01");
  return releases.filter((release) => release <= date);
}

function varyByDate(_req: Request, res: Response, next: NextFunction): void {
  res.vary("API-Date");
  next();
}

@Router("/cats")
class CatsController {
  @Get("/", Summary("The cats' names"), WithVersion("2024-01-01"))
  names() {
    return ["Tom", "Kitty"];
  }

  @Get("/", Summary("The cats"), WithVersion("2025-06-01"))
  list() {
    return [{ name: "Tom" }, { name: "Kitty" }];
  }

  // Has not changed since: clients of 2025 get it too.
  @Get("/count", Summary("How many cats there are"), WithVersion("2024-09-15"))
  count() {
    return 2;
  }
}

const app = new App({ Title: "Cats", Versioning: { Type: VersioningCustom, Extractor: upToDate } });
app.Use(varyByDate);
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
