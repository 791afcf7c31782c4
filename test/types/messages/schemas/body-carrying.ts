// No request brings what the history's values carry.
import { z } from "zod";
import { Versioned, WithBody } from "versioned-controllers";
import { Cat1, Cat2, Renamed } from "../given";

const Cat = Versioned(Cat2)
  .Carrying(z.object({ born: z.string() }))
  .Before(Renamed, Cat1, {
    Up: ({ name, born }) => ({ name, birthday: born }),
    Down: ({ name }, { born }) => ({ name, born }),
  });

export const option = WithBody(Cat);
