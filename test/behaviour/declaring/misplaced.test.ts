// jest.config.ts runs this file twice: as it is, and compiled with experimentalDecorators.
import {
  App,
  BuildError,
  Deprecated,
  Get,
  Handle,
  Hidden,
  OperationID,
  Post,
  Router,
  Status,
  WithGuards,
  WithOperation,
  WithPrefix,
  WithTags,
  WithVersion,
} from "versioned-controllers";
import type { ControllerClass } from "versioned-controllers";

/** A decorator as a caller without types writes it: anywhere. */
type Anywhere = (...args: unknown[]) => void;

const anywhere = (decorator: unknown) => decorator as Anywhere;

function problemsOf(...included: ControllerClass[]): readonly string[] {
  try {
    new App().Include(included).Build();
    return [];
  } catch (error) {
    if (error instanceof BuildError) return error.Problems;
    throw error;
  }
}

/** The problems without their codes. */
const told = (...included: ControllerClass[]) =>
  problemsOf(...included).map((problem) => problem.replace(/ \[[a-z-]+\]$/, ""));

describe("what can carry no route is a named problem", () => {
  it("an arrow field", () => {
    @Router("/cats")
    class Cats {
      @anywhere(Get("/x"))
      @anywhere(WithTags("x"))
      list = () => 1;
    }
    expect(told(Cats)).toEqual([expect.stringMatching(/^Cats\.list: .*a field/)]);
  });

  it("a static method", () => {
    @Router("/cats")
    class Cats {
      @anywhere(Get("/x"))
      @anywhere(Status(201))
      static list() {
        return 1;
      }
    }
    expect(told(Cats)).toEqual([expect.stringMatching(/^Cats\.list: .*a static method/)]);
  });

  it("an accessor", () => {
    @Router("/cats")
    class Cats {
      @anywhere(Get("/x"))
      get list() {
        return this.constructor.name;
      }
    }
    expect(told(Cats)).toEqual([expect.stringMatching(/^Cats\.list: .*an accessor/)]);
  });

  it("a static method beside a method of the same name", () => {
    @Router("/cats")
    class Cats {
      @anywhere(Get("/x"))
      static list() {
        return 1;
      }
      @Get("/y")
      list() {
        return 1;
      }
    }
    expect(told(Cats)).toEqual([expect.stringMatching(/^Cats\.list, GET \/cats\/y: .*a static method/)]);
  });

  it("each of them, together", () => {
    @Router("/cats")
    class Cats {
      @anywhere(Get())
      one = () => 1;
      @anywhere(Get())
      static two() {
        return 1;
      }
      @anywhere(Get())
      get three() {
        return this.constructor.name;
      }
    }
    const problems = problemsOf(Cats);
    expect(problems).toHaveLength(3);
    for (const name of ["one", "two", "three"]) {
      expect(problems).toContainEqual(expect.stringContaining(`Cats.${name}: `));
    }
  });
});

describe("a decorator without its call is a named problem", () => {
  it.each<[string, unknown]>([
    ["Get", Get],
    ["Post", Post],
    ["Handle", Handle],
    ["WithTags", WithTags],
    ["WithVersion", WithVersion],
    ["WithGuards", WithGuards],
    ["Status", Status],
    ["Deprecated", Deprecated],
    ["Hidden", Hidden],
    ["OperationID", OperationID],
    ["WithOperation", WithOperation],
    ["WithPrefix", WithPrefix],
    ["Router", Router],
  ])("@%s on a method", (name, bare) => {
    @Router("/cats")
    class Cats {
      @Get("/x")
      @anywhere(bare)
      list() {
        return 1;
      }
    }
    @Router("/dogs")
    class Dogs {
      @anywhere(bare)
      list() {
        return 1;
      }
    }
    expect(told(Cats)).toEqual([expect.stringContaining(`Cats.list, GET /cats/x: @${name} `)]);
    expect(told(Dogs)).toEqual([expect.stringContaining(`Dogs.list: @${name} `)]);
  });

  it.each<[string, unknown]>([
    ["Get", Get],
    ["WithTags", WithTags],
    ["WithGuards", WithGuards],
    ["Deprecated", Deprecated],
    ["Hidden", Hidden],
    ["WithPrefix", WithPrefix],
    ["Router", Router],
  ])("@%s on a class", (name, bare) => {
    @anywhere(bare)
    @Router("/cats")
    class Cats {}
    expect(told(Cats)).toEqual([expect.stringContaining(`Cats: @${name} `)]);
  });

  it("only @Router", () => {
    @anywhere(Router)
    class Cats {
      @Get()
      list() {
        return 1;
      }
    }
    const problems = told(Cats);
    expect(problems).not.toEqual([]);
    expect(problems.join("\n")).toContain("Cats");
  });
});

describe("a decorator where it makes no sense is a named problem", () => {
  it("a verb on a class", () => {
    @anywhere(Get("/x"))
    @Router("/cats")
    class Cats {}
    expect(told(Cats)).toEqual([expect.stringMatching(/^Cats: @Get /)]);
  });

  it("@Router on a method", () => {
    @Router("/cats")
    class Cats {
      @anywhere(Router("/x"))
      @Get()
      list() {
        return 1;
      }
    }
    expect(told(Cats)).toEqual([expect.stringMatching(/^Cats\.list, GET \/cats: @Router /)]);
  });

  it("an operation id on a class, a prefix on a method", () => {
    @anywhere(OperationID("x"))
    @Router("/cats", anywhere(OperationID("y")) as never)
    class Cats {
      @anywhere(WithPrefix("/x"))
      @Get("/", anywhere(WithPrefix("/y")) as never)
      list() {
        return 1;
      }
    }
    const problems = told(Cats);
    expect(problems).toContainEqual(expect.stringMatching(/^Cats: OperationID /));
    expect(problems).toContainEqual(expect.stringMatching(/^Cats\.list, GET \/cats: WithPrefix /));
  });
});

describe("a guard that is a class", () => {
  class AdminGuard {
    canActivate() {
      return false;
    }
  }

  it("is a named problem on a class and on a method, and does not vanish", () => {
    const declare = () => {
      @WithGuards(AdminGuard as never)
      @Router("/cats")
      class Cats {
        @WithGuards(AdminGuard as never)
        @Get()
        list() {
          return 1;
        }
      }
      return Cats;
    };
    expect(told(declare())).toEqual([
      expect.stringMatching(/^Cats: .*guard/),
      expect.stringMatching(/^Cats\.list, GET \/cats: .*guard/),
    ]);
  });

  it("is not marked by its misuse", () => {
    @Router("/admin")
    class Admin {
      @Get()
      list() {
        return 1;
      }
    }
    WithGuards(Admin as never);
    expect(told(Admin)).toEqual([]);
  });
});

describe("a decorator that is called as neither flavour does", () => {
  const call = (...args: unknown[]): unknown =>
    Reflect.apply(WithTags("a") as unknown as (...args: unknown[]) => unknown, undefined, args);

  it("says where it belongs", () => {
    expect(() => call(1, 2, 3)).toThrow(
      "WithTags(...) is an option: use it as a decorator of a class or method",
    );
  });

  it("says what a compiler without metadata lacks", () => {
    const context = { kind: "method", name: "list", addInitializer: () => undefined };
    expect(() => call(() => 1, context)).toThrow(
      "this compiler does not provide context.metadata to decorators",
    );
  });
});
