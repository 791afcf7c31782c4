export interface StoredLoan {
  readonly id: number;
  readonly bookId: number;
  readonly reader: string;
  readonly due: string;
}

export type Clock = () => Date;

export class BookIsLent extends Error {}

const fortnight = 14 * 24 * 60 * 60 * 1000;

export class LoansStore {
  #last = 0;
  readonly #loans = new Map<number, StoredLoan>();
  readonly #now: Clock;

  constructor({ now }: { now: Clock }) {
    this.#now = now;
  }

  all(): StoredLoan[] {
    return [...this.#loans.values()];
  }

  lend(bookId: number, reader: string): StoredLoan {
    if (this.all().some((loan) => loan.bookId === bookId)) throw new BookIsLent(`book ${bookId} is lent`);
    const due = new Date(this.#now().getTime() + fortnight).toISOString().slice(0, 10);
    const loan = { id: ++this.#last, bookId, reader, due };
    this.#loans.set(loan.id, loan);
    return loan;
  }

  giveBack(id: number): boolean {
    return this.#loans.delete(id);
  }
}
