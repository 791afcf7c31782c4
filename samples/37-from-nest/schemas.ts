import { z } from "zod";

const wrongID = "must be a whole number";

// As ParseIntPipe has it behind ValidationPipe's `transform`, which has made a number of "1e0" before.
export const ByID = z.object({ id: z.coerce.number(wrongID).int(wrongID) });

const wrongTitle = "must be a text of 1 to 200 characters";
const wrongAuthors = "must be a list of names";

export const NewBook = z
  .object({
    title: z.string(wrongTitle).min(1, wrongTitle).max(200, wrongTitle),
    authors: z.array(z.string(wrongAuthors), wrongAuthors).min(1, wrongAuthors),
  })
  .meta({ title: "NewBook" });

export const Title = z.object({ title: z.string() }).meta({ title: "Title" });

/** What clients see of a book: what it has cost is not named, and so is not sent. */
export const Book = z
  .object({ id: z.number(), title: z.string(), authors: z.array(z.string()) })
  .meta({ title: "Book" });

export const Book1 = z
  .object({ id: z.number(), title: z.string(), author: z.string() })
  .meta({ title: "BookWithAuthor" });

export const NewLoan = z.object({ bookId: z.int(wrongID) }).meta({ title: "NewLoan" });

export const Loan = z
  .object({ id: z.number(), bookId: z.number(), reader: z.string(), due: z.iso.date() })
  .meta({ title: "Loan" });

export const LoansQuery = z.object({ whose: z.enum(["mine", "all"], "must be mine or all").default("mine") });
