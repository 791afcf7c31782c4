// A class is no schema of a history.
import { Versioned } from "versioned-controllers";

class Cat {
  name!: string;
}

export const History = Versioned(Cat);
