import { App, HTTPError, VersioningURI, WithPrefix, WithTags, type AppOptions } from "versioned-controllers";
import { Lifecycle } from "../18-bookshop/lifecycle";
import { ISBNTaken, NoSuchBook, type BookStore } from "../18-bookshop/store";
import { V } from "./changes";
import { BooksController } from "./controller";

/** The API, with one controller for all versions. */
export function bookshop(store: BookStore, options: AppOptions = {}): App {
  const app = new App({
    ...options,
    Title: "Bookshop",
    Version: "3.0.0",
    Versioning: { Type: VersioningURI, Versions: V.List, Lifecycle },
    CheckResponses: process.env.NODE_ENV !== "production",
    MapError: (error) => {
      if (error instanceof NoSuchBook) return new HTTPError(404, error.message);
      if (error instanceof ISBNTaken) return new HTTPError(409, error.message, { code: "isbn_taken" });
      return undefined;
    },
  });
  return app.Include(new BooksController(store), WithPrefix("/books"), WithTags("books"));
}
