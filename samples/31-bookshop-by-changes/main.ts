import express from "express";
import { Docs } from "versioned-controllers/docs";
import { openDatabase } from "../18-bookshop/database";
import { BookStore } from "../18-bookshop/store";
import { bookshop } from "./app";

async function main(): Promise<void> {
  const database = await openDatabase(process.env.DATABASE_URL);
  const store = new BookStore(database);
  await store.prepare();

  const app = bookshop(store);
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
