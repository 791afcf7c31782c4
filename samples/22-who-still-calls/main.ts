import { PGlite } from "@electric-sql/pglite";
import { subscribe } from "node:diagnostics_channel";
import express, { type Request } from "express";
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
import { Docs, type Usage } from "versioned-controllers/docs";
import { CallTable, type Caller } from "./call-table";

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

async function main(): Promise<void> {
  const database = await PGlite.create();
  const table = new CallTable(database, 10_000);
  await table.prepare();
  listen(table);
  const saving = setInterval(() => void table.save().catch(console.error), 10_000);

  const server = express()
    .use("/docs", Docs(app, { Usage: async () => usageOf(await table.callers()) }))
    // Who opens these sees who calls: a guard of yours belongs before them.
    .get("/metrics", async (_req, res) => {
      res.type(register.contentType).send(await register.metrics());
    })
    .get("/callers", async (_req, res) => {
      res.json(await table.callers());
    })
    .use(app.Build())
    .listen(Number(process.env.PORT ?? 3000));
  server.on("listening", () => {
    const address = server.address();
    if (address instanceof Object) console.log(`http://localhost:${address.port}/docs`);
  });
  process.once("SIGTERM", () => {
    clearInterval(saving);
    server.close(() => void table.save().finally(() => database.close()));
  });
}

/** The channels know every App of the process. */
function listen(table: CallTable): void {
  subscribe("versioned-controllers:match", (message) => {
    const {
      Request: req,
      Route,
      Version,
    } = message as {
      readonly Request: Request;
      readonly Route: Route;
      readonly Version?: string;
    };
    const { Method: method, Path: path } = Route;
    calls.inc({ method, route: path, version: Version ?? "none", deprecated: String(Route.Deprecated) });
    const day = new Date().toISOString().slice(0, 10);
    table.count({ version: Version ?? "*", method, path, client: clientOf(req), last: day });
  });
  subscribe("versioned-controllers:refused", (message) => {
    const { Reason } = message as { readonly Reason: RefusedReason };
    refused.inc({ reason: Reason });
  });
}

/** The name before the version, `old-app` of `old-app/1.2`; where clients have keys, the name of the key says more. */
function clientOf(req: Request): string {
  return /^[\w.-]{1,40}/.exec(req.get("User-Agent") ?? "")?.[0] ?? "unknown";
}

/** The calls of all clients together, for the page of versions. */
function usageOf(callers: readonly Caller[]): Usage {
  const usage = new Map<string, { calls: number; last: string }>();
  for (const { version, method, path, calls: count, last } of callers) {
    const key = `${version} ${method} ${path}`;
    const known = usage.get(key) ?? { calls: 0, last };
    usage.set(key, { calls: known.calls + count, last: known.last > last ? known.last : last });
  }
  return Object.fromEntries(usage);
}

void main();
