// The old name comes first.
import { Rename, Versioned } from "versioned-controllers";
import { Cat1, Cat2, Renamed } from "../given";

export const Cat = Versioned(Cat2).Before(Renamed, Cat1, Rename("birthday", "born"));
