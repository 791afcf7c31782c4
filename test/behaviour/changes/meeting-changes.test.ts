import {
  HasChange,
  Nothing,
  Since,
  Versioned,
  WithBody,
  WithResponse,
  type App,
} from "versioned-controllers";
import { CheckChanges } from "versioned-controllers/check";
import { z } from "zod";
import { problemsOf } from "../../support/problems";
import { appWith, askAs, V } from "./cats";

const Born = V.Change("3", "`born` is `birthday`.");
const Named = V.Change("3", "`name` is `first`.");
const Secret = V.Change("3", "The table has moved.", { Internal: true });
const Early = V.Change("2", "There is a cat.");
const Cat3 = z.object({ first: z.string(), birthday: z.string() });
const Cat2 = z.object({ name: z.string(), born: z.string() });
const Cat = Versioned(Cat3)
  .Before([Born, Named, Secret], Cat2, {
    Up: ({ name, born }) => ({ first: name, birthday: born }),
    Down: ({ first, birthday }) => ({ name: first, born: birthday }),
  })
  .Before([Early], Nothing, { Up: () => ({ name: "", born: "" }) });

const declare = (app: App): unknown =>
  app.Post(
    "/cats",
    (req) => ({ first: String(HasChange(req, Born)), birthday: String(HasChange(req, Named)) }),
    Since("1"),
    WithBody(Cat),
    WithResponse(201, Cat),
  );

describe("several changes of one version that meet at one link", () => {
  it("turn requests and answers once", async () => {
    const ask = await askAs(appWith(declare).app);
    expect((await ask("2", "POST /cats", { name: "Tom", born: "2020" })).json).toEqual({
      name: "false",
      born: "false",
    });
    expect((await ask("3", "POST /cats", { first: "Tom", birthday: "2020" })).json).toEqual({
      first: "true",
      birthday: "true",
    });
  });

  it("each is in the changelog and in x-changes, Internal ones in neither", () => {
    const { app, logger } = appWith(declare);
    const entry = (Description: string) => ({ Description, Routes: ["POST /cats"], Behaviour: false });
    expect(app.Changelog()).toEqual([
      { Version: "3", Changes: [entry(Born.Description), entry(Named.Description)] },
      { Version: "2", Changes: [entry(Early.Description)] },
    ]);
    expect(app.Document("2").paths["/cats"]?.post?.["x-changes"]).toEqual([
      { version: "3", description: Born.Description },
      { version: "3", description: Named.Description },
    ]);
    expect(logger.warn).not.toHaveBeenCalled();
  });

  it("are named together by messages", async () => {
    const names = '"`born` is `birthday`." and "`name` is `first`." (version 3)';
    const Half = Versioned(Cat3).Before([Born, Named], Cat2, { Down: () => ({ name: "", born: "" }) });
    const { app } = appWith((one) => one.Post("/cats", () => null, Since("1"), WithBody(Half as never)));
    expect(problemsOf(app)).toEqual([expect.stringContaining(`${names} cannot turn requests up`)]);
    const lossy = appWith((one) =>
      one.Post("/cats", (req) => req.body as never, Since("1"), WithBody(Lost), WithResponse(200, Lost)),
    );
    await expect(CheckChanges(lossy.app, { Runs: 10, Seed: 1 })).rejects.toThrow(names);
  });

  it("are one change where a list names it twice", () => {
    const Twice = Versioned(Cat3).Before([Born, Born], Cat2, {
      Up: ({ name, born }) => ({ first: name, birthday: born }),
    });
    const { app } = appWith((one) => one.Post("/cats", () => null, Since("1"), WithBody(Twice)));
    expect(app.Changelog().flatMap(({ Changes }) => Changes)).toHaveLength(1);
  });
});

const Lost = Versioned(Cat3).Before([Born, Named], Cat2, {
  Up: ({ name }) => ({ first: name, birthday: "" }),
  Down: ({ first, birthday }) => ({ name: first, born: birthday }),
});
