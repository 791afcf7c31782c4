// The verb is not called.
import { Get, Router } from "versioned-controllers";

@Router("/cats")
export class Cats {
  @Get
  list() {
    return [];
  }
}
