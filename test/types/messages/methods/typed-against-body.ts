// The method asks for another body than WithBody gives.
import { Post, Router, WithBody, type Typed } from "versioned-controllers";
import { Cat, NewCat } from "../given";

@Router("/cats")
export class Cats {
  @Post("/", WithBody(NewCat))
  add(req: Typed<{ body: typeof Cat }>) {
    return req.body.born;
  }
}
