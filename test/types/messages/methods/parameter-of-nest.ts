// Handlers take the request, not its parameters.
import { Get, Router } from "versioned-controllers";

@Router("/cats")
export class Cats {
  @Get("/{id}")
  one(id: string) {
    return id;
  }
}
