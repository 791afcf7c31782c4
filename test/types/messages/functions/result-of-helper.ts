// A member of a member is misspelt in what a function gives.
import { z } from "zod";
import { WithResponse } from "versioned-controllers";
import { app } from "../given";

const Favorites = z.object({ mine: z.boolean(), count: z.number() });
const Article = z.object({ slug: z.string(), title: z.string(), favorites: Favorites });

declare function shown(slug: string): {
  slug: string;
  title: string;
  favorites: { mine: boolean; counts: number };
};

app.Get(
  "/articles/{slug}",
  (req) => ({ article: shown(req.params.slug) }),
  WithResponse(200, z.object({ article: Article })),
);
