import type { Response } from "express";
import type { z } from "zod";
import {
  Deprecated,
  Get,
  HTTPError,
  Post,
  Router,
  Status,
  Summary,
  WithBody,
  WithParams,
  WithResponse,
  WithVersion,
  type Typed,
} from "versioned-controllers";
import { ByID } from "../schemas";
import type { Book, BookStore } from "../store";
import { BooksV1, BookV1, NewBookV1 } from "./schemas";

@Router(WithVersion("1"), Deprecated())
export class BooksV1Controller {
  readonly #store: BookStore;

  constructor(store: BookStore) {
    this.#store = store;
  }

  @Get("/", Summary("All books"), WithResponse(200, BooksV1))
  async list() {
    return (await this.#store.all()).filter(isKnown).map(toV1);
  }

  @Get("/{id}", Summary("One book"), WithParams(ByID), WithResponse(200, BookV1))
  async get(req: Typed<{ params: typeof ByID }>) {
    const book = await this.#store.byID(req.params.id);
    if (!isKnown(book)) throw new HTTPError(404, `the book with the id ${book.id} has no price in euros`);
    return toV1(book);
  }

  @Post("/", Summary("Add a book"), Status(201), WithBody(NewBookV1))
  @WithResponse(201, BookV1)
  @WithResponse(409, undefined, "The ISBN is taken")
  async create(req: Typed<{ body: typeof NewBookV1 }>, res: Response) {
    const { author, price, ...rest } = req.body;
    const cents = Math.round(price * 100);
    const book = await this.#store.add({ ...rest, authors: [author], cents, currency: "EUR" });
    res.location(`/v1/books/${book.id}`);
    return toV1(book);
  }
}

/** A price in another currency would be taken for one in euros. */
function isKnown({ currency }: Book): boolean {
  return currency === "EUR";
}

function toV1({ id, isbn, title, authors, cents }: Book): z.output<typeof BookV1> {
  return { id, isbn, title, author: authors.join(", "), price: cents / 100 };
}
