// The wrapped schema has no member of that name.
import { z } from "zod";
import { Each, Rename, Versioned } from "versioned-controllers";
import { Cat1, Cat2, Renamed } from "../given";

const Cat = Versioned(Cat2).Before(Renamed, Cat1, Rename("born", "birthday"));

export const Page = Cat.Within(["items", Each], (cat) => z.object({ cats: z.array(cat), total: z.number() }));
