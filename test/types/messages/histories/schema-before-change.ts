// The schema stands before the change.
import { Rename, Versioned } from "versioned-controllers";
import { Cat1, Cat2, Renamed } from "../given";

export const Cat = Versioned(Cat2).Before(Cat1, Renamed, Rename("born", "birthday"));
