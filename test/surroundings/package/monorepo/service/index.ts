// Another project's program: what it knows of the library are its declarations.
import { App, Router, Versioned, type OutputOf, type Typed } from "versioned-controllers";
import type { Cat, Cats } from "../library/index.js";
import {
  Add,
  app,
  Bearer,
  Born,
  Cat1,
  Cat2,
  client,
  List,
  listOf,
  One,
  options,
  rename,
  router,
  typed,
} from "../library/index.js";

export const cat: OutputOf<typeof Cat> = { birthday: "", nick: "" };
// @ts-expect-error a history's type has come through
export const less: OutputOf<typeof Cat> = { birthday: "" };
export const page: OutputOf<typeof Cats> = { data: [cat] };
export const older = Versioned(Cat1);
// @ts-expect-error so has that of Rename
older.Before(Born, Cat1, rename);

@Router("/more")
export class More {
  @List
  list() {
    return [cat];
  }

  @One
  one() {
    return cat;
  }

  // @ts-expect-error so has that of a verb: the response's member is missing
  @One
  less() {
    return { birthday: "" };
  }

  @Add
  add(req: Typed<{ body: typeof Cat }>) {
    return { ...req.body, nick: req.body.nick };
  }
}

export const whole = new App()
  .Include([app, router, More])
  .Post("/typed", (req) => typed({ ...req, query: { born: "" } }).body.nick, options.body)
  .Get("/cats", () => ({ items: [cat] }), listOf(Cat2));
export const id = Bearer.Of;
export const ask = client;
