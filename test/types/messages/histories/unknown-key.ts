// `Downs` means nothing.
import { Versioned } from "versioned-controllers";
import { Cat1, Cat2, Renamed } from "../given";

export const Cat = Versioned(Cat2).Before(Renamed, Cat1, {
  Up: ({ name, born }) => ({ name, birthday: born }),
  Downs: ({ name, birthday }: { name: string; birthday: string }) => ({ name, born: birthday }),
});
