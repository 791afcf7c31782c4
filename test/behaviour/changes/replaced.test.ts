import * as v from "valibot";
import { z } from "zod";
import {
  Each,
  Since,
  Together,
  Versioned,
  VersionNeutral,
  WithBody,
  WithQuery,
  WithResponse,
  WithVersion,
  type App,
  type RouteOption,
} from "versioned-controllers";
import { problemsOf } from "../../support/problems";
import { appWith, Born, Names } from "./cats";

const older = z.object({});

/** A standard schema that tells no more than whether a value fits. */
const silent: object = {
  "~standard": { version: 1, vendor: "test", validate: (value: unknown) => ({ value }) },
};

describe("a schema that a change replaced, at a version before it, is reported", () => {
  it.each<[how: string, schema: object, shown: string]>([
    ["by its name", z.object({ name: z.string() }).meta({ id: "Kitten" }), "shows Kitten"],
    [
      "by the name that it refers to",
      { $ref: "#/$defs/Kitten", $defs: { Kitten: { title: "Kitten", type: "object" } } },
      "shows Kitten",
    ],
    ["by its place, where it has no name", z.object({ name: z.string() }), "shows in WithResponse"],
    ["by its place, where it has no JSON Schema", silent, "shows in WithResponse"],
  ])("%s", (_how, schema, shown) => {
    const history = Versioned(schema as typeof older).Before(Names, older, { Down: () => ({}) });
    const declare = (app: App): unknown =>
      app
        .Get("/cats", () => ({}), Since("1"), WithResponse(200, history))
        .Get("/best", () => ({}), Since("2"), WithResponse(200, schema as typeof older));
    const problems = problemsOf(appWith(declare).app);
    expect(problems).toContainEqual(expect.stringContaining(shown));
    expect(problems).toContainEqual(expect.stringContaining(`"A cat's \`name\` is split." replaced`));
  });
});

const New = z.object({ name: z.string() });
const Face = z.object({ seen: z.string() });
const Kitten = Versioned(New)
  .As(Face, { Up: ({ seen }) => ({ name: seen }), Down: ({ name }) => ({ seen: name }) })
  .Before(Names, older, { Up: () => ({ name: "" }), Down: () => ({}) });
const Second = z.object({ name: z.string() });
const plainNew: object = { type: "object", properties: { name: { type: "string" } } };
const valibotNew = v.object({ name: v.string() });
const down = { Up: () => ({ name: "" }), Down: () => ({}) };

/** An App with the history in one route, or within another history there, and a route with what is asked about. */
function declaring(options: readonly RouteOption[], history: object = Kitten) {
  return (app: App): unknown =>
    app
      .Get("/cats", () => ({}), Since("1"), WithResponse(200, history))
      .Post("/other", (): unknown => null, ...(options as []));
}

describe("it is reported wherever it is shown", () => {
  it.each<[where: string, ...shown: [options: readonly RouteOption[], history?: object]]>([
    ["in a list", [Since("1"), WithResponse(200, z.array(New))]],
    [
      "in an envelope",
      [Since("2"), WithResponse("2XX", z.object({ data: z.array(New.nullable()).optional() }))],
    ],
    ["in an alternative", [Since("1"), WithBody(z.union([z.string(), z.object({ of: New })]))]],
    ["in a record", [Since("1"), WithBody(z.record(z.string(), New))]],
    ["in what refers to it later", [Since("1"), WithBody(z.lazy(() => New))]],
    ["in a query", [Since("1"), WithQuery(z.object({ filter: New }))]],
    ["in an error", [Since("1"), WithResponse(404, New)]],
    ["as a face", [Since("1"), WithResponse(200, z.array(Face))]],
    [
      "by a history that stands within another",
      [Since("1"), WithBody(New)],
      Kitten.Within([Each], (one) => z.array(one)),
    ],
    [
      "by a history that stands within a whole with another part of that version",
      [Since("1"), WithBody(New)],
      Together(
        [
          [
            Versioned(z.object({ name: z.string(), p: z.string().optional() })).Before(Names, older, down),
            ["other"],
          ],
          [Kitten, ["one"]],
        ],
        (other, one) => z.object({ other, one }),
      ),
    ],
    [
      "where another history shows it before a later change alone",
      [
        Since("1"),
        WithResponse(200, Versioned(z.object({})).Before(Names, z.array(Second), { Down: () => [] })),
      ],
      Versioned(Second).Before(Born, older, down),
    ],
    [
      "in plain JSON Schema",
      [Since("1"), WithBody({ type: "array", items: plainNew })],
      Versioned(plainNew).Before(Names, { type: "object" }, down),
    ],
    [
      "in one without JSON Schema",
      [Since("1"), WithBody(v.object({ data: v.array(valibotNew) }))],
      Versioned(valibotNew).Before(Names, v.object({}), down),
    ],
  ])("%s", (...[, options, history]) => {
    expect(problemsOf(appWith(declaring(options, history)).app)).toEqual([
      expect.stringMatching(/POST \/other: .* shows .*, which "A cat's `\w+` is .*\." replaced/),
    ]);
  });
});

