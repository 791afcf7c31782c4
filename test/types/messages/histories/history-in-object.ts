// The same in an object.
import { z } from "zod";
import { Rename, Versioned } from "versioned-controllers";
import { Cat1, Cat2, Renamed } from "../given";

const Cat = Versioned(Cat2).Before(Renamed, Cat1, Rename("born", "birthday"));

export const Page = z.object({ cat: Cat });
