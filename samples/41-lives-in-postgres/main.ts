import express from "express";
import { Docs } from "versioned-controllers/docs";
import { catsApp } from "./app";
import { livesIn, type Lives } from "./lives";
import { firstLives, prepareRow } from "./row";

/** Those of the row; without a database they never change. */
async function openLives(url: string | undefined, signal: AbortSignal): Promise<() => Lives> {
  if (url === undefined) return () => firstLives;
  await prepareRow(url);
  return livesIn(url, signal);
}

async function main(): Promise<void> {
  const closing = new AbortController();
  const app = catsApp(await openLives(process.env.DATABASE_URL, closing.signal));
  const server = express()
    .use("/docs", Docs(app))
    .use(app.Build())
    .listen(Number(process.env.PORT ?? 3000));
  server.on("listening", () => {
    const address = server.address();
    if (address instanceof Object) console.log(`http://localhost:${address.port}/docs`);
  });
  process.once("SIGTERM", () => {
    closing.abort();
    server.close();
  });
}

void main();
