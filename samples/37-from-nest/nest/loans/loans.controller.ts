import {
  Body,
  Controller,
  Delete,
  Get,
  HttpCode,
  NotFoundException,
  Param,
  ParseIntPipe,
  Post,
  Query,
  UseGuards,
} from "@nestjs/common";
import { BooksStore } from "../books/books.store";
import { invalid } from "../common/invalid-fields";
import { CurrentReader, ReaderGuard, Scopes, type Reader } from "../common/readers";
import { LoansQuery, NewLoan, Whose } from "./loan";
import { LoansStore } from "./loans.store";

const WholeNumber = new ParseIntPipe({ exceptionFactory: () => invalid({ id: "must be a whole number" }) });

@Controller({ path: "loans", version: "2" })
@UseGuards(ReaderGuard)
@Scopes("loans")
export class LoansController {
  constructor(
    private readonly books: BooksStore,
    private readonly loans: LoansStore,
  ) {}

  @Get()
  list(@Query() { whose }: LoansQuery, @CurrentReader() reader: Reader) {
    return this.loans.all().filter((loan) => whose === Whose.all || loan.reader === reader.name);
  }

  @Post()
  lend(@Body() { bookId }: NewLoan, @CurrentReader() reader: Reader) {
    if (!this.books.find(bookId)) throw new NotFoundException(`no book has the id ${bookId}`);
    return this.loans.lend(bookId, reader.name);
  }

  @Delete(":id")
  @HttpCode(204)
  giveBack(@Param("id", WholeNumber) id: number): void {
    if (!this.loans.giveBack(id)) throw new NotFoundException(`no loan has the id ${id}`);
  }
}
