import express from "express";
import { App, HTTPError, VersioningURI, WithPrefix, WithTags } from "versioned-controllers";
import { Docs } from "versioned-controllers/docs";
import { openDatabase } from "./database";
import { BookStore, ISBNTaken, NoSuchBook } from "./store";
import { BooksV1Controller } from "./v1/controller";
import { BooksV2Controller } from "./v2/controller";
import { BooksV3Controller } from "./v3/controller";

async function main(): Promise<void> {
  const database = await openDatabase(process.env.DATABASE_URL);
  const store = new BookStore(database);
  await store.prepare();

  const app = new App({
    Title: "Bookshop",
    Version: "3.0.0",
    Versioning: { Type: VersioningURI },
    CheckResponses: process.env.NODE_ENV !== "production",
    MapError: (error) => {
      if (error instanceof NoSuchBook) return new HTTPError(404, error.message);
      if (error instanceof ISBNTaken) return new HTTPError(409, error.message, { code: "isbn_taken" });
      return undefined;
    },
  });
  app.Include(
    [new BooksV1Controller(store), new BooksV2Controller(store), new BooksV3Controller(store)],
    WithPrefix("/books"),
    WithTags("books"),
  );

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
