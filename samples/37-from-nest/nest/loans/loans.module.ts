import { Module } from "@nestjs/common";
import { BooksModule } from "../books/books.module";
import { ReadersStore } from "../common/readers";
import { LoansController } from "./loans.controller";
import { CLOCK, LoansStore } from "./loans.store";

@Module({
  imports: [BooksModule],
  controllers: [LoansController],
  providers: [LoansStore, ReadersStore, { provide: CLOCK, useValue: () => new Date("2026-03-01T12:00:00Z") }],
})
export class LoansModule {}
