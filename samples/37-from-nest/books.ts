import {
  Get,
  HTTPError,
  Post,
  Router,
  Summary,
  WithBody,
  WithParams,
  WithResponse,
  WithSecurity,
  type Typed,
} from "versioned-controllers";
import { z } from "zod";
import type { BooksStore, StoredBook } from "./books-store";
import { Reader } from "./readers";
import { Book, Book1, ByID, NewBook, Title } from "./schemas";
import { V } from "./versions";

@Router("/books", V.WithVersion("1", "2"))
export class BooksController {
  readonly #books: BooksStore;

  constructor({ books }: { books: BooksStore }) {
    this.#books = books;
  }

  @Get("/", Summary("The books"), V.WithVersion("1"), WithResponse(200, z.array(Book1)))
  titles() {
    return this.#books.all().map(({ id, title, authors }) => ({ id, title, author: authors.join(", ") }));
  }

  @Get("/", Summary("The books"), V.WithVersion("2"), WithResponse(200, z.array(Book)))
  list() {
    return this.#books.all();
  }

  @Get("/{id}/title", Summary("A book's title"), WithParams(ByID), WithResponse(200, Title))
  title(req: Typed<{ params: typeof ByID }>) {
    return { title: this.#find(req.params.id).title };
  }

  @Get("/{id}", Summary("One book"), V.WithVersion("2"), WithParams(ByID), WithResponse(200, Book))
  get(req: Typed<{ params: typeof ByID }>) {
    return this.#find(req.params.id);
  }

  @Post("/", Summary("Add a book"), V.WithVersion("2"), WithBody(NewBook), WithResponse(201, Book))
  @WithSecurity(Reader.With("books:write"))
  add(req: Typed<{ body: typeof NewBook }>) {
    return this.#books.add(req.body);
  }

  #find(id: number): StoredBook {
    const book = this.#books.find(id);
    if (!book) throw new HTTPError(404, `no book has the id ${id}`);
    return book;
  }
}
