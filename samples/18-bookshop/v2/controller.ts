import type { Response } from "express";
import {
  Get,
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
import type { BookStore } from "../store";
import { BooksV2, BookV2, NewBookV2 } from "./schemas";

// The rows are as this version shows them: nothing to convert.
@Router(WithVersion("2"))
export class BooksV2Controller {
  readonly #store: BookStore;

  constructor(store: BookStore) {
    this.#store = store;
  }

  @Get("/", Summary("All books"), WithResponse(200, BooksV2))
  list() {
    return this.#store.all();
  }

  @Get("/{id}", Summary("One book"), WithParams(ByID), WithResponse(200, BookV2))
  get(req: Typed<{ params: typeof ByID }>) {
    return this.#store.byID(req.params.id);
  }

  @Post("/", Summary("Add a book"), Status(201), WithBody(NewBookV2))
  @WithResponse(201, BookV2)
  @WithResponse(409, undefined, "The ISBN is taken")
  async create(req: Typed<{ body: typeof NewBookV2 }>, res: Response) {
    const book = await this.#store.add(req.body);
    res.location(`/v2/books/${book.id}`);
    return book;
  }
}
