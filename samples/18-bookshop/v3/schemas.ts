import { z } from "zod";
import { ISBN, Line, MOST_CENTS } from "../schemas";

// Version 3: books are known by their ISBN, listed page by page, and can be changed and removed.

const Money = z
  .object({
    cents: z.int().nonnegative().max(MOST_CENTS),
    currency: z.enum(["EUR", "GBP", "USD"]),
  })
  .meta({ id: "Money" });

export const BookV3 = z
  .object({ isbn: ISBN, title: Line, authors: z.array(Line).min(1).max(20), price: Money })
  .meta({ id: "BookV3" });

/** A name that is not known would be dropped without a word: so it is refused. */
export const BookChangesV3 = z
  .strictObject(BookV3.omit({ isbn: true }).partial().shape)
  .refine((changes) => Object.keys(changes).length > 0, "there is nothing to change")
  .meta({ id: "BookChangesV3" });

export const BookPageV3 = z
  .object({ items: z.array(BookV3), page: z.int(), size: z.int(), total: z.int() })
  .meta({ id: "BookPageV3" });

export const ByISBN = z.object({ isbn: ISBN });

export const PageV3 = z.object({
  page: z.coerce.number().int().min(1).max(1_000_000).default(1),
  size: z.coerce.number().int().min(1).max(100).default(20),
  author: Line.optional().meta({ description: "Only the books of this author" }),
});
