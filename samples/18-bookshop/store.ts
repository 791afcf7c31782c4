import type { Database } from "./database";

type Currency = "EUR" | "GBP" | "USD";

/** A book as the newest version needs it; the older ones show less of it. */
export interface Book {
  readonly id: number;
  readonly isbn: string;
  readonly title: string;
  readonly authors: readonly string[];
  readonly cents: number;
  readonly currency: Currency;
}

export type NewBook = Omit<Book, "id">;

/** Changes of a book; a member that is undefined stays as it is. */
export type BookChanges = { readonly [Name in Exclude<keyof NewBook, "isbn">]: NewBook[Name] | undefined };

/** Which books to list: those of an author, some at a time. */
export interface Page {
  readonly page: number;
  readonly size: number;
  readonly author?: string | undefined;
}

export class NoSuchBook extends Error {}
export class ISBNTaken extends Error {}

const COLUMNS = "id, isbn, title, authors, cents, currency";

/** The books, for every version of the API; of HTTP it knows nothing. */
export class BookStore {
  readonly #database: Database;

  constructor(database: Database) {
    this.#database = database;
  }

  async prepare(): Promise<void> {
    await this.#database.query(`CREATE TABLE IF NOT EXISTS books (
      id integer GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
      isbn text NOT NULL UNIQUE,
      title text NOT NULL,
      authors text[] NOT NULL,
      cents integer NOT NULL,
      currency text NOT NULL
    )`);
  }

  all(): Promise<readonly Book[]> {
    return this.#books(`SELECT ${COLUMNS} FROM books ORDER BY id`);
  }

  async page({ page, size, author }: Page): Promise<{ books: readonly Book[]; total: number }> {
    const by = "$1::text IS NULL OR $1 = ANY (authors)";
    const books = await this.#books(
      `SELECT ${COLUMNS} FROM books WHERE ${by} ORDER BY title, id LIMIT $2 OFFSET $3`,
      [author, size, (page - 1) * size],
    );
    const { rows } = await this.#database.query(`SELECT count(*)::integer AS total FROM books WHERE ${by}`, [
      author,
    ]);
    const [count] = rows as { total: number }[];
    return { books, total: count?.total ?? 0 };
  }

  async byID(id: number): Promise<Book> {
    const [book] = await this.#books(`SELECT ${COLUMNS} FROM books WHERE id = $1`, [id]);
    if (!book) throw new NoSuchBook(`no book has the id ${id}`);
    return book;
  }

  async byISBN(isbn: string): Promise<Book> {
    const [book] = await this.#books(`SELECT ${COLUMNS} FROM books WHERE isbn = $1`, [isbn]);
    return book ?? noSuchISBN(isbn);
  }

  async add({ isbn, title, authors, cents, currency }: NewBook): Promise<Book> {
    // The database decides, so that of two clients at once only one adds the book.
    const [book] = await this.#books(
      `INSERT INTO books (isbn, title, authors, cents, currency) VALUES ($1, $2, $3, $4, $5)
      ON CONFLICT (isbn) DO NOTHING RETURNING ${COLUMNS}`,
      [isbn, title, authors, cents, currency],
    );
    if (!book) throw new ISBNTaken(`there is a book with the ISBN ${isbn}`);
    return book;
  }

  async change(isbn: string, { title, authors, cents, currency }: BookChanges): Promise<Book> {
    const [book] = await this.#books(
      `UPDATE books SET title = coalesce($2, title), authors = coalesce($3, authors),
        cents = coalesce($4, cents), currency = coalesce($5, currency)
      WHERE isbn = $1 RETURNING ${COLUMNS}`,
      [isbn, title, authors, cents, currency],
    );
    return book ?? noSuchISBN(isbn);
  }

  async remove(isbn: string): Promise<void> {
    const [book] = await this.#books(`DELETE FROM books WHERE isbn = $1 RETURNING ${COLUMNS}`, [isbn]);
    if (!book) noSuchISBN(isbn);
  }

  async #books(sql: string, values: readonly unknown[] = []): Promise<readonly Book[]> {
    const { rows } = await this.#database.query(
      sql,
      values.map((value) => value ?? null),
    );
    // The columns are named as the members are.
    return rows as Book[];
  }
}

function noSuchISBN(isbn: string): never {
  throw new NoSuchBook(`no book has the ISBN ${isbn}`);
}
