import { App, Get, Router } from "versioned-controllers";
import type { Container } from "versioned-controllers";
import { problemsOf } from "../../support/problems";
import { serve } from "../../support/serve";

type Constructor = new () => object;

@Router("/cats")
class Cats {
  @Get()
  list(): readonly string[] {
    return ["Tom"];
  }
}

describe("a class without a @Router of its own, whose parent has one", () => {
  const replaced = (target: Constructor): Constructor => class extends target {};
  const fix = (name: string): string =>
    `App: class ${name} has no @Router decorator: add @Router() to it; ` +
    `if a class decorator made class ${name} of Cats, write @Router above this decorator [router-missing]`;

  it.each<[string, Constructor, string]>([
    ["that a class decorator made", replaced(Cats), "without a name"],
    ["that somebody wrote", class Persians extends Cats {}, "Persians"],
  ])("%s: the problem names the parent, and both ways out", (_which, included, name) => {
    expect(problemsOf(new App().Include(included))).toEqual([fix(name)]);
  });
});

describe("a controller with a method named then", () => {
  @Router("/steps")
  class Steps {
    @Get()
    then(): string {
      return "next";
    }
  }
  const container: Container = { get: (controller) => new controller() };

  it.each([
    ["as a class", new App().Include(Steps)],
    ["from a Container", new App({ Container: container }).Include(Steps)],
    ["as an instance", new App().Include(new Steps())],
  ])("is a controller: %s", async (_how, app) => {
    expect(await (await serve(app)).ask("GET /steps")).toMatchObject({ status: 200, text: "next" });
  });
});

describe("a Container that returns something else", () => {
  const returning = (instance: object): App =>
    // The types refuse it: JavaScript does not.
    new App({ Container: { get: () => instance } as unknown as Container }).Include(Cats);

  it("an instance of another class is a problem that names both classes", () => {
    class Dogs {}
    expect(problemsOf(returning(new Dogs()))).toEqual([
      "App: Cats could not be instantiated: AppOptions.Container must return an instance of Cats, got one of Dogs [controller-failed]",
    ]);
  });

  it("an object that has all methods answers", async () => {
    const { ask } = await serve(returning({ list: () => ["Rex"] }));
    expect(await ask("GET /cats")).toMatchObject({ status: 200, json: ["Rex"] });
  });
});

it("a legacy decorator of a method whose name is a number, as esbuild calls it, declares a route", async () => {
  class Numbers {
    1(): string {
      return "one";
    }
  }
  const decorate = Get("/1") as unknown as (...args: readonly unknown[]) => void;
  decorate(Numbers.prototype, 1, Object.getOwnPropertyDescriptor(Numbers.prototype, "1"));
  (Router("/numbers") as unknown as (target: Constructor) => void)(Numbers);
  const { ask } = await serve(new App().Include(Numbers));
  expect(await ask("GET /numbers/1")).toMatchObject({ status: 200, text: "one" });
});
