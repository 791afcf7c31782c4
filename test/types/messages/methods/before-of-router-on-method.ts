// In Before a prefix is an option of routers too.
import { Before, Get, Router, WithPrefix } from "versioned-controllers";
import { Renamed } from "../given";

@Router("/cats")
export class Cats {
  @Get("/", Before(Renamed, WithPrefix("/dogs")))
  list() {
    return [];
  }
}
