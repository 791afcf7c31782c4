// The old name comes first after Carrying too.
import { z } from "zod";
import { Rename, Versioned } from "versioned-controllers";
import { Cat1, Cat2, Renamed } from "../given";

export const Cat = Versioned(Cat2)
  .Carrying(z.object({ lives: z.number() }))
  .Before(Renamed, Cat1, Rename("birthday", "born"));
