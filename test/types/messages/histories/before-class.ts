// A class is no schema of an older link.
import { Versioned } from "versioned-controllers";
import { Cat2, Renamed } from "../given";

class Cat {
  name!: string;
}

export const History = Versioned(Cat2).Before(Renamed, Cat, { Down: ({ name }) => ({ name }) });
