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

describe("without reflect-metadata", () => {
  const functions = ["defineMetadata", "getOwnMetadata"] as const;
  const kept = functions.map((name) => Reflect.get(Reflect, name) as unknown);

  beforeEach(() => {
    jest.doMock("reflect-metadata", () => {
      throw Object.assign(new Error("Cannot find module 'reflect-metadata'"), { code: "MODULE_NOT_FOUND" });
    });
    for (const name of functions) Reflect.deleteProperty(Reflect, name);
  });

  afterEach(() => {
    jest.dontMock("reflect-metadata");
    functions.forEach((name, i) => Reflect.set(Reflect, name, kept[i]));
  });

  it("standard decorators work", () => {
    const { App, Get, Router } = load();

    @Router("/cats")
    class Cats {
      @Get()
      list() {
        return 1;
      }
    }
    expect(new App().Include(Cats).Inspect()).toMatchObject([{ Method: "GET", Path: "/cats" }]);
  });

  it("legacy decorators name what is missing", () => {
    const { Router } = load();
    class Cats {}
    expect(() => {
      (Router("/cats") as (target: object) => void)(Cats);
    }).toThrow("need the package reflect-metadata: run npm install reflect-metadata");
  });
});
