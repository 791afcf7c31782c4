// Nothing reads the body that the method asks for.
import { Post, Router, type Typed } from "versioned-controllers";
import { NewCat } from "../given";

@Router("/cats")
export class Cats {
  @Post("/")
  add(req: Typed<{ body: typeof NewCat }>) {
    return req.body.name;
  }
}
