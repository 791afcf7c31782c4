import { z } from "zod";
import { ISBN, Line, MOST_CENTS } from "../schemas";

// Version 2: books have several authors, and prices a currency, in cents as sums of money should be.

export const NewBookV2 = z
  .object({
    isbn: ISBN,
    title: Line,
    authors: z.array(Line).min(1).max(20),
    cents: z.int().nonnegative().max(MOST_CENTS),
    currency: z.enum(["EUR", "GBP", "USD"]),
  })
  .meta({ id: "NewBookV2" });

export const BookV2 = NewBookV2.extend({ id: z.int() }).meta({ id: "BookV2" });

export const BooksV2 = z.array(BookV2);
