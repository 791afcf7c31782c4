// The history's step has no Down, which answers need.
import { Versioned, WithResponse } from "versioned-controllers";
import { Cat1, Cat2, Renamed } from "../given";

const Cat = Versioned(Cat2).Before(Renamed, Cat1, { Up: ({ name, born }) => ({ name, birthday: born }) });

export const option = WithResponse(200, Cat);
