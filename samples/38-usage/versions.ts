import { DefineVersions, Rename, Versioned } from "versioned-controllers";
import { z } from "zod";

export const V = DefineVersions("1", "2");

const Born = V.Change("2", "A cat's `born` is `birthday`.");

const NewCat = z.object({ name: z.string(), birthday: z.string().optional() });

export type NewCat = z.infer<typeof NewCat>;

export const Cat = Versioned(NewCat).Before(
  Born,
  z.object({ name: z.string(), born: z.string().optional() }),
  Rename("born", "birthday"),
);
