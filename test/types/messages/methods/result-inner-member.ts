// A member of a member is misspelt.
import { z } from "zod";
import { Get, Router, WithResponse } from "versioned-controllers";

const Favorites = z.object({ mine: z.boolean(), count: z.number() });
const Article = z.object({ slug: z.string(), title: z.string(), favorites: Favorites });

@Router("/articles")
export class Articles {
  @Get("/{slug}", WithResponse(200, z.object({ article: Article })))
  one() {
    return { article: { slug: "one", title: "One", favorites: { mine: true, counts: 3 } } };
  }
}
