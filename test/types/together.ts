import {
  App,
  Change,
  Each,
  Rename,
  Together,
  Versioned,
  WithBody,
  WithResponse,
} from "versioned-controllers";
import { z } from "zod";

const Named = Change("3", "A cat's `title` is `name`.");
const Aged = Change("2", "A cat's `years` are `age`.");
const Keyed = Change("2", "An owner's `key` is `id`.");

const Cat = Versioned(z.object({ name: z.string(), age: z.number() }))
  .Before(Named, z.object({ title: z.string(), age: z.number() }), Rename("title", "name"))
  .Before(Aged, z.object({ title: z.string(), years: z.number() }), Rename("years", "age"));
const Owner = Versioned(z.object({ id: z.string() })).Before(
  Keyed,
  z.object({ key: z.string() }),
  Rename("key", "id"),
);
const Shown = Versioned(z.object({ id: z.string() })).Before(Keyed, z.object({ key: z.string() }), {
  Down: ({ id }) => ({ key: id }),
});

const Page = Together(
  [
    [Cat, ["cats", Each]],
    [Owner, ["owner"]],
  ],
  (cat, owner) => z.object({ cats: z.array(cat), owner: owner.optional() }),
);

new App().Post("/pages", (req) => req.body.cats[0]?.name ?? "", WithBody(Page));
new App().Get("/pages", () => ({ cats: [{ name: "Tom", age: 3 }] }), WithResponse(200, Page));
// @ts-expect-error the newest cat has a name
new App().Get("/pages", () => ({ cats: [{ title: "Tom", age: 3 }] }), WithResponse(200, Page));

// The link that stands last has the oldest of each part.
Page.Before(Change("1", "Pages had no owner."), z.object({ titles: z.array(z.string()) }), {
  Down: (now) => {
    const title: string | undefined = now.cats[0]?.title;
    const key: string | undefined = now.owner?.key;
    return { titles: [title ?? "", key ?? ""] };
  },
});
Page.Before(Change("1", "Pages had no owner."), z.object({ titles: z.array(z.string()) }), {
  // @ts-expect-error it is not the newest part
  Down: ({ cats }: { readonly cats: readonly { readonly name: string }[] }) => ({
    titles: cats.map(({ name }) => name),
  }),
});

Together(
  [
    [Cat, ["cats", Each]],
    [Owner, ["owner"]],
  ],
  // @ts-expect-error no path leads to dogs
  (cat, owner) => z.object({ dogs: z.array(cat), owner }),
);
// @ts-expect-error a schema is no history
Together([[z.string(), ["cats"]]], (text) => z.object({ cats: text }));

const Sent = Together(
  [
    [Cat, ["cat"]],
    [Shown, ["owner"]],
  ],
  (cat, owner) => z.object({ cat, owner }),
);
new App().Get("/sent", () => ({ cat: { name: "Tom", age: 3 }, owner: { id: "7" } }), WithResponse(200, Sent));
// @ts-expect-error one part has no Up
new App().Post("/sent", () => "", WithBody(Sent));
