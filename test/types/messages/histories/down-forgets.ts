// Down forgets a member of the older schema.
import { Versioned } from "versioned-controllers";
import { Cat1, Cat2, Renamed } from "../given";

export const Cat = Versioned(Cat2).Before(Renamed, Cat1, {
  Up: ({ name, born }) => ({ name, birthday: born }),
  Down: ({ name }) => ({ name }),
});
