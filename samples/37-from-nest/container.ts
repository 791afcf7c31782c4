import { asClass, asValue, createContainer } from "awilix";
import { BooksStore } from "./books-store";
import { LoansStore, type Clock } from "./loans-store";
import { ReadersStore } from "./readers-store";

/** What the modules' `providers` were: constructors are given these by name. */
interface Providers {
  readonly books: BooksStore;
  readonly loans: LoansStore;
  readonly readers: ReadersStore;
  readonly now: Clock;
}

export const container = createContainer<Providers>();
container.register({
  books: asClass(BooksStore).singleton(),
  loans: asClass(LoansStore).singleton(),
  readers: asClass(ReadersStore).singleton(),
  now: asValue(() => new Date("2026-03-01T12:00:00Z")),
});
