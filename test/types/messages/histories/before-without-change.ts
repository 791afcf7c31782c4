// A change comes first, not a version.
import { Versioned } from "versioned-controllers";
import { Cat1, Cat2 } from "../given";

export const Cat = Versioned(Cat2).Before("2", Cat1, {});
