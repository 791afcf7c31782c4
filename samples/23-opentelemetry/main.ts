// First: what is loaded after it is instrumented.
import { readDurations, readRecords, readSpans, shutdown } from "./telemetry";
import express from "express";
import {
  App,
  DefineVersions,
  Get,
  Router,
  Summary,
  Versioned,
  VersioningHeader,
  WithGuards,
  WithResponse,
} from "versioned-controllers";
import { Docs } from "versioned-controllers/docs";
import { z } from "zod";
import { logger } from "./observing";

const V = DefineVersions("1", "2");
const Split = V.Change("2", "A cat's `name` is `first` and `last`.");
const Cat = Versioned(z.object({ first: z.string(), last: z.string() })).Before(
  Split,
  z.object({ name: z.string() }),
  {
    Down: ({ first, last }) => {
      if (last === "") throw new Error(`${first} has no last name`);
      return { name: `${first} ${last}` };
    },
  },
);

@Router("/cats", V.Since("1"))
class CatsController {
  @Get("/{id}", Summary("One cat"), WithResponse(200, Cat))
  get({ params }: { params: { id: string } }) {
    return { first: "Tom", last: params.id === "7" ? "Cat" : "" };
  }

  @Get("/{id}/secret", Summary("What nobody may see"), WithGuards(() => false))
  secret() {
    return "catnip";
  }
}

const app = new App({
  Title: "Cats",
  Versioning: {
    Type: VersioningHeader,
    Header: "X-API-Version",
    Versions: V.List,
    Lifecycle: { "1": { Deprecated: "2026-01-01" } },
  },
  Logger: logger,
});
app.Include(CatsController);

const server = express()
  .use("/docs", Docs(app))
  .get("/spans", (_req, res) => void res.json(readSpans()))
  .get("/durations", async (_req, res) => void res.json(await readDurations()))
  .get("/logs", (_req, res) => void res.json(readRecords()))
  .use("/api", app.Build())
  .listen(Number(process.env.PORT ?? 3000));
server.on("listening", () => {
  const address = server.address();
  if (address instanceof Object) console.log(`http://localhost:${address.port}/docs`);
});
process.once("SIGTERM", () => {
  server.close();
  void shutdown();
});
