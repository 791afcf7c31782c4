import express from "express";
import { collectDefaultMetrics, Counter, register } from "prom-client";
import {
  App,
  Deprecated,
  Get,
  Router,
  Summary,
  VersioningURI,
  VersionNeutral,
  WithVersion,
} from "versioned-controllers";
import { Docs } from "versioned-controllers/docs";

const calls = new Counter({
  name: "api_calls_total",
  help: "Matched requests",
  labelNames: ["method", "route", "version", "deprecated"],
});
collectDefaultMetrics();

@Router("/cats", WithVersion("1", "2"))
class CatsController {
  @Get("/{id}", Summary("A cat's name"), WithVersion("1"))
  name() {
    return "Tom";
  }

  @Get("/{id}", Summary("One cat"), WithVersion("2"))
  get() {
    return { name: "Tom" };
  }

  @Get("/lives", Summary("How many lives a cat has"), Deprecated())
  lives() {
    return 9;
  }
}

const app = new App({
  Title: "Cats",
  Versioning: { Type: VersioningURI },
  OnMatch: (_req, { Route, Version = "none" }) => {
    calls.inc({
      method: Route.Method,
      route: Route.Path,
      version: Version,
      deprecated: String(Route.Deprecated),
    });
  },
});
app.Include(CatsController);
app.Get("/health", () => "well", Summary("Whether the service is up"), WithVersion(VersionNeutral));

const server = express()
  .use("/docs", Docs(app))
  .get("/metrics", async (_req, res) => {
    res.type(register.contentType).send(await register.metrics());
  })
  .use(app.Build())
  .listen(Number(process.env.PORT ?? 3000));
server.on("listening", () => {
  const address = server.address();
  if (address instanceof Object) console.log(`http://localhost:${address.port}/docs`);
});
process.once("SIGTERM", () => server.close());
