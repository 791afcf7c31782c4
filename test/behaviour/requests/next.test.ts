import type { NextFunction, Request, Response } from "express";
import { App, WithGuards, WithMiddleware } from "versioned-controllers";
import { internalError } from "../../support/expected";
import { recordingLogger } from "../../support/logger";
import { serve, type Served } from "../../support/serve";
import { until } from "../../support/wait";

type Place = "App.Use" | "WithMiddleware" | "handler";
type Action = (next: NextFunction) => unknown;

/** An App in a host, whose function at one place does the given thing; `ran` tells what followed it. */
async function hostWith(place: Place, action: Action): Promise<{ server: Served; ran: string[] }> {
  const ran: string[] = [];
  const at = (where: Place) => (_req: Request, _res: Response, next: NextFunction) => {
    if (where === place) return action(next);
    next();
    return undefined;
  };
  const app = new App({ Logger: recordingLogger() }).Use(at("App.Use")).Get(
    "/cats",
    (req: Request, res, next) => {
      ran.push("handler");
      return place === "handler" ? at("handler")(req, res, next) : res.send("handler");
    },
    WithMiddleware(at("WithMiddleware")),
    WithGuards(() => ran.push("guard") > 0),
  );
  const server = await serve(app, (_req, res) => {
    ran.push("host");
    res.send("host");
  });
  return { server, ran };
}

describe("next passes on as in Express", () => {
  const rows: readonly (readonly [call: string, place: Place, args: readonly unknown[], ran: string[]])[] = [
    ["next()", "App.Use", [], ["guard", "handler"]],
    ["next(null)", "App.Use", [null], ["guard", "handler"]],
    ["next(undefined)", "App.Use", [undefined], ["guard", "handler"]],
    ['next("route")', "App.Use", ["route"], ["host"]],
    ['next("router")', "App.Use", ["router"], ["host"]],
    ["next()", "WithMiddleware", [], ["guard", "handler"]],
    ["next(null)", "WithMiddleware", [null], ["guard", "handler"]],
    ["next(undefined)", "WithMiddleware", [undefined], ["guard", "handler"]],
    ['next("route")', "WithMiddleware", ["route"], ["host"]],
    ['next("router")', "WithMiddleware", ["router"], ["host"]],
    ["next()", "handler", [], ["guard", "handler", "host"]],
    ["next(null)", "handler", [null], ["guard", "handler", "host"]],
    ["next(undefined)", "handler", [undefined], ["guard", "handler", "host"]],
    ['next("route")', "handler", ["route"], ["guard", "handler", "host"]],
    ['next("router")', "handler", ["router"], ["guard", "handler", "host"]],
  ];
  const calling = (args: readonly unknown[]) => (next: (...args: readonly unknown[]) => void) => {
    next(...args);
  };

  it.each(rows)("%s of %s", async (_call, place, args, expected) => {
    const { server, ran } = await hostWith(place, calling(args));
    expect((await server.ask("GET /cats")).text).toBe(expected.at(-1));
    expect(ran).toEqual(expected);
  });

  it.each(rows)("later, %s of %s", async (_call, place, args, expected) => {
    const { server, ran } = await hostWith(place, (next) => void setTimeout(calling(args), 5, next));
    expect((await server.ask("GET /cats")).text).toBe(expected.at(-1));
    expect(ran).toEqual(expected);
  });
});

describe("a second next() does nothing", () => {
  const then = (second: (next: (arg?: unknown) => void) => unknown): Action => {
    return (next) => {
      next();
      second(next);
    };
  };
  const twice: readonly (readonly [string, Action])[] = [
    [
      "next() and next()",
      then((next) => {
        next();
      }),
    ],
    [
      "next() and next(error)",
      then((next) => {
        next(new Error("late"));
      }),
    ],
    [
      'next() and next("route")',
      then((next) => {
        next("route");
      }),
    ],
    ["next() and a next() later", then((next) => setTimeout(next, 5))],
  ];

  it.each(
    twice.flatMap(([what, action]) => [
      [what, "App.Use", action, ["guard", "handler"]] as const,
      [what, "WithMiddleware", action, ["guard", "handler"]] as const,
      [what, "handler", action, ["guard", "handler", "host"]] as const,
    ]),
  )("%s of %s", async (_what, place, action, expected) => {
    const { server, ran } = await hostWith(place, action);
    expect((await server.ask("GET /cats")).text).toBe(expected.at(-1));
    await new Promise((resolve) => setTimeout(resolve, 15));
    expect(ran).toEqual(expected);
  });

  it.each(["App.Use", "WithMiddleware", "handler"] as const)(
    "after an error passed to next of %s",
    async (place) => {
      const { server, ran } = await hostWith(place, (next) => {
        next(new Error("first"));
        next();
      });
      const answer = await server.ask("GET /cats");
      expect(answer.status).toBe(500);
      expect(answer.json).toEqual(internalError);
      expect(ran).toEqual(place === "handler" ? ["guard", "handler"] : []);
    },
  );

  it.each(["App.Use", "WithMiddleware", "handler"] as const)(
    "after an error thrown or rejected by %s",
    async (place) => {
      const throwing = () => {
        throw new Error("first");
      };
      for (const fail of [throwing, () => Promise.reject(new Error("first"))]) {
        const { server, ran } = await hostWith(place, (next) => {
          setTimeout(next, 5);
          return fail();
        });
        expect((await server.ask("GET /cats")).json).toEqual(internalError);
        await new Promise((resolve) => setTimeout(resolve, 15));
        expect(ran).toEqual(place === "handler" ? ["guard", "handler"] : []);
      }
    },
  );
});

