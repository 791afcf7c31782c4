import {
  Before,
  DefineVersions,
  Summary,
  Versioned,
  WithHeaders,
  WithResponse,
  WithTags,
} from "versioned-controllers";
import { z } from "zod";

export const V = DefineVersions("1", "2");

const names = V.Change("2", "A cat's `name` is split into `first` and `last`.");
const renamed = V.Change("2", "`cat.created` is `cat.added`.");

const Cat2 = z.object({ first: z.string(), last: z.string() }).meta({ id: "Cat" });
export const Cat1 = z.object({ name: z.string() }).meta({ id: "Cat" });

export type Cat = z.infer<typeof Cat2>;

export const Cat = Versioned(Cat2).Before(names, Cat1, {
  Up: ({ name }) => {
    const [first = "", ...others] = name.split(" ");
    return { first, last: others.join(" ") };
  },
  Down: ({ first, last }) => ({ name: `${first} ${last}`.trim() }),
});

/** What subscribers are sent, each in the version of its subscription. */
export const CatAdded = V.Webhook(
  "cat.added",
  Cat,
  Summary("A cat was added"),
  WithTags("events"),
  WithHeaders(
    z.object({ "webhook-id": z.string(), "webhook-timestamp": z.string(), "webhook-signature": z.string() }),
  ),
  WithResponse(204),
  Before(renamed, "cat.created"),
);

/** What the outbox keeps: a deploy reads what the one before has written. */
export const CatEvent = V.Stored(Cat);
