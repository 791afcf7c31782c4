import { Injectable, NotFoundException } from "@nestjs/common";
import {
  Delete,
  Get,
  Post,
  Router,
  WithBody,
  WithParams,
  WithQuery,
  WithResponse,
  WithVersion,
  type Typed,
} from "versioned-controllers";
import { z } from "zod";
import { BooksStore } from "../books/books.store";
import { readerOf, Scopes } from "../common/readers";
import { LoansStore } from "../loans/loans.store";

const NewLoan = z.object({ bookId: z.int() }).meta({ title: "NewLoan" });
const Loan = z
  .object({ id: z.int(), bookId: z.int(), reader: z.string(), due: z.iso.date() })
  .meta({ title: "Loan" });
const Whose = z.object({ whose: z.enum(["mine", "all"]).default("mine") });
const ByID = z.object({ id: z.coerce.number().int() });

@Injectable()
@Router("/loans", WithVersion("2"))
@Scopes("loans")
export class LoansController {
  constructor(
    private readonly books: BooksStore,
    private readonly loans: LoansStore,
  ) {}

  @Get("/", WithQuery(Whose), WithResponse(200, z.array(Loan)))
  list(req: Typed<{ query: typeof Whose }>) {
    const { name } = readerOf(req);
    return this.loans.all().filter((loan) => req.query.whose === "all" || loan.reader === name);
  }

  @Post("/", WithBody(NewLoan), WithResponse(201, Loan))
  lend(req: Typed<{ body: typeof NewLoan }>) {
    const { bookId } = req.body;
    if (!this.books.find(bookId)) throw new NotFoundException(`no book has the id ${bookId}`);
    return this.loans.lend(bookId, readerOf(req).name);
  }

  @Delete("/{id}", WithParams(ByID), WithResponse(204))
  @Scopes("loans", "staff")
  giveBack(req: Typed<{ params: typeof ByID }>) {
    if (!this.loans.giveBack(req.params.id)) throw new NotFoundException();
  }
}
