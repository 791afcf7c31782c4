// The old name comes first in Renamed too.
import { Versioned } from "versioned-controllers";
import { Cat2, Renamed } from "../given";

export const Cat = Versioned(Cat2).Renamed(Renamed, "birthday", "born");
