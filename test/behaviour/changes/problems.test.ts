import {
  Change,
  Each,
  Nothing,
  Rename,
  Since,
  Until,
  Versioned,
  VersioningHeader,
  WithBody,
  WithQuery,
  WithResponse,
  type App,
} from "versioned-controllers";
import { z } from "zod";
import { problemsOf } from "../../support/problems";
import { appWith, Born, Cat, Cat1, Cat2, Cat3, Names } from "./cats";

// eslint-disable-next-line @typescript-eslint/no-explicit-any -- each test has schemas of its own
const same = { Up: (value: any): any => value, Down: (value: any): any => value };
const any = z.object({});
const named = z.object({ name: z.string() }).meta({ id: "Named" });
const NamedCat = Versioned(named).Before(Names, any, { Down: () => ({}) });
const noUp = Versioned(any).Before(Born, any, { Down: () => ({}) });
const noDown = Versioned(any).Before(Born, any, { Up: () => ({}) });
const body = (schema: object) => (app: App) => app.Post("/cats", () => null, Since("1"), WithBody(schema));

const answer = (schema: object) => (app: App) =>
  app.Get("/cats", () => ({}), Since("1"), WithResponse(200, schema as never));
const list = (one: object): object => z.array(one as z.ZodType);
/** As a caller without types may write it. */
const renaming = (old: string, now: string): object => Rename(old, now);

describe("Build refuses", () => {
  it.each<[what: string, declare: (app: App) => unknown, problem: string]>([
    [
      "a change whose version is not in the list",
      body(Versioned(any).Before(Change("9", "nine"), any, same)),
      'version "9" is not in AppOptions.Versioning.Versions',
    ],
    [
      "a change of the first version",
      body(Versioned(any).Before(Change("1", "one"), any, same)),
      'the change "one" has no effect, because version "1" is the first version, before which nothing was: give the change a later version, or list Versions oldest first',
    ],
    [
      "changes that are written oldest first",
      body(Versioned(any).Before(Born, any, same).Before(Names, any, same)),
      "changes have to be written newest first",
    ],
    ["a request's history without Up", body(noUp), "(version 2) cannot turn requests up"],
    [
      "a response's history without Down",
      (app) => app.Get("/cats", () => null, Since("1"), WithResponse(200, noDown as never)),
      "(version 2) cannot turn responses down",
    ],
    [
      "a place of Lossy that neither schema has",
      answer(Versioned(Cat2).Before(Born, Cat1, { ...same, Lossy: { birthdate: "why", born: "why" } })),
      'the Lossy of "A cat\'s `born` is `birthday`." (version 2) names "birthdate", a place that neither the older nor the newer schema has: correct the place, in which * is any item',
    ],
    [
      "a place of Lossy within a list that neither schema has",
      answer(
        Versioned(Cat2)
          .Before(Born, Cat1, { ...same, Lossy: { "*.born": "why" } })
          .Within([Each], list),
      ),
      'names "*.born", a place that neither',
    ],
    [
      "a Rename of a member that the newer schema closes out",
      answer(Versioned(Cat2).Before(Born, Cat1, renaming("born", "birthdate"))),
      '(version 2) names "birthdate", but the newer schema has no such member',
    ],
    [
      "a Rename whose older name the older schema closes out, in a list",
      answer(Versioned(Cat2).Before(Born, Cat1, renaming("birth", "birthday")).Within([Each], list)),
      '(version 2) names "birth", but the older schema has no such member',
    ],
    [
      "a Limit of a link that is none",
      body(Versioned(any).Before(Born, any, { ...same, Limit: "lots" })),
      'Limit of "A cat\'s `born` is `birthday`." (version 2) must be a size such as "100kb", got "lots"',
    ],
    [
      "a Type of a link that is none",
      body(Versioned(any).Before(Born, any, { ...same, Type: "xml" as "json" })),
      'or a list of these, got "xml"',
    ],
    [
      "Nothing in a query",
      (app) =>
        app.Get(
          "/cats",
          () => null,
          Since("1"),
          WithQuery(Versioned(any).Before(Born, Nothing, { Up: () => ({}) })),
        ),
      "the history in WithQuery contains Nothing, which only",
    ],
    [
      "a schema that a change replaced, at a version before it",
      (app) =>
        app
          .Get("/cats", () => ({ name: "Tom" }), Since("1"), WithResponse(200, NamedCat))
          .Get("/best", () => ({ name: "Tom" }), Since("2"), WithResponse(200, named)),
      'shows Named, which "A cat\'s `name` is split." replaced',
    ],
  ])("%s", (_, declare, problem) => {
    const problems = problemsOf(appWith(declare).app);
    expect(problems).toHaveLength(1);
    expect(problems[0]).toContain(problem);
  });

  it("a schema of what values carry that cannot be compiled", () => {
    const schema = Versioned(any)
      .Carrying({ type: "nothing" })
      .Before(Born, any, { Down: () => ({}) });
    const { app } = appWith((one) =>
      one.Get("/cats", () => null as never, Since("1"), WithResponse(200, schema)),
    );
    expect(problemsOf(app)).toEqual([
      expect.stringMatching(/^GET \/cats: .*Carrying.* \[schema-invalid\]$/) as unknown,
    ]);
  });

  it("a history of errors whose values carry something", () => {
    const Schema = Versioned(any)
      .Carrying(any)
      .Before(Born, any, { Down: () => ({}) });
    const { app } = appWith((one) => one.Get("/cats", () => null, Since("1")), {
      Errors: { Schema },
    });
    expect(problemsOf(app)).toEqual([
      expect.stringMatching(/^AppOptions.*Carrying.* \[context-of-errors\]$/) as unknown,
    ]);
  });

  it("changes without a list", () => {
    const { app } = appWith((one) => one.Post("/cats", () => null, WithBody(Cat)), {
      Versioning: { Type: VersioningHeader, Header: "X-Version", DefaultVersion: ["1"] },
    });
    expect(problemsOf(app)).toEqual([expect.stringContaining("changes need Versioning.Versions")]);
  });
});

