// A history is no zod schema: Within lifts it into one.
import { z } from "zod";
import { Rename, Versioned } from "versioned-controllers";
import { Cat1, Cat2, Renamed } from "../given";

const Cat = Versioned(Cat2).Before(Renamed, Cat1, Rename("born", "birthday"));

export const Cats = z.array(Cat);
