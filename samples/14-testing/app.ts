import type { Request } from "express";
import { App, Get, HTTPError, Router, Summary, VersioningHeader, WithVersion } from "versioned-controllers";

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

  @Get("/{name}", Summary("One cat"), WithVersion("2"))
  get(req: Request<{ name: string }>) {
    if (req.params.name !== "Tom") throw new HTTPError(404, `no cat is called ${req.params.name}`);
    return { name: "Tom" };
  }
}

export const app = new App({
  Title: "Cats",
  Versioning: { Type: VersioningHeader, Header: "X-API-Version" },
});
app.Include(CatsController);
