import express from "express";
import { Docs } from "versioned-controllers/docs";
import { AccountStore } from "./account-store";
import { Accounts } from "./accounts";
import { pinnedApp } from "./app";
import { openDatabase } from "./database";
import { newest } from "./versions";

async function main(): Promise<void> {
  const database = await openDatabase(process.env.DATABASE_URL);
  const store = new AccountStore(database);
  await store.prepare();

  const accounts = new Accounts(store, newest, { most: 10_000, milliseconds: 10_000 });
  const app = pinnedApp(accounts);
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
