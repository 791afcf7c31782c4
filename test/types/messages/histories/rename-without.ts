// Older versions lack a member of the newer schema, which Without must list.
import { z } from "zod";
import { Rename, Versioned } from "versioned-controllers";
import { Cat1, Renamed } from "../given";

const Newest = z.object({ name: z.string(), birthday: z.string(), lives: z.number() });

export const Cat = Versioned(Newest).Before(Renamed, Cat1, Rename("born", "birthday"));
