import {
  App,
  Before,
  DefineVersions,
  Each,
  HTTPError,
  OperationID,
  Post,
  SecurityScheme,
  Status,
  Summary,
  Versioned,
  VersioningHeader,
  WithBody,
  WithQuery,
  WithResponse,
  WithSecurity,
  type OutputOf,
} from "versioned-controllers";
import { z } from "zod";

export const V = DefineVersions("1", "2");

const Writers = V.Change("2", "A book's `author` is its `writer`, in the query of the list too.");
const Catalogue = V.Change("2", "Books are added at `/catalogue/books`.");
const Formats = V.Change("2", "A book's `format` is one of four: any other text is `other`.");

const formats = ["hardback", "paperback", "ebook", "other"] as const;
const Book2 = z.object({ title: z.string().min(1), writer: z.string().min(1), format: z.enum(formats) });

const Book = Versioned(Book2)
  .Before(Formats, Book2.extend({ format: z.string() }), {
    Up: ({ format, ...book }) => ({ ...book, format: formats.find((known) => known === format) ?? "other" }),
    Down: (book) => book,
    Lossy: { format: "a text that is none of the four is kept as `other`" },
  })
  .Renamed(Writers, "author", "writer");
const Books = Book.Within(["books", Each], (book) => z.object({ books: z.array(book) }));
const ByWriter = Versioned(z.object({ writer: z.string().optional() })).Renamed(Writers, "author", "writer");

const Token = new SecurityScheme("token", { type: "http", scheme: "bearer" }, (req) =>
  req.get("Authorization") === "Bearer of-ann" ? { name: "Ann" } : undefined,
);

/** A bookshop whose handlers know version 2 alone. */
export function bookshop(): App {
  const books: OutputOf<typeof Book>[] = [{ title: "Emma", writer: "Jane Austen", format: "hardback" }];
  const app = new App({
    Title: "Bookshop",
    // So that this sample shows the same on every day; leave it out for today.
    Now: () => new Date("2026-12-01"),
    Versioning: {
      Type: VersioningHeader,
      Header: "X-API-Version",
      Versions: V.List,
      Lifecycle: { "1": { Deprecated: "2026-11-01", Sunset: "2027-05-01" } },
    },
  });
  app.Get(
    "/books",
    ({ query: { writer } }) => ({
      books: books.filter((book) => writer === undefined || book.writer === writer),
    }),
    OperationID("listBooks"),
    Summary("The books, of everybody or of one writer"),
    V.Since("1"),
    WithQuery(ByWriter),
    WithResponse(200, Books),
  );
  app.Post(
    "/catalogue/books",
    ({ body }) => {
      if (books.some(({ title }) => title === body.title)) throw new HTTPError(409, "the title is taken");
      books.push(body);
      return body;
    },
    OperationID("addBook"),
    Summary("Add a book"),
    V.Since("1"),
    Before(Catalogue, Post("/books")),
    WithSecurity(Token),
    WithBody(Book),
    WithResponse(201, Book),
    Status(201),
  );
  return app;
}
