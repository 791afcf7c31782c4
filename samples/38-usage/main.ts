import express from "express";
import { Docs } from "versioned-controllers/docs";
import { openDatabase } from "../33-pinned-accounts/database";
import { accountOf, catsApp } from "./app";
import { SharedCounter } from "./shared-counter";
import { UsageTable } from "./usage-table";

async function main(): Promise<void> {
  const database = await openDatabase(process.env.DATABASE_URL);
  const table = new UsageTable(database);
  await table.prepare();

  const counter = new SharedCounter((usage) => table.add(usage), accountOf);
  const app = catsApp(counter.options);
  const flush = (): Promise<void> =>
    counter.flush().catch((error: unknown) => {
      console.error("the counts wait for the next time", error);
    });
  const server = express()
    .use("/docs", Docs(app, { Usage: () => table.read() }))
    // Who opens it sees who calls: a guard of yours belongs before it.
    .get("/usage", async (_req, res) => {
      await flush();
      res.json(await table.read());
    })
    .use(app.Build())
    .listen(Number(process.env.PORT ?? 3000));
  server.on("listening", () => {
    const address = server.address();
    if (address instanceof Object) console.log(`http://localhost:${address.port}/docs`);
  });
  const timer = setInterval(() => void flush(), 10_000);
  process.once("SIGTERM", () => {
    clearInterval(timer);
    server.close(() => void flush().finally(() => database.close()));
  });
}

void main();
