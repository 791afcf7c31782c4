// Up and Down are crossed.
import { Versioned } from "versioned-controllers";
import { Cat1, Cat2, Renamed } from "../given";

export const Cat = Versioned(Cat2).Before(Renamed, Cat1, {
  Up: ({ name, birthday }) => ({ name, born: birthday }),
});
