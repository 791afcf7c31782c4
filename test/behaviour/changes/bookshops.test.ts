import fc from "fast-check";
import { Replay } from "versioned-controllers/check";
import { Recorder } from "versioned-controllers/recordings";
import { bookshop as byVersions } from "../../../samples/18-bookshop/app";
import {
  BookStore,
  ISBNTaken,
  NoSuchBook,
  type Book,
  type BookChanges,
  type NewBook,
  type Page,
} from "../../../samples/18-bookshop/store";
import { bookshop as byChanges } from "../../../samples/31-bookshop-by-changes/app";
import { often } from "../../support/runs";
import { keptOpen, serve, type Answer } from "../../support/serve";

/** The store of both, with its rows in memory. */
class MemoryStore extends BookStore {
  #books: readonly Book[] = [];
  #last = 0;

  constructor() {
    super({ query: () => Promise.reject(new Error("no database")), close: () => Promise.resolve() });
  }

  override async all(): Promise<readonly Book[]> {
    return Promise.resolve(this.#books);
  }

  override async page({ page, size, author }: Page): Promise<{ books: readonly Book[]; total: number }> {
    const found = this.#books.filter(({ authors }) => author === undefined || authors.includes(author));
    const sorted = found.toSorted((one, other) => (one.title < other.title ? -1 : 1));
    return Promise.resolve({ books: sorted.slice((page - 1) * size, page * size), total: found.length });
  }

  override async byID(id: number): Promise<Book> {
    return Promise.resolve(this.#find((book) => book.id === id));
  }

  override async byISBN(isbn: string): Promise<Book> {
    return Promise.resolve(this.#find((book) => book.isbn === isbn));
  }

  override async add({ isbn, title, authors, cents, currency }: NewBook): Promise<Book> {
    if (this.#books.some((book) => book.isbn === isbn)) throw new ISBNTaken(`there is ${isbn}`);
    const book = { id: ++this.#last, isbn, title, authors, cents, currency };
    this.#books = [...this.#books, book];
    return Promise.resolve(book);
  }

  override async change(isbn: string, changes: BookChanges): Promise<Book> {
    const said = Object.entries(changes).filter(([, value]) => value !== undefined);
    const book: Book = { ...this.#find((one) => one.isbn === isbn), ...Object.fromEntries(said) };
    this.#books = this.#books.map((one) => (one.isbn === isbn ? book : one));
    return Promise.resolve(book);
  }

  override async remove(isbn: string): Promise<void> {
    const book = this.#find((one) => one.isbn === isbn);
    this.#books = this.#books.filter((one) => one !== book);
    return Promise.resolve();
  }

  #find(isIt: (book: Book) => boolean): Book {
    const book = this.#books.find(isIt);
    if (!book) throw new NoSuchBook("no such book");
    return book;
  }
}

interface Asked {
  readonly line: string;
  readonly body: string | undefined;
  /** Whether it is asked for again with the ETag of its answer. */
  readonly isConditional: boolean;
}

const isbn = fc.constantFrom("9780141439518", "9780060853983", "9780131103627", "9780131103628", "97801");
const title = fc.constantFrom("Emma", "Good Omens", " C ", "", 7);
const author = fc.constantFrom("Jane Austen", "Terry Pratchett", "", null);
const cents = fc.constantFrom(0, 1250, 1999, 100_000_000, -1, 1.5, "12");
const currency = fc.constantFrom("EUR", "EUR", "GBP", "USD", "XXX");
const authors = fc.array(author, { maxLength: 3 });
const price = fc.record({ cents, currency }, { requiredKeys: ["cents"] });

/** Bodies that each version takes, with a member too much, or one too few. */
const bodies = {
  "1": fc.record(
    {
      isbn,
      title,
      author,
      price: fc.constantFrom(12.5, 19.99, 0.1, 0, -1, 1.999, "1"),
      more: fc.constant(1),
    },
    { requiredKeys: ["isbn", "title", "author"] },
  ),
  "2": fc.record(
    { isbn, title, authors, cents, currency, id: fc.constant(9) },
    { requiredKeys: ["isbn", "authors"] },
  ),
  "3": fc.record({ isbn, title, authors, price, id: fc.constant(9) }, { requiredKeys: ["isbn", "title"] }),
};
const body = fc.oneof(
  ...Object.values(bodies).map((one) => one.map((value) => JSON.stringify(value))),
  fc.constantFrom("{", "null", "[]"),
);
const good = fc.constantFrom<[version: string, body: object]>(
  ["1", { isbn: "9780141439518", title: "Emma", author: "Jane Austen", price: 12.5 }],
  ["2", { isbn: "9780060853983", title: "Good Omens", authors: ["A", "B"], cents: 1099, currency: "EUR" }],
  ["3", { isbn: "9780131103627", title: "C", authors: ["K", "R"], price: { cents: 6999, currency: "USD" } }],
);

const version = fc.constantFrom("1", "2", "3", "9");
const one = fc.oneof(isbn, fc.constantFrom("1", "2", "3", "0", "x", "999"));
const query = fc.constantFrom("", "?size=1", "?page=2&size=1", "?author=Jane+Austen", "?page=0", "?size=x");
const unconditional = { body: undefined, isConditional: false };

/** Hits and misses, in each version. */
const asked: fc.Arbitrary<Asked> = fc.oneof(
  good.map(([of, value]) => ({ ...unconditional, line: `POST /v${of}/books`, body: JSON.stringify(value) })),
  fc.tuple(version, body).map(([of, text]) => ({ ...unconditional, line: `POST /v${of}/books`, body: text })),
  fc
    .tuple(fc.constantFrom("GET", "HEAD"), version, query, fc.boolean())
    .map(([method, of, text, isConditional]) => ({
      line: `${method} /v${of}/books${text}`,
      body: undefined,
      isConditional,
    })),
  fc
    .tuple(fc.constantFrom("GET", "HEAD"), version, one, fc.boolean())
    .map(([method, of, id, isConditional]) => ({
      line: `${method} /v${of}/books/${id}`,
      body: undefined,
      isConditional,
    })),
  fc.tuple(fc.constantFrom("PATCH", "DELETE", "PUT"), version, one, body).map(([method, of, id, text]) => ({
    ...unconditional,
    line: `${method} /v${of}/books/${id}`,
    body: text,
  })),
  fc
    .tuple(isbn, fc.record({ title, price }, { requiredKeys: [] }))
    .map(([id, value]) => ({ ...unconditional, line: `PATCH /v3/books/${id}`, body: JSON.stringify(value) })),
);

const emma = { isbn: "9780141439518", title: "Emma", author: "Jane Austen", price: 12.5 };

/** One request for each status, whatever chance brings. */
const everyStatus: readonly Asked[] = [
  { ...unconditional, line: "POST /v1/books", body: JSON.stringify(emma) },
  { ...unconditional, line: "POST /v1/books", body: JSON.stringify(emma) },
  { ...unconditional, line: "POST /v2/books", body: JSON.stringify(emma) },
  { ...unconditional, line: "GET /v2/books/1", isConditional: true },
  { ...unconditional, line: "HEAD /v1/books", isConditional: true },
  { ...unconditional, line: "DELETE /v3/books/9780141439518" },
  { ...unconditional, line: "GET /v1/books/1" },
];

/** An answer but for what no two answers share. */
function comparable({ status, rawHeaders, text }: Answer): unknown {
  const fields = rawHeaders.flatMap((name, i) => (i % 2 === 0 ? [[name, rawHeaders[i + 1]]] : []));
  return {
    status,
    headers: fields.filter(([name]) => name !== "Date" && name !== "X-Request-Id"),
    text: text.replace(/"request_id":"[^"]*"/, `"request_id":"*"`),
  };
}

it("the bookshop by changes answers as the one with a controller for each version, byte by byte", async () => {
  const statuses = new Set<number>();
  await fc.assert(
    fc.asyncProperty(fc.array<Asked>(asked, { minLength: 5, maxLength: 25 }), async (requests) => {
      const served = [await serve(byVersions(new MemoryStore())), await serve(byChanges(new MemoryStore()))];
      const both = async (line: string, headers: Record<string, string>, body?: string): Promise<Answer> => {
        const [before, after] = await Promise.all(served.map(({ ask }) => ask(line, headers, body)));
        if (!before || !after) throw new Error("two are asked");
        expect([line, comparable(after)]).toEqual([line, comparable(before)]);
        statuses.add(after.status);
        return after;
      };
      for (const { line, body, isConditional } of requests) {
        const type = body === undefined ? {} : { "Content-Type": "application/json" };
        const { headers } = await both(line, type, body);
        if (isConditional && headers.etag !== undefined) await both(line, { "If-None-Match": headers.etag });
      }
    }),
    often(30, [[...everyStatus]]),
  );
  expect([...statuses].toSorted()).toEqual([200, 201, 204, 304, 400, 404, 409]);
});

it("a recording of the bookshop by changes is replayed without a difference", async () => {
  const lines: string[] = [];
  const recorder = Recorder({ Write: (line) => lines.push(line), Redact: [], Share: 1 });
  const store = new MemoryStore();
  const { ask } = await serve(byChanges(store, recorder.Options));
  for (const { line, body } of [...everyStatus, ...fc.sample(asked, { seed: 7, numRuns: 150 })]) {
    const type: Record<string, string> = body === undefined ? {} : { "Content-Type": "application/json" };
    await ask(line, { ...type, ...keptOpen }, body);
  }
  const { Recorded } = recorder.Counts();
  expect(Recorded).toBeGreaterThan(15);
  expect(await Replay(byChanges(store), lines)).toEqual({
    Replayed: lines.length,
    Skipped: {},
    Differences: [],
    More: 0,
  });
});