describe("what a middleware or handler returns", () => {
  it("is ignored of a middleware", async () => {
    const app = new App()
      .Use((_req, _res, next) => (next(), "use") as never)
      .Get(
        "/",
        () => "handler",
        WithMiddleware((_req, _res, next) => (next(), "middleware") as never),
      );
    expect((await (await serve(app)).ask("GET /")).text).toBe("handler");
  });

  it.each<readonly [string, Action]>([
    ["at once", (next) => (next(), "handler")],
    ["later", async (next) => (next(), Promise.resolve("handler"))],
  ])("is ignored of a handler that has passed on: %s", async (_when, action) => {
    const app = new App().Get("/", (_req, _res, next) => action(next));
    const server = await serve(app, (_req, res) => void setTimeout(() => res.send("host"), 5));
    expect((await server.ask("GET /")).text).toBe("host");
  });
});

describe("order", () => {
  it("is App.Use, then middleware outermost first, then guards outermost first, then the handler", async () => {
    const ran: string[] = [];
    const middleware = (name: string) => (_req: Request, _res: Response, next: NextFunction) => {
      ran.push(name);
      next();
    };
    const guard = (name: string) => async () => ran.push(name) > 0;
    const app = new App({}, WithGuards(guard("root guard")), WithMiddleware(middleware("root middleware")))
      .Use(middleware("use 1"), middleware("use 2"))
      .Use(middleware("use 3"))
      .Get(
        "/",
        () => ran.push("handler"),
        WithGuards(guard("guard 1"), guard("guard 2")),
        WithMiddleware(middleware("middleware 1"), middleware("middleware 2")),
      );
    await (await serve(app)).ask("GET /");
    expect(ran).toEqual([
      ...["use 1", "use 2", "use 3", "root middleware", "middleware 1", "middleware 2"],
      ...["root guard", "guard 1", "guard 2", "handler"],
    ]);
  });

  it("App.Use runs for every request, the unmatched ones too, before matching", async () => {
    const seen: string[] = [];
    const app = new App()
      .Use((req, _res, next) => {
        seen.push(`${req.method} ${req.url}`);
        if (req.url === "/old") req.url = "/new";
        next();
      })
      .Get("/new", () => "new");
    const server = await serve(app);
    expect((await server.ask("GET /nowhere?a=1")).status).toBe(404);
    expect((await server.ask("GET /old")).text).toBe("new");
    expect(seen).toEqual(["GET /nowhere?a=1", "GET /old"]);
  });

  it("WithMiddleware runs only for a matched route", async () => {
    const middleware = jest.fn((_req: Request, _res: Response, next: NextFunction) => {
      next();
    });
    const server = await serve(new App({}, WithMiddleware(middleware)).Get("/", () => "Tom"));
    expect((await server.ask("GET /nowhere")).status).toBe(404);
    expect((await server.ask("POST /")).status).toBe(404);
    expect(middleware).not.toHaveBeenCalled();
    expect((await server.ask("GET /")).text).toBe("Tom");
    expect(middleware).toHaveBeenCalledTimes(1);
  });
});

describe("once the response has begun, no later guard, middleware or handler starts", () => {
  it.each([
    ["sent", (res: Response) => void res.send("own")],
    ["its first byte written", (res: Response) => void (res.write("o"), setTimeout(() => res.end("wn"), 5))],
  ])("App.Use and WithMiddleware that answer and call next() all the same: %s", async (_what, begin) => {
    const later = jest.fn(() => true);
    const answering = (_req: Request, res: Response, next: NextFunction) => {
      begin(res);
      next();
    };
    const options = [WithGuards(later)];
    const app = new App()
      .Get("/route", later, WithMiddleware(answering, later as never), ...options)
      .Use((req, res, next) => {
        if (req.path === "/use") answering(req, res, next);
        else next();
      })
      .Get("/use", later, WithMiddleware(later as never), ...options);
    const server = await serve(app);
    expect((await server.ask("GET /route")).text).toBe("own");
    expect((await server.ask("GET /use")).text).toBe("own");
    expect(later).not.toHaveBeenCalled();
  });
});

describe("once the client has gone, no later guard, middleware or handler starts", () => {
  it.each(["App.Use", "WithMiddleware"] as const)("%s that goes on late", async (place) => {
    const later = jest.fn(() => true);
    let reached = false;
    let wentOn = false;
    const waiting = (_req: Request, res: Response, next: NextFunction) => {
      reached = true;
      res.once("close", () => {
        setImmediate(() => {
          next();
          wentOn = true;
        });
      });
    };
    const app = new App();
    if (place === "App.Use") app.Use(waiting);
    const options = place === "App.Use" ? [] : [WithMiddleware(waiting)];
    app.Get("/", later, ...options, WithMiddleware(later as never), WithGuards(later));
    const server = await serve(app);
    const socket = server.open("GET /");
    await until(() => reached);
    socket.destroy();
    await until(() => wentOn);
    expect(later).not.toHaveBeenCalled();
  });
});
