// The schema of the response has a Date, which JSON sends as a text.
import { z } from "zod";
import { Get, Router, WithResponse } from "versioned-controllers";

const Cat = z.object({ name: z.string(), born: z.date() });

@Router("/cats")
export class Cats {
  @Get("/{id}", WithResponse(200, Cat))
  one() {
    return { name: "Tom", born: new Date() };
  }
}
