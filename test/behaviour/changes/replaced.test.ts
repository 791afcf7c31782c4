import { Since, Versioned, WithResponse, type App } from "versioned-controllers";
import { z } from "zod";
import { problemsOf } from "../../support/problems";
import { appWith, Names } from "./cats";

const older = z.object({});

/** A standard schema that tells no more than whether a value fits. */
const silent: object = {
  "~standard": { version: 1, vendor: "test", validate: (value: unknown) => ({ value }) },
};

describe("a schema that a change replaced, at a version before it, is told", () => {
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
