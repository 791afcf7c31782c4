// A member of a member is misspelt.
import { z } from "zod";
import { WithResponse } from "versioned-controllers";
import { app } from "../given";

const Article = z.object({ slug: z.string(), favorites: z.object({ mine: z.boolean(), count: z.number() }) });

app.Get(
  "/articles/{slug}",
  () => ({ slug: "one", favorites: { mine: true, counts: 3 } }),
  WithResponse(200, Article),
);
