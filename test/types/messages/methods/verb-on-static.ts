// A static method carries no route.
import { Get, Router } from "versioned-controllers";

@Router("/cats")
export class Cats {
  @Get("/")
  static list() {
    return [];
  }
}
