// Shadows that compile, and those that do not; both flavours of decorators read it.
import type { Request } from "express";
import {
  App,
  Before,
  DefineVersions,
  Get,
  Router,
  Shadow,
  WithResponse,
  type Handler,
  type ShadowOptions,
  type ShadowReport,
  type Typed,
} from "versioned-controllers";
import { z } from "zod";

declare function same<T>(value: T): void;

const V = DefineVersions("1", "2");
const Renamed = V.Change("2", "renamed");
const Cat = z.object({ name: z.string() });
export const ByID = z.object({ id: z.string() });
const old: Handler = () => ({ first: "Tom" });
const terms: ShadowOptions = { Answer: "old", OnDifference: () => undefined };

const app = new App();
// The old handler answers in its own shape, whatever the route's answer is.
app.Get("/{id}", () => ({ name: "Tom" }), WithResponse(200, Cat), Shadow(V.Until("1"), old, terms));
app.Get(
  "/{id}",
  (req) => req.params.id,
  Shadow(V.WithVersion("1"), (req, res) => res.json(req.path), terms),
);
app.Get(
  "/{id}",
  () => 1,
  Shadow(V.Since("1"), (req: Request<{ id: string }>) => req.params.id, terms),
);
app.Get(
  "/{id}",
  () => 1,
  Shadow(V.Until("1"), (req: Typed<{ params: typeof ByID }>) => req.params.id, terms),
);
app.Get(
  "/{id}",
  () => 1,
  Shadow(V.Until("1"), old, {
    Answer: "new",
    Share: 0.5,
    Compare: (before, now) => before === now,
    OnDifference: (told) => {
      same<ShadowReport>(told);
      same<"status" | "body" | "error" | undefined>(told.Difference[0]?.in);
    },
  }),
);

@Router("/cats")
export class Cats {
  @Get("/", Shadow(V.Until("1"), old, terms))
  list() {
    return [];
  }

  @Shadow(V.Until("1"), old, terms)
  @Get("/{id}")
  one() {
    return 1;
  }
}

// @ts-expect-error -- whose answer is sent
Shadow(V.Until("1"), old, { OnDifference: () => undefined });
// @ts-expect-error -- nobody is told
Shadow(V.Until("1"), old, { Answer: "old" });
// @ts-expect-error -- one of two answers
Shadow(V.Until("1"), old, { ...terms, Answer: "both" });
// @ts-expect-error -- a number
Shadow(V.Until("1"), old, { ...terms, Share: "10%" });
// @ts-expect-error -- a name that means nothing
Shadow(V.Until("1"), old, { ...terms, Shares: 0.5 });
// @ts-expect-error -- a version of the list
Shadow(V.Until("3"), old, terms);
// @ts-expect-error -- versions, and no name of one
Shadow("1", old, terms);
// @ts-expect-error -- no handler
Shadow(V.Until("1"), terms);
// @ts-expect-error -- a handler is given a request
Shadow(V.Until("1"), (id: string) => id, terms);
// @ts-expect-error -- of a route alone
app.Include(Cats, Shadow(V.Until("1"), old, terms));
// @ts-expect-error -- nor of a router
new Router("/cats", Shadow(V.Until("1"), old, terms));
// @ts-expect-error -- an older version's form has none
app.Get("/", () => 1, Before(Renamed, Shadow(V.Until("1"), old, terms)));
