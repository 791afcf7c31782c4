// An option is not called.
import { Get, Hidden, Router } from "versioned-controllers";

@Router("/cats")
export class Cats {
  @Hidden
  @Get("/")
  list() {
    return [];
  }
}
