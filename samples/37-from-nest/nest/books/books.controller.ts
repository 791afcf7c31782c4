import {
  Body,
  Controller,
  Get,
  NotFoundException,
  Param,
  ParseIntPipe,
  Post,
  UseGuards,
  Version,
} from "@nestjs/common";
import { invalid } from "../common/invalid-fields";
import { ReaderGuard, Scopes } from "../common/readers";
import { NewBook, type Book } from "./book";
import { BooksStore } from "./books.store";

const WholeNumber = new ParseIntPipe({ exceptionFactory: () => invalid({ id: "must be a whole number" }) });

@Controller({ path: "books", version: ["1", "2"] })
export class BooksController {
  constructor(private readonly books: BooksStore) {}

  @Get()
  @Version("1")
  titles() {
    return this.books.all().map(({ id, title, authors }) => ({ id, title, author: authors.join(", ") }));
  }

  @Get()
  @Version("2")
  list() {
    return this.books.all();
  }

  @Get(":id/title")
  title(@Param("id", WholeNumber) id: number) {
    return { title: this.#find(id).title };
  }

  @Get(":id")
  @Version("2")
  get(@Param("id", WholeNumber) id: number) {
    return this.#find(id);
  }

  @Post()
  @Version("2")
  @UseGuards(ReaderGuard)
  @Scopes("books:write")
  add(@Body() book: NewBook) {
    return this.books.add(book);
  }

  #find(id: number): Book {
    const book = this.books.find(id);
    if (!book) throw new NotFoundException(`no book has the id ${id}`);
    return book;
  }
}
