// The same, stacked on the method.
import { Get, Router, WithPrefix } from "versioned-controllers";

@Router("/cats")
export class Cats {
  @WithPrefix("/api")
  @Get("/")
  list() {
    return [];
  }
}