it.each<[what: string, option: RouteOption, words: string]>([
  ["a body is told that the history is one of answers", WithBody(New), "replaced in answers"],
  ["an answer is told as ever", WithResponse(200, z.array(New)), "replaced"],
])("%s", (_what, option, words) => {
  const [problem] = problemsOf(appWith(declaring([Since("1"), option])).app);
  expect(problem).toContain(
    ` is split." ${words}, even in versions before this change: use the history of this schema, or Versioned(schema)`,
  );
});

describe("nothing is said", () => {
  it.each<[of: string, options: readonly RouteOption[]]>([
    ["since the change", [Since("3"), WithResponse(200, z.array(New))]],
    ["of a neutral route", [WithVersion(VersionNeutral), WithResponse(200, z.array(New))]],
    ["of what is said to be meant", [Since("1"), WithResponse(200, Versioned(z.array(New)))]],
    ["of a body that is", [Since("1"), WithBody(Versioned(z.array(New)))]],
    ["of a schema that is made from it", [Since("1"), WithBody(New.extend({ more: z.string() }))]],
    ["of one that is merely alike", [Since("1"), WithBody(z.array(z.object({ name: z.string() })))]],
    [
      "of one that an older link of another history shows within a list",
      [Since("1"), WithResponse(200, Versioned(z.object({})).Before(Born, z.array(New), { Down: () => [] }))],
    ],
    ["of an older one", [Since("1"), WithResponse(200, z.array(older))]],
    [
      "of one that another history gives to the version",
      [
        Since("1"),
        WithResponse(200, Versioned(z.object({})).Before(Born, New, { Down: () => ({ name: "" }) })),
      ],
    ],
  ])("%s", (_of, options) => {
    expect(problemsOf(appWith(declaring(options)).app)).toEqual([]);
  });
});

describe("nothing is said of a schema that the history of a part gives to the version", () => {
  const Other = Versioned(z.object({})).Before(Names, Second, { Down: () => ({ name: "" }) });

  it.each<[where: string, history: object]>([
    ["in the whole", Other],
    ["in a list", Other.Within([Each], (one) => z.array(one))],
    [
      "in an envelope of two",
      Together(
        [
          [Other, ["a"]],
          [Other, ["b"]],
        ],
        (a, b) => z.object({ a, b }),
      ),
    ],
    [
      "in a list in an envelope",
      Other.Within([Each], (one) => z.array(one)).Within(["items"], (items) => z.object({ items })),
    ],
  ])("%s", (_where, history) => {
    const declare = declaring(
      [Since("1"), WithResponse(200, history)],
      Versioned(Second).Before(Born, older, down),
    );
    expect(problemsOf(appWith(declare).app)).toEqual([]);
  });
});

describe("what an older link of some history holds was there before the change", () => {
  const Email = z.object({ address: z.string() });
  const Fax = z.object({ number: z.string() });
  const any = (one: unknown): never => one as never;
  const both = { Up: any, Down: any };
  const plain = { type: "object", properties: { address: { type: "string" } } };
  const Old = z.object({ email: z.object({ old: Email }) });

  it.each<[what: string, history: object, bare: object]>([
    ["in a list", Versioned(Email).Before(Names, z.array(Email), both), Email],
    ["in an envelope", Versioned(Email).Before(Names, z.object({ data: Email }), both), Email],
    ["nullable", Versioned(Email).Before(Names, Email.nullable(), both), Email],
    ["as an alternative", Versioned(Email).Before(Names, z.union([Email, Fax]), both), Email],
    ["deep", Versioned(Email).Before(Names, Old, both), Email],
    ["two links later", Versioned(Email).Before(Names, Fax, both).Before(Born, z.array(Email), both), Email],
    [
      "in a list, behind Within",
      Versioned(Email)
        .Before(Names, z.array(Email), both)
        .Within(["data"], (data) => z.object({ data })),
      Email,
    ],
    [
      "in a list of JSON Schema",
      Versioned(plain).Before(Names, { type: "array", items: plain }, both),
      plain,
    ],
    ["behind a face", Versioned(Fax).As(Email, both).Before(Names, z.array(Email), both), Email],
  ])("%s", (_what, history, bare) => {
    const declare = (app: App): unknown =>
      app
        .Post("/contacts", any, Since("1"), WithBody(history as typeof Email), WithResponse(200, history))
        .Post("/bare", any, Since("1"), WithBody(bare as typeof Email))
        .Get("/within", any, Since("1"), WithResponse(200, z.array(Email)));
    expect(problemsOf(appWith(declare).app)).toEqual([]);
  });
});
