// The path leads to the list, not to its items.
import { z } from "zod";
import { Rename, Versioned } from "versioned-controllers";
import { Cat1, Cat2, Renamed } from "../given";

const Cat = Versioned(Cat2).Before(Renamed, Cat1, Rename("born", "birthday"));

export const Page = Cat.Within(["cats"], (cat) => z.object({ cats: z.array(cat), total: z.number() }));
