import { App, HTTPError, VersioningURI, WithPrefix, WithTags } from "versioned-controllers";
import { Lifecycle } from "./lifecycle";
import { ISBNTaken, NoSuchBook, type BookStore } from "./store";
import { BooksV1Controller } from "./v1/controller";
import { BooksV2Controller } from "./v2/controller";
import { BooksV3Controller } from "./v3/controller";

/** The API, with a controller for each version. */
export function bookshop(store: BookStore): App {
  const app = new App({
    Title: "Bookshop",
    Version: "3.0.0",
    Versioning: { Type: VersioningURI, Lifecycle },
    CheckResponses: process.env.NODE_ENV !== "production",
    MapError: (error) => {
      if (error instanceof NoSuchBook) return new HTTPError(404, error.message);
      if (error instanceof ISBNTaken) return new HTTPError(409, error.message, { code: "isbn_taken" });
      return undefined;
    },
  });
  return app.Include(
    [new BooksV1Controller(store), new BooksV2Controller(store), new BooksV3Controller(store)],
    WithPrefix("/books"),
    WithTags("books"),
  );
}
