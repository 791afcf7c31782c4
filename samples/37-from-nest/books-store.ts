export interface StoredBook {
  readonly id: number;
  readonly title: string;
  readonly authors: string[];
  readonly cost: number;
}

export class BooksStore {
  readonly #books: StoredBook[] = [
    { id: 1, title: "Emma", authors: ["Jane Austen"], cost: 1200 },
    { id: 2, title: "Good Omens", authors: ["Terry Pratchett", "Neil Gaiman"], cost: 900 },
  ];

  all(): readonly StoredBook[] {
    return this.#books;
  }

  find(id: number): StoredBook | undefined {
    return this.#books.find((book) => book.id === id);
  }

  add(book: Pick<StoredBook, "title" | "authors">): StoredBook {
    const added = { id: this.#books.length + 1, ...book, cost: 0 };
    this.#books.push(added);
    return added;
  }
}
