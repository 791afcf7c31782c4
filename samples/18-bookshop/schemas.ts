import { z } from "zod";

// Schemas that all versions have in common; the rest of each version's schemas is its own.

export const ISBN = z
  .string()
  .regex(/^97[89]\d{10}$/, "an ISBN has 13 digits and begins with 978 or 979")
  .refine(hasCheckDigit, "the last digit does not fit the others")
  .meta({ id: "ISBN", description: "ISBN-13, without hyphens", examples: ["9780141439518"] });

/** A line of text: PostgreSQL refuses the character 0, and the others of its kind are no use in a title. */
export const Line = z
  .string()
  .trim()
  .min(1)
  .max(200)
  .regex(/^\P{Cc}*$/u, "control characters are not allowed");

/** The path of versions 1 and 2, which tell books apart by a number of the shop's own. */
export const ByID = z.object({
  id: z
    .string()
    .regex(/^[1-9]\d{0,8}$/, "an id is a positive number of at most 9 digits")
    .transform(Number),
});

/** A price that a column of the type integer holds, and more than a book costs. */
export const MOST_CENTS = 100_000_000;

/** The ISBN Users' Manual, 7th edition, section 5: the digits times 1, 3, 1, 3 ... add up to a multiple of 10. */
function hasCheckDigit(isbn: string): boolean {
  const sum = Array.from(isbn, Number).reduce(
    (total, digit, place) => total + digit * (place % 2 === 0 ? 1 : 3),
    0,
  );
  return sum % 10 === 0;
}
