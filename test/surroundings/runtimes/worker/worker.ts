import { httpServerHandler } from "cloudflare:node";
import express from "express";
import {
  App,
  DefineVersions,
  Get,
  Post,
  Rename,
  Router,
  Versioned,
  VersioningHeader,
  WithBody,
  WithResponse,
  type Typed,
} from "versioned-controllers";
import { z } from "zod";

const V = DefineVersions("1", "2");
const Renamed = V.Change("2", "A cat's `name` is `first`.");
const Cat = Versioned(z.object({ first: z.string() })).Before(
  Renamed,
  z.object({ name: z.string() }),
  Rename("name", "first"),
);

@Router("/cats", V.Since("1"))
class CatsController {
  @Get("/", WithResponse(200, Cat))
  get() {
    return { first: "Tom" };
  }
  @Post("/", WithBody(Cat), WithResponse(201, Cat))
  add(req: Typed<{ body: typeof Cat }>) {
    return req.body;
  }
}
const app = new App({ Versioning: { Type: VersioningHeader, Header: "X-API-Version", Versions: V.List } });
app.Include(CatsController);
express().use(app.Build()).listen(8080);
export default httpServerHandler({ port: 8080 });
