// zod 3, whose schemas the package `zod` still holds: read by `npm run check:types` under both compilers and flavours.
import { z } from "zod/v3";
import {
  App,
  DefineVersions,
  Post,
  Rename,
  Router,
  Versioned,
  WithBody,
  WithHeaders,
  WithParams,
  WithQuery,
  WithResponse,
  type InputOf,
  type OutputOf,
  type Typed,
} from "versioned-controllers";

const C = DefineVersions("1", "2").Change("2", "two");
const Cat1 = z.object({ name: z.string(), born: z.string().optional(), lives: z.number().default(9) });
const Cat2 = z.object({ name: z.string(), birthday: z.string().optional(), lives: z.number().default(9) });
const Cat = Versioned(Cat2).Before(C, Cat1, Rename("born", "birthday"));
const Page = z.object({ page: z.coerce.number() });

export const given: InputOf<typeof Cat2> = { name: "Tom" };
export const out: OutputOf<typeof Cat2> = { name: "Tom", lives: 9 };
// @ts-expect-error what is put out has its defaults
export const less: OutputOf<typeof Cat2> = { name: "Tom" };

const app = new App();
app.Post(
  "/cats",
  (req) => ({ ...req.body, lives: req.query.page }),
  WithBody(Cat),
  WithQuery(Page),
  WithResponse(201, Cat),
);
app.Get("/cats/{page}", (req) => req.params.page.toFixed(), WithParams(Page), WithHeaders(Page));
// @ts-expect-error a member is missing
app.Post("/cats", () => ({ lives: 1 }), WithResponse(201, Cat));
// @ts-expect-error no such member
app.Post("/cats", (req) => req.body.colour as string, WithBody(Cat));
// @ts-expect-error the other way round
Versioned(Cat2).Before(C, Cat1, Rename("birthday", "born"));
// @ts-expect-error every step needs Up
WithBody(Versioned(Cat2).Before(C, Cat1, { Down: ({ name, lives }) => ({ name, lives }) }));

@Router("/cats")
export class Cats {
  @Post("/", WithBody(Cat2), WithResponse(201, Cat2))
  add(req: Typed<{ body: typeof Cat2 }>) {
    return req.body;
  }

  // @ts-expect-error the body is another's
  @Post("/old", WithBody(Cat2))
  old(req: Typed<{ body: typeof Page }>) {
    return req.body.page;
  }
}
