// The face's Down forgets a member.
import { z } from "zod";
import { Versioned } from "versioned-controllers";
import { Cat2 } from "../given";

export const Cat = Versioned(Cat2).As(z.object({ name: z.string() }), {
  Down: ({ birthday }) => ({ birthday }),
});
