import type { Response } from "express";
import type { z } from "zod";
import {
  Delete,
  Get,
  Patch,
  Post,
  Router,
  Status,
  Summary,
  WithBody,
  WithParams,
  WithQuery,
  WithResponse,
  WithVersion,
  type Typed,
} from "versioned-controllers";
import type { Book, BookStore } from "../store";
import { BookChangesV3, BookPageV3, BookV3, ByISBN, PageV3 } from "./schemas";

@Router(WithVersion("3"))
export class BooksV3Controller {
  readonly #store: BookStore;

  constructor(store: BookStore) {
    this.#store = store;
  }

  @Get("/", Summary("A page of the books, by title"), WithQuery(PageV3), WithResponse(200, BookPageV3))
  async list(req: Typed<{ query: typeof PageV3 }>) {
    const { page, size } = req.query;
    const { books, total } = await this.#store.page(req.query);
    return { items: books.map(toV3), page, size, total };
  }

  @Get("/{isbn}", Summary("One book"), WithParams(ByISBN), WithResponse(200, BookV3))
  async get(req: Typed<{ params: typeof ByISBN }>) {
    return toV3(await this.#store.byISBN(req.params.isbn));
  }

  @Post("/", Summary("Add a book"), Status(201), WithBody(BookV3))
  @WithResponse(201, BookV3)
  @WithResponse(409, undefined, "The ISBN is taken")
  async create(req: Typed<{ body: typeof BookV3 }>, res: Response) {
    const { price, ...rest } = req.body;
    const book = await this.#store.add({ ...rest, ...price });
    res.location(`/v3/books/${book.isbn}`);
    return toV3(book);
  }

  @Patch("/{isbn}", Summary("Change a book"), WithParams(ByISBN), WithBody(BookChangesV3))
  @WithResponse(200, BookV3)
  async change(req: Typed<{ params: typeof ByISBN; body: typeof BookChangesV3 }>) {
    const { title, authors, price } = req.body;
    const changes = { title, authors, cents: price?.cents, currency: price?.currency };
    return toV3(await this.#store.change(req.params.isbn, changes));
  }

  @Delete("/{isbn}", Summary("Remove a book"), Status(204), WithParams(ByISBN))
  async remove(req: Typed<{ params: typeof ByISBN }>) {
    await this.#store.remove(req.params.isbn);
  }
}

function toV3({ isbn, title, authors, cents, currency }: Book): z.output<typeof BookV3> {
  return { isbn, title, authors: [...authors], price: { cents, currency } };
}
