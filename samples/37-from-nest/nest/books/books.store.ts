import { Injectable } from "@nestjs/common";
import { Book, type NewBook } from "./book";

@Injectable()
export class BooksStore {
  readonly #books = [
    new Book({ id: 1, title: "Emma", authors: ["Jane Austen"], cost: 1200 }),
    new Book({ id: 2, title: "Good Omens", authors: ["Terry Pratchett", "Neil Gaiman"], cost: 900 }),
  ];

  all(): readonly Book[] {
    return this.#books;
  }

  find(id: number): Book | undefined {
    return this.#books.find((book) => book.id === id);
  }

  add(book: NewBook): Book {
    const added = new Book({ ...book, id: this.#books.length + 1, cost: 0 });
    this.#books.push(added);
    return added;
  }
}
