import { z } from "zod";
import { ISBN, Line, MOST_CENTS } from "../schemas";

// Version 1: one author, and a price in euros as a number.

export const NewBookV1 = z
  .object({
    isbn: ISBN,
    title: Line,
    author: Line,
    price: z
      .number()
      .nonnegative()
      .max(MOST_CENTS / 100)
      // Not multipleOf: most validators divide, and 19.99 / 0.01 is no whole number.
      .refine((price) => Math.round(price * 100) / 100 === price, "a price has at most two decimals")
      .meta({ description: "In euros", examples: [12.5] }),
  })
  .meta({ id: "NewBookV1" });

export const BookV1 = NewBookV1.extend({ id: z.int(), author: z.string() }).meta({ id: "BookV1" });

export const BooksV1 = z.array(BookV1);
