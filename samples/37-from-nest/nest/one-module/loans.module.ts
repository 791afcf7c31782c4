import { Module } from "@nestjs/common";
import { BooksModule } from "../books/books.module";
import { ReaderGuard, ReadersStore } from "../common/readers";
import { CLOCK, LoansStore } from "../loans/loans.store";
import { LoansController } from "./loans.controller";

@Module({
  imports: [BooksModule],
  providers: [
    LoansController,
    LoansStore,
    ReadersStore,
    ReaderGuard,
    { provide: CLOCK, useValue: () => new Date("2026-03-01T12:00:00Z") },
  ],
})
export class LoansModule {}
