import {
  Delete,
  Get,
  HTTPError,
  Post,
  Router,
  Summary,
  WithBody,
  WithParams,
  WithQuery,
  WithResponse,
  WithSecurity,
  type Typed,
} from "versioned-controllers";
import { z } from "zod";
import type { BooksStore } from "./books-store";
import type { LoansStore } from "./loans-store";
import { Reader } from "./readers";
import { ByID, Loan, LoansQuery, NewLoan } from "./schemas";
import { V } from "./versions";

@Router("/loans", V.WithVersion("2"), WithSecurity(Reader.With("loans")))
export class LoansController {
  readonly #books: BooksStore;
  readonly #loans: LoansStore;

  constructor({ books, loans }: { books: BooksStore; loans: LoansStore }) {
    this.#books = books;
    this.#loans = loans;
  }

  @Get("/", Summary("What is lent"), WithQuery(LoansQuery), WithResponse(200, z.array(Loan)))
  list(req: Typed<{ query: typeof LoansQuery }>) {
    const { name } = Reader.Of(req);
    return this.#loans.all().filter((loan) => req.query.whose === "all" || loan.reader === name);
  }

  @Post("/", Summary("Lend a book"), WithBody(NewLoan), WithResponse(201, Loan), WithResponse(409))
  lend(req: Typed<{ body: typeof NewLoan }>) {
    const { bookId } = req.body;
    if (!this.#books.find(bookId)) throw new HTTPError(404, `no book has the id ${bookId}`);
    return this.#loans.lend(bookId, Reader.Of(req).name);
  }

  @Delete("/{id}", Summary("Give a book back"), WithParams(ByID), WithResponse(204))
  giveBack(req: Typed<{ params: typeof ByID }>) {
    if (!this.#loans.giveBack(req.params.id)) throw new HTTPError(404, `no loan has the id ${req.params.id}`);
  }
}
