import { DefineVersions, Each, Versioned } from "versioned-controllers";
import { z } from "zod";

// Each day on which the API changed.
export const V = DefineVersions("2024-05-01", "2025-01-15", "2025-09-01");

export const newest = "2025-09-01";

const born = V.Change("2025-01-15", "A cat's `born`, a year, is `birthday`, a day.");
const names = V.Change("2025-09-01", "A cat's `name` is split into `first` and `last`.");

const Cat3 = z.object({ first: z.string(), last: z.string(), birthday: z.iso.date() }).meta({ id: "Cat" });
const Cat2 = z.object({ name: z.string(), birthday: z.iso.date() }).meta({ id: "Cat" });
const Cat1 = z.object({ name: z.string(), born: z.number() }).meta({ id: "Cat" });

const Cat = Versioned(Cat3)
  .Before(names, Cat2, { Down: ({ first, last, ...cat }) => ({ ...cat, name: `${first} ${last}` }) })
  .Before(born, Cat1, {
    Down: ({ birthday, ...cat }) => ({ ...cat, born: Number(birthday.slice(0, 4)) }),
  });

/** The list of cats, as each version shows it. */
export const Cats = Cat.Within([Each], (cat) => z.array(cat));
