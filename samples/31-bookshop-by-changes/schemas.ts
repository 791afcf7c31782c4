import { Each, HTTPError, Versioned } from "versioned-controllers";
import { z } from "zod";
import { BookV1, NewBookV1 } from "../18-bookshop/v1/schemas";
import { BookV2, NewBookV2 } from "../18-bookshop/v2/schemas";
import { BookV3 } from "../18-bookshop/v3/schemas";
import { Currencies, KnownByISBN } from "./changes";

/** A book as the handlers speak it: version 3's, and the id that older versions show. */
const Row = BookV3.extend({ id: z.int() });

export const Book = Versioned(Row)
  .As(BookV3, { Down: ({ isbn, title, authors, price }) => ({ isbn, title, authors, price }) })
  .Before(KnownByISBN, BookV2, {
    Down: ({ id, isbn, title, authors, price }) => ({ id, isbn, title, authors, ...price }),
  })
  .Before(Currencies, BookV1, {
    Down: ({ id, isbn, title, authors, cents, currency }) => {
      // A price in another currency would be taken for one in euros.
      if (currency !== "EUR") throw new HTTPError(404, `the book with the id ${id} has no price in euros`);
      return { id, isbn, title, author: authors.join(", "), price: cents / 100 };
    },
  });

export const Books = Book.Within([Each], (book) => z.array(book));

export const BookPage = Book.Within(["items", Each], (book) =>
  z.object({ items: z.array(book), page: z.int(), size: z.int(), total: z.int() }),
);

export const NewBook = Versioned(BookV3)
  .Before(KnownByISBN, NewBookV2, {
    Up: ({ cents, currency, ...book }) => ({ ...book, price: { cents, currency } }),
  })
  .Before(Currencies, NewBookV1, {
    Up: ({ author, price, ...book }) => ({
      ...book,
      authors: [author],
      cents: Math.round(price * 100),
      currency: "EUR" as const,
    }),
  });
