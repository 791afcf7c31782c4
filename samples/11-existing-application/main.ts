import express, { type NextFunction, type Request, type Response } from "express";
import { App, Get, HTTPError, Router, Summary, VersioningURI, WithVersion } from "versioned-controllers";
import { Docs } from "versioned-controllers/docs";

@Router("/cats", WithVersion("1"))
class CatsController {
  @Get("/", Summary("The cats"))
  list() {
    return ["Tom", "Kitty"];
  }

  @Get("/{name}", Summary("One cat"))
  get(req: Request<{ name: string }>) {
    if (req.params.name === "garfield") throw new Error("lasagna overflow");
    throw new HTTPError(404, `no cat is called ${req.params.name}`);
  }
}

const app = new App({
  Title: "Cats",
  Versioning: { Type: VersioningURI },
  PassUnmatched: true,
  PassErrors: true,
  OpenAPI: { servers: [{ url: "/api" }] },
});
app.Include(CatsController);

// The application that was there before, with its own routes, its own 404 and its own error handler.
const site = express();
site.get("/", (_req, res) => res.send("<h1>The cat shop</h1>"));
site.use("/docs", Docs(app));
site.use("/api", app.Build());
site.get("/api/dogs", (_req, res) => res.json(["Rex"]));
site.use((_req, res) => res.status(404).send("<h1>No such page</h1>"));
site.use((error: Error, _req: Request, res: Response, next: NextFunction) => {
  if (res.headersSent) next(error);
  else res.status(500).send(`<h1>Sorry</h1><p>We wrote it down: ${error.message}</p>`);
});

const server = site.listen(Number(process.env.PORT ?? 3000));
server.on("listening", () => {
  const address = server.address();
  if (address instanceof Object) console.log(`http://localhost:${address.port}/docs`);
});
process.once("SIGTERM", () => server.close());
