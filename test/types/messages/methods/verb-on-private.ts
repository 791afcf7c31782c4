// A private method carries no route.
import { Get, Router } from "versioned-controllers";

@Router("/cats")
export class Cats {
  @Get("/")
  private list() {
    return [];
  }
}
