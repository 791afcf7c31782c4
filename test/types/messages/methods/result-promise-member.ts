// A member of what a promise gives is misspelt.
import { Get, Router, WithResponse } from "versioned-controllers";
import { NewCat } from "../given";

declare function find(): Promise<{ name: string; live: number }>;

@Router("/cats")
export class Cats {
  @Get("/{id}", WithResponse(200, NewCat))
  async one() {
    return find();
  }
}
