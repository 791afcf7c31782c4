import { z } from "zod";

// Parts of requests and answers that are the same in both versions.

const blank = "can't be blank";

/** PostgreSQL keeps any text but one with the character 0. */
const storable = /^\P{Cc}*$/u;

/** A name, a title or an address: one line. */
export const Line = z.string(blank).trim().min(1, blank).max(200).regex(storable, "is invalid");

/** A longer text, of several lines. */
export const Text = z
  .string(blank)
  .trim()
  .min(1, blank)
  .max(100_000)
  .refine((text) => !text.includes("\0"), "is invalid");

export const Email = z.email("is invalid").max(200);
export const Password = z.string(blank).min(1, blank).max(200);
export const Tags = z.array(Line).max(50);

export const Profile = z
  .object({
    username: z.string(),
    bio: z.string().nullable(),
    image: z.string().nullable(),
    following: z.boolean(),
  })
  .meta({ title: "Profile" });
