// A member of a list's items has another type.
import { z } from "zod";
import { Get, Router, WithResponse } from "versioned-controllers";
import { NewCat } from "../given";

@Router("/cats")
export class Cats {
  @Get("/", WithResponse(200, z.array(NewCat)))
  list() {
    return [{ name: "Tom", lives: "9" }];
  }
}
