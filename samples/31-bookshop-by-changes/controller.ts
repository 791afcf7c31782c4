import type { Request, Response } from "express";
import {
  Delete,
  Get,
  HasChange,
  Patch,
  Post,
  Router,
  Since,
  Status,
  Summary,
  Until,
  VersionOf,
  WithBody,
  WithParams,
  WithQuery,
  WithResponse,
  type OutputOf,
  type Typed,
} from "versioned-controllers";
import { ByID } from "../18-bookshop/schemas";
import type { Book as StoredBook, BookStore } from "../18-bookshop/store";
import { BookChangesV3, ByISBN, PageV3 } from "../18-bookshop/v3/schemas";
import { Currencies, KnownByISBN } from "./changes";
import { Book, BookPage, Books, NewBook } from "./schemas";

@Router(Since("3"))
export class BooksController {
  readonly #store: BookStore;

  constructor(store: BookStore) {
    this.#store = store;
  }

  // A page is no list: what was complete before version 3 stays so.
  @Get("/", Since("1"), Until("2"), Summary("All books"), WithResponse(200, Books))
  async all(req: Request) {
    const books = await this.#store.all();
    return books.filter(({ currency }) => currency === "EUR" || HasChange(req, Currencies)).map(toRow);
  }

  @Get("/", Summary("A page of the books, by title"), WithQuery(PageV3), WithResponse(200, BookPage))
  async list(req: Typed<{ query: typeof PageV3 }>) {
    const { page, size } = req.query;
    const { books, total } = await this.#store.page(req.query);
    return { items: books.map(toRow), page, size, total };
  }

  // Whoever knows an id does not know the ISBN: a path's parameter is the one thing that no change can turn.
  @Get("/{id}", Since("1"), Until("2"), Summary("One book"), WithParams(ByID), WithResponse(200, Book))
  async getByID(req: Typed<{ params: typeof ByID }>) {
    return toRow(await this.#store.byID(req.params.id));
  }

  @Get("/{isbn}", Summary("One book"), WithParams(ByISBN), WithResponse(200, Book))
  async get(req: Typed<{ params: typeof ByISBN }>) {
    return toRow(await this.#store.byISBN(req.params.isbn));
  }

  @Post("/", Since("1"), Summary("Add a book"), WithBody(NewBook))
  @WithResponse(201, Book)
  @WithResponse(409, undefined, "The ISBN is taken")
  async create(req: Typed<{ body: typeof NewBook }>, res: Response) {
    const { price, ...rest } = req.body;
    const book = await this.#store.add({ ...rest, ...price });
    res.location(`/v${VersionOf(req)}/books/${HasChange(req, KnownByISBN) ? book.isbn : book.id}`);
    return toRow(book);
  }

  @Patch("/{isbn}", Summary("Change a book"), WithParams(ByISBN), WithBody(BookChangesV3))
  @WithResponse(200, Book)
  async change(req: Typed<{ params: typeof ByISBN; body: typeof BookChangesV3 }>) {
    const { title, authors, price } = req.body;
    const changes = { title, authors, cents: price?.cents, currency: price?.currency };
    return toRow(await this.#store.change(req.params.isbn, changes));
  }

  @Delete("/{isbn}", Summary("Remove a book"), Status(204), WithParams(ByISBN))
  async remove(req: Typed<{ params: typeof ByISBN }>) {
    await this.#store.remove(req.params.isbn);
  }
}

function toRow({ cents, currency, ...book }: StoredBook): OutputOf<typeof Book> {
  return { ...book, authors: [...book.authors], price: { cents, currency } };
}