describe("Build takes", () => {
  it.each<[what: string, declare: (app: App) => unknown]>([
    [
      "two changes of one version",
      body(Versioned(Cat3).Before(Names, Cat2, same).Before(Change("3", "too"), Cat1, same)),
    ],
    [
      "a Rename of members that open schemas may have",
      answer(Versioned(z.looseObject({})).Before(Born, z.looseObject({}), renaming("born", "birthday"))),
    ],
    [
      "a Rename of a member that one alternative has",
      answer(
        Versioned(z.union([Cat2, z.object({ id: z.string() })])).Before(
          Born,
          z.union([Cat1, z.object({ id: z.string() })]),
          renaming("born", "birthday"),
        ),
      ),
    ],
    [
      "a way that no version of the route needs",
      (app) => app.Post("/cats", () => null, Since("2"), WithBody(noUp as never)),
    ],
    [
      "a replaced schema since its change",
      (app) =>
        app
          .Get("/cats", () => ({ name: "Tom" }), Since("1"), WithResponse(200, NamedCat))
          .Get("/best", () => ({ name: "Tom" }), Since("3"), WithResponse(200, named))
          .Get("/worst", () => ({}), Until("2"), WithResponse(200, any)),
    ],
    [
      "one that is said to be meant",
      (app) =>
        app
          .Get("/cats", () => ({ name: "Tom" }), Since("1"), WithResponse(200, NamedCat))
          .Get("/best", () => ({ name: "Tom" }), Since("1"), WithResponse(200, Versioned(named))),
    ],
  ])("%s", (_, declare) => {
    expect(problemsOf(appWith(declare).app)).toEqual([]);
  });
});
