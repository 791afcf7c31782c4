// Stored values are read as the newest: every step needs Up.
import { Versioned } from "versioned-controllers";
import { Cat1, Cat2, Renamed, V } from "../given";

const Cat = Versioned(Cat2).Before(Renamed, Cat1, {
  Down: ({ name, birthday }) => ({ name, born: birthday }),
});

export const row = V.Stored(Cat);
