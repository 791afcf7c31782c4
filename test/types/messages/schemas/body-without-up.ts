// The history's step has no Up, which requests need.
import { Versioned, WithBody } from "versioned-controllers";
import { Cat1, Cat2, Renamed } from "../given";

const Cat = Versioned(Cat2).Before(Renamed, Cat1, {
  Down: ({ name, birthday }) => ({ name, born: birthday }),
});

export const option = WithBody(Cat);
