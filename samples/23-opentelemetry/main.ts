// First: what is loaded after it is instrumented.
import { exporter } from "./tracing";
import express from "express";
import {
  App,
  Get,
  HTTPError,
  Router,
  Summary,
  VersioningHeader,
  WithGuards,
  WithVersion,
} from "versioned-controllers";
import { Docs } from "versioned-controllers/docs";

@Router("/cats")
class CatsController {
  @Get("/{id}", Summary("A cat's name"), WithVersion("1"))
  name() {
    return "Tom";
  }

  @Get("/{id}", Summary("One cat"), WithVersion("2"))
  async get() {
    await Promise.resolve();
    return { name: "Tom" };
  }

  @Get("/{id}/secret", Summary("What nobody may see"), WithVersion("2"), WithGuards(() => false))
  secret() {
    return "catnip";
  }

  @Get("/{id}/broken", Summary("What fails"), WithVersion("2"))
  broken() {
    throw new HTTPError(503);
  }
}

const app = new App({
  Title: "Cats",
  Versioning: { Type: VersioningHeader, Header: "X-API-Version" },
  Logger: { warn: console.warn, error: () => undefined },
});
app.Include(CatsController);

const server = express()
  .use("/docs", Docs(app))
  .get("/spans", (_req, res) => {
    const spans = exporter.getFinishedSpans();
    exporter.reset();
    res.json(
      spans.map(({ name, attributes }) => ({
        name,
        route: attributes["http.route"],
        version: attributes["api.version"],
        status: attributes["http.response.status_code"],
      })),
    );
  })
  .use("/api", app.Build())
  .listen(Number(process.env.PORT ?? 3000));
server.on("listening", () => {
  const address = server.address();
  if (address instanceof Object) console.log(`http://localhost:${address.port}/docs`);
});
process.once("SIGTERM", () => server.close());
