import { App, Get, Router } from "versioned-controllers";
import { problemsOf } from "../../support/problems";

/** A decorator as a caller without types writes it: anywhere. */
type Anywhere = (...args: unknown[]) => void;

/* Only the standard flavour lets a decorator stand on these. */

it("a decorated private method is a named problem", () => {
  @Router("/cats")
  class Cats {
    @(Get("/x") as Anywhere)
    #list() {
      return 1;
    }
    list() {
      return this.#list();
    }
  }
  expect(problemsOf(new App().Include(Cats))).toEqual([
    expect.stringMatching(/^Cats\.#list: .*a private method/),
  ]);
});

it("a decorated auto-accessor is a named problem", () => {
  @Router("/cats")
  class Cats {
    @(Get("/x") as Anywhere)
    accessor list = 1;
  }
  expect(problemsOf(new App().Include(Cats))).toEqual([expect.stringMatching(/^Cats\.list: .*an accessor/)]);
});
