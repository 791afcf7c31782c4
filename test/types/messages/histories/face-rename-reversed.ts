// The face's name comes first.
import { Rename, Versioned } from "versioned-controllers";
import { Cat1, Cat2 } from "../given";

export const Cat = Versioned(Cat2).As(Cat1, Rename("birthday", "born"));
