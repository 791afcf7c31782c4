// The result lacks a member.
import { Get, Router, WithResponse } from "versioned-controllers";
import { Cat } from "../given";

@Router("/cats")
export class Cats {
  @Get("/{id}", WithResponse(200, Cat))
  one() {
    return { id: 1, name: "Tom", lives: 9 };
  }
}
