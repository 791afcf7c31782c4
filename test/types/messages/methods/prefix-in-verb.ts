// A prefix is an option of routers.
import { Get, Router, WithPrefix } from "versioned-controllers";

@Router("/cats")
export class Cats {
  @Get("/", WithPrefix("/api"))
  list() {
    return [];
  }
}
