// A path's parameters are text unless WithParams says otherwise.
import type { Request } from "express";
import { Get, Router } from "versioned-controllers";

@Router("/cats")
export class Cats {
  @Get("/{id}")
  one(req: Request<{ id: number }>) {
    return req.params.id.toFixed();
  }
}
