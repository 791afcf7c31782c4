import type * as Package from "versioned-controllers";

const { metadata } = Symbol;

afterEach(() => {
  jest.resetModules();
});

/** The package, loaded anew. */
function load(): typeof Package {
  jest.resetModules();
  return jest.requireActual<typeof Package>("versioned-controllers");
}

it("the main entry does what decorators need: reflect-metadata, and a Symbol.metadata that was there stays", () => {
  expect(metadata).toBeUndefined();
  const mine = Symbol("mine");
  Object.defineProperty(Symbol, "metadata", { value: mine, configurable: true });

  const { App, Get, Router } = load();
  expect(Symbol.metadata).toBe(mine);
  expect(typeof Reflect.get(Reflect, "defineMetadata")).toBe("function");

  @Router("/cats")
  class Cats {
    @Get()
    list() {
      return 1;
    }
  }
  expect(Object.hasOwn(Cats, mine)).toBe(true);
  expect(new App().Include(Cats).Inspect()).toMatchObject([{ Method: "GET", Path: "/cats" }]);
});

it("and one is made where there is none", () => {
  Reflect.deleteProperty(Symbol, "metadata");
  expect(Symbol.metadata).toBeUndefined();
  const { App, Get, Router } = load();
  expect(typeof Symbol.metadata).toBe("symbol");

  @Router("/cats")
  class Cats {
    @Get()
    list() {
      return 1;
    }
  }
  expect(new App().Include(Cats).Inspect()).toMatchObject([{ Method: "GET", Path: "/cats" }]);
});
