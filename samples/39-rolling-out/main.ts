import express from "express";
import { Docs } from "versioned-controllers/docs";
import { openDatabase } from "../33-pinned-accounts/database";
import { catsApp } from "./app";
import { PinTable } from "./pins";

async function main(): Promise<void> {
  const database = await openDatabase(process.env.DATABASE_URL);
  const pins = new PinTable(database);
  await pins.prepare();

  const app = catsApp(process.env.BUILD === "old" ? "old" : "new", pins);
  const server = express()
    .use("/docs", Docs(app))
    .use(app.Build())
    .listen(Number(process.env.PORT ?? 3000));
  server.on("listening", () => {
    const address = server.address();
    if (address instanceof Object) console.log(`http://localhost:${address.port}/docs`);
  });
  process.once("SIGTERM", () => server.close(() => void database.close()));
}

void main();
