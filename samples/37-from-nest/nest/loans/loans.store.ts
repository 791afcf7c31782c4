import { Inject, Injectable } from "@nestjs/common";
import type { Loan } from "./loan";

export const CLOCK = Symbol("CLOCK");

export type Clock = () => Date;

export class BookIsLent extends Error {}

const fortnight = 14 * 24 * 60 * 60 * 1000;

@Injectable()
export class LoansStore {
  #last = 0;
  readonly #loans = new Map<number, Loan>();

  constructor(@Inject(CLOCK) private readonly now: Clock) {}

  all(): Loan[] {
    return [...this.#loans.values()];
  }

  lend(bookId: number, reader: string): Loan {
    if (this.all().some((loan) => loan.bookId === bookId)) throw new BookIsLent(`book ${bookId} is lent`);
    const due = new Date(this.now().getTime() + fortnight).toISOString().slice(0, 10);
    const loan = { id: ++this.#last, bookId, reader, due };
    this.#loans.set(loan.id, loan);
    return loan;
  }

  giveBack(id: number): boolean {
    return this.#loans.delete(id);
  }
}
