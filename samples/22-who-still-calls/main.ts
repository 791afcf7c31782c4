import { subscribe } from "node:diagnostics_channel";
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
  type RefusedReason,
  type Route,
} from "versioned-controllers";
import { Docs } from "versioned-controllers/docs";

const calls = new Counter({
  name: "api_calls_total",
  help: "Matched requests",
  labelNames: ["method", "route", "version", "deprecated"],
});
const refused = new Counter({
  name: "api_refused_total",
  help: "Requests that no route answered",
  labelNames: ["reason"],
});
collectDefaultMetrics();

// The channels know every App of the process.
subscribe("versioned-controllers:match", (message) => {
  const { Route, Version = "none" } = message as { readonly Route: Route; readonly Version?: string };
  calls.inc({
    method: Route.Method,
    route: Route.Path,
    version: Version,
    deprecated: String(Route.Deprecated),
  });
});
subscribe("versioned-controllers:refused", (message) => {
  const { Reason } = message as { readonly Reason: RefusedReason };
  refused.inc({ reason: Reason });
});

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
