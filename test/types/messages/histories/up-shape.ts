// Up gives a number where the newer schema takes text.
import { Versioned } from "versioned-controllers";
import { Cat1, Cat2, Renamed } from "../given";

export const Cat = Versioned(Cat2).Before(Renamed, Cat1, {
  Up: ({ born }) => ({ name: 1, birthday: born }),
  Down: ({ name, birthday }) => ({ name, born: birthday }),
});
