import type { NextFunction, Request, Response } from "express";
import {
  AnyOf,
  Anonymous,
  App,
  HTTPError,
  SecurityScheme,
  WithBody,
  WithGuards,
  WithMiddleware,
  WithSecurity,
  type AppOptions,
  type Authenticate,
  type Handler,
  type OpenAPISecurityScheme,
  type SecurityRequirement,
} from "versioned-controllers";
import { errorBody, internalError } from "../../support/expected";
import { recordingLogger } from "../../support/logger";
import { onError, serve } from "../../support/serve";
import { gate, until } from "../../support/wait";

const unauthorized = errorBody(401, "unauthorized", "Unauthorized");
const http = { type: "http", scheme: "bearer" } as const;

/** The schemes that were asked, in order: `a`, or `a(read, write)` with its scopes. */
type Asked = string[];

/** A scheme that admits those whose header of its name holds every scope, and `ok`. */
function schemeNamed(name: string, asked: Asked, description: OpenAPISecurityScheme = http) {
  return new SecurityScheme(name, description, (req, scopes) => {
    asked.push(scopes.length === 0 ? name : `${name}(${scopes.join(", ")})`);
    const granted = req.get(name)?.split(" ") ?? [];
    return granted.includes("ok") && scopes.every((scope) => granted.includes(scope)) ? { name } : undefined;
  });
}

/** An App with one secured route, and what runs behind its security. */
async function secured(
  needs: readonly SecurityRequirement[],
  {
    handler = jest.fn<unknown, [Request]>(() => "in"),
    ...options
  }: AppOptions & { handler?: jest.Mock } = {},
) {
  const logger = recordingLogger();
  const guard = jest.fn(() => true);
  const app = new App({ Logger: logger, ...options });
  app.Get("/", (req) => handler(req) as unknown, WithSecurity(...needs), WithGuards(guard));
  return { server: await serve(app), handler, guard, logger };
}

describe("needs", () => {
  const asked: Asked = [];
  const A = schemeNamed("a", asked);
  const B = schemeNamed("b", asked);

  type Row = readonly [needs: string, written: readonly SecurityRequirement[], rows: readonly Case[]];
  type Case = readonly [
    headers: Readonly<Record<string, string>>,
    status: 200 | 401,
    asked: readonly string[],
  ];
  it.each<Row>([
    ["none", [], [[{}, 200, []]]],
    [
      "one scheme",
      [A],
      [
        [{ a: "ok" }, 200, ["a"]],
        [{ b: "ok" }, 401, ["a"]],
      ],
    ],
    [
      "two schemes, both of them needed",
      [A, B],
      [
        [{ a: "ok", b: "ok" }, 200, ["a", "b"]],
        [{ a: "ok" }, 401, ["a", "b"]],
        [{ b: "ok" }, 401, ["a"]],
      ],
    ],
    [
      "a scheme for its scopes",
      [A.With("read", "write")],
      [
        [{ a: "ok read write" }, 200, ["a(read, write)"]],
        [{ a: "ok read" }, 401, ["a(read, write)"]],
      ],
    ],
    [
      "one scheme in several needs: one question, for all scopes",
      [A.With("read"), B, A.With("write", "read"), A],
      [
        [{ a: "ok read write", b: "ok" }, 200, ["a(read, write)", "b"]],
        [{ a: "ok read", b: "ok" }, 401, ["a(read, write)"]],
      ],
    ],
    [
      "one of two",
      [AnyOf(A, B)],
      [
        [{ a: "ok", b: "ok" }, 200, ["a"]],
        [{ b: "ok" }, 200, ["a", "b"]],
        [{}, 401, ["a", "b"]],
      ],
    ],
    [
      "a scheme that stands beside others too: asked once",
      [AnyOf(A, B), A],
      [
        [{ a: "ok" }, 200, ["a"]],
        [{ b: "ok" }, 401, ["a", "b"]],
      ],
    ],
    [
      "a scheme as an alternative for scopes that are needed anyhow: asked once",
      [AnyOf(B, A.With("read")), A.With("write", "read")],
      [
        [{ a: "ok read write" }, 200, ["b", "a(write, read)"]],
        [{ a: "ok read" }, 401, ["b", "a(write, read)"]],
      ],
    ],
    [
      "alternatives of one scheme with other scopes: other questions",
      [AnyOf(A.With("admin"), A.With("read", "list"), A.With("list", "read"))],
      [
        [{ a: "ok admin" }, 200, ["a(admin)"]],
        [{ a: "ok read list" }, 200, ["a(admin)", "a(read, list)"]],
        [{ a: "ok" }, 401, ["a(admin)", "a(read, list)"]],
      ],
    ],
    [
      "a scheme or nothing: it is asked all the same",
      [AnyOf(A, Anonymous)],
      [
        [{ a: "ok" }, 200, ["a"]],
        [{}, 200, ["a"]],
      ],
    ],
    ["nothing or a scheme: nobody is asked", [AnyOf(Anonymous, A)], [[{ a: "ok" }, 200, []]]],
    [
      "a scheme or nothing, and another scheme",
      [AnyOf(A, Anonymous), B],
      [
        [{ b: "ok" }, 200, ["a", "b"]],
        [{ a: "ok" }, 401, ["a", "b"]],
      ],
    ],
  ])("%s", async (_needs, written, cases) => {
    const { server, handler, guard } = await secured(written);
    for (const [headers, status, expected] of cases) {
      asked.length = 0;
      handler.mockClear();
      guard.mockClear();
      const answer = await server.ask("GET /", headers);
      expect({ headers, status: answer.status, asked }).toEqual({ headers, status, asked: expected });
      expect(guard).toHaveBeenCalledTimes(status === 200 ? 1 : 0);
      expect(handler).toHaveBeenCalledTimes(status === 200 ? 1 : 0);
      if (status === 401) expect(answer.json).toEqual(unauthorized);
    }
  });

  it("the nearest declaration holds, and WithSecurity() declares nothing", async () => {
    const app = new App({}, WithSecurity(A))
      .Get("/a", () => "in")
      .Get("/b", () => "in", WithSecurity(B))
      .Get("/open", () => "in", WithSecurity());
    const server = await serve(app);
    const statusOf = async (path: string) => (await server.ask(`GET ${path}`, { b: "ok" })).status;
    expect(await Promise.all(["/a", "/b", "/open"].map(statusOf))).toEqual([401, 200, 200]);
  });

  it("HEAD is asked as GET is", async () => {
    const { server } = await secured([A]);
    expect((await server.ask("HEAD /")).status).toBe(401);
    expect((await server.ask("HEAD /", { a: "ok" })).status).toBe(200);
  });
});

describe("a principal", () => {
  it.each<[what: string, given: unknown, isAdmitted: boolean]>([
    ["an object", { id: 1 }, true],
    ["true", true, true],
    ["text", "tom", true],
    ["a number", 7, true],
    ["undefined", undefined, false],
    ["null", null, false],
    ["false", false, false],
    ["0", 0, false],
    ["0n", 0n, false],
    ["NaN", Number.NaN, false],
    ["empty text", "", false],
  ])("%s", async (_what, given, isAdmitted) => {
    const thenable = {
      then: (resolve: (value: unknown) => void) => {
        resolve(given);
        resolve(!given);
      },
    };
    for (const value of [given, Promise.resolve(given), thenable, Promise.resolve(thenable)]) {
      const Scheme = new SecurityScheme("a", http, () => value as object);
      const handler = jest.fn((req: Request) => ({ same: Object.is(Scheme.Of(req), given) }));
      const { server } = await secured([Scheme], { handler });
      const answer = await server.ask("GET /");
      expect(answer.status).toBe(isAdmitted ? 200 : 401);
      expect(answer.json).toEqual(isAdmitted ? { same: true } : unauthorized);
    }
  });

  it("is known to guards and to the handler, and to no middleware", async () => {
    const asked: Asked = [];
    const A = schemeNamed("a", asked);
    const B = schemeNamed("b", asked);
    const told: unknown[] = [];
    const tell = (req: Request) => told.push([A.Find(req)?.name, B.Find(req)?.name]);
    const app = new App().Use((req, _res, next) => {
      tell(req);
      next();
    });
    app.Get(
      "/",
      (req) => A.Of(req),
      WithGuards((req: Request) => tell(req) > 0),
      WithSecurity(A, AnyOf(B, Anonymous)),
      WithMiddleware((req, _res, next) => {
        tell(req);
        next();
      }),
    );
    const server = await serve(app);
    expect((await server.ask("GET /", { a: "ok" })).json).toEqual({ name: "a" });
    expect((await server.ask("GET /", { a: "ok", b: "ok" })).json).toEqual({ name: "a" });
    const nobody = [undefined, undefined];
    expect(told).toEqual([nobody, nobody, ["a", undefined], nobody, nobody, ["a", "b"]]);
  });

  it("is asked for in vain by the handler of a route that does not ask for its scheme", async () => {
    const A = schemeNamed("a", []);
    const { server, logger } = await secured([], { handler: jest.fn((req: Request) => A.Of(req)) });
    expect((await server.ask("GET /", { a: "ok" })).json).toEqual(internalError);
    expect(logger.error).toHaveBeenCalledTimes(1);
  });
});

describe("only the present match counts", () => {
  const A = schemeNamed("a", []);
  const whoAsks = (req: Request) => ({ by: A.Find(req)?.name ?? "nobody" });

  it("an App before has admitted", async () => {
    const before = new App().Get(
      "/",
      (_req, _res, next) => {
        next();
      },
      WithSecurity(A),
    );
    const server = await serve(before, new App().Get("/", whoAsks));
    expect((await server.ask("GET /", { a: "ok" })).json).toEqual({ by: "nobody" });
  });

  describe("a route that passes the request on has admitted for itself only", () => {
    type Next = Parameters<Handler>[2];
    const passingBy = (pass: (next: Next) => unknown): Handler => {
      return (_req, _res, next) => {
        pass(next);
      };
    };
    const passing: readonly (readonly [string, AppOptions, Handler])[] = [
      [
        "by next() of its handler",
        {},
        passingBy((next) => {
          next();
        }),
      ],
      ["by next() of it, later", {}, passingBy((next) => setImmediate(next))],
      [
        "by next(null)",
        {},
        passingBy((next) => {
          next(null);
        }),
      ],
      [
        'by next("route")',
        {},
        passingBy((next) => {
          next("route");
        }),
      ],
      [
        'by next("router")',
        {},
        passingBy((next) => {
          next("router");
        }),
      ],
      ["by an error", { PassErrors: true }, () => Promise.reject(new Error("lost"))],
    ];
    it.each(passing)("%s", async (_how, options, handler) => {
      const told: unknown[] = [];
      const tell = (req: Request): void => {
        told.push(A.Find(req));
        expect(() => A.Of(req)).toThrow();
      };
      const before = new App(options).Get("/", handler, WithSecurity(A));
      const second = new App({ PassUnmatched: true }).Use((req, _res, next) => {
        tell(req);
        next();
      });
      second.Get("/cats", () => "Tom");
      const host = (req: Request, _res: Response, next: NextFunction): void => {
        tell(req);
        next();
      };
      const server = await serve(
        before,
        onError((_error, _res, next) => {
          next();
        }),
        host,
        second,
        (req, res) => {
          tell(req);
          res.end("host");
        },
      );
      expect((await server.ask("GET /", { a: "ok" })).text).toBe("host");
      expect(told).toEqual([undefined, undefined, undefined]);
    });
  });

  it("an App before has admitted, and the next one asks again", async () => {
    const asked: Asked = [];
    const Same = schemeNamed("a", asked);
    const before = new App({ Title: "before" }).Get(
      "/",
      (_req, _res, next) => {
        next();
      },
      WithSecurity(Same),
    );
    const after = new App({ Title: "after" }).Get("/", (req) => Same.Of(req), WithSecurity(Same));
    const server = await serve(before, after);
    expect((await server.ask("GET /", { a: "ok" })).json).toEqual({ name: "a" });
    expect(asked).toEqual(["a", "a"]);
  });

  it("an App in a host's router is asked by itself, with its own realm", async () => {
    const open = new App({ PassUnmatched: true }).Get("/open", () => "in");
    const closed = new App({ Title: "closed" }).Get("/", () => "in", WithSecurity(A));
    const answer = await (await serve(open, closed)).ask("GET /");
    expect(answer.status).toBe(401);
    expect(answer.headers["www-authenticate"]).toBe('bearer realm="closed"');
  });
});

describe("WWW-Authenticate", () => {
  const scheme = (name: string, description: OpenAPISecurityScheme) => schemeNamed(name, [], description);
  const A = scheme("a", http);
  const basic = scheme("basic", { type: "http", scheme: "Basic" });
  const key = scheme("key", { type: "apiKey", in: "header", name: "X-Key" });
  const cookie = scheme("cookie", { type: "apiKey", in: "cookie", name: "session" });
  const oauth = scheme("oauth", { type: "oauth2", flows: {} });
  const oidc = scheme("oidc", { type: "openIdConnect", openIdConnectUrl: "https://id.example/" });
  const tls = scheme("tls", { type: "mutualTLS" });

  it.each<[what: string, needs: readonly SecurityRequirement[], expected: string]>([
    ["an http scheme by its own name", [basic], 'Basic realm="API"'],
    ["an http scheme as it is written", [A], 'bearer realm="API"'],
    ["OAuth 2", [oauth], 'Bearer realm="API"'],
    ["OpenID Connect", [oidc], 'Bearer realm="API"'],
    ["an API key", [key], 'ApiKey realm="API"'],
    ["a client's certificate", [tls], 'MutualTLS realm="API"'],
    ["each alternative", [AnyOf(basic, key)], 'Basic realm="API", ApiKey realm="API"'],
    ["none of a scheme that was not asked", [basic, key], 'Basic realm="API"'],
    ["equal challenges once", [AnyOf(oauth, key, oidc, cookie)], 'Bearer realm="API", ApiKey realm="API"'],
    ["a scheme's name in any case once", [AnyOf(A, oauth)], 'bearer realm="API"'],
    ["one scheme asked for different scopes once", [AnyOf(A.With("x"), A.With("y"))], 'bearer realm="API"'],
  ])("%s", async (_what, needs, expected) => {
    const { server } = await secured(needs);
    const answer = await server.ask("GET /");
    expect(answer.status).toBe(401);
    expect(answer.headers["www-authenticate"]).toBe(expected);
  });

  it("has a scheme that has admitted: it was asked too", async () => {
    const { server } = await secured([A, key]);
    const answer = await server.ask("GET /", { a: "ok" });
    expect(answer.headers["www-authenticate"]).toBe('bearer realm="API", ApiKey realm="API"');
  });

  it.each([
    ["Cats", 'bearer realm="Cats"'],
    ["", 'bearer realm=""'],
    ['Cats, "Inc." \\ Sons', 'bearer realm="Cats, \\"Inc.\\" \\\\ Sons"'],
    ["Katzen für alle 🐈", 'bearer realm="Katzen f%C3%BCr alle %F0%9F%90%88"'],
    ["a\r\nSet-Cookie: b=c\t\0", 'bearer realm="a%0D%0ASet-Cookie: b=c%09%00"'],
    ["half a cat \ud83d", 'bearer realm="half a cat %EF%BF%BD"'],
  ])("names the realm %j", async (Title, expected) => {
    const { server } = await secured([A], { Title });
    expect((await server.ask("GET /")).headers["www-authenticate"]).toBe(expected);
  });
});

describe("what authenticate throws is answered as any error, and nothing after it runs", () => {
  type Row = readonly [
    what: string,
    thrown: unknown,
    status: number,
    body: unknown,
    challenge: string | null,
  ];
  it.each<Row>([
    ["an HTTPError", new HTTPError(403, "no"), 403, errorBody(403, "forbidden", "no"), null],
    [
      "an HTTPError with headers of its own",
      new HTTPError(401, "expired", { headers: { "WWW-Authenticate": 'Bearer error="invalid_token"' } }),
      401,
      errorBody(401, "unauthorized", "expired"),
      'Bearer error="invalid_token"',
    ],
    ["an Error", new Error("secret"), 500, internalError, null],
    ["undefined", undefined, 500, internalError, null],
    ["null", null, 500, internalError, null],
    ["false", false, 500, internalError, null],
    ["true", true, 500, internalError, null],
    ["0", 0, 500, internalError, null],
    ["empty text", "", 500, internalError, null],
  ])("%s", async (_what, thrown, status, body, challenge) => {
    const throwing: Authenticate<object>[] = [
      () => {
        throw thrown;
      },
      async () => {
        throw thrown;
      },
      () => ({
        then: () => {
          throw thrown;
        },
      }),
      () => ({
        get then(): never {
          throw thrown;
        },
      }),
    ];
    for (const authenticate of throwing) {
      const Scheme = new SecurityScheme("a", http, authenticate);
      for (const needs of [[Scheme], [AnyOf(Scheme, Anonymous)], [AnyOf(Scheme, schemeNamed("b", []))]]) {
        const { server, handler, guard, logger } = await secured(needs);
        const answer = await server.ask("GET /", { b: "ok" });
        expect(answer.status).toBe(status);
        expect(answer.json).toEqual(body);
        expect(answer.headers["www-authenticate"] ?? null).toBe(challenge);
        expect(guard).not.toHaveBeenCalled();
        expect(handler).not.toHaveBeenCalled();
        expect(logger.error).toHaveBeenCalledTimes(status === 500 ? 1 : 0);
      }
    }
  });

  it("and the log tells how to answer 401", async () => {
    const Token = new SecurityScheme("token", http, () => {
      throw new Error("jwt malformed");
    });
    const { server, logger } = await secured([Token]);
    await server.ask("GET /");
    expect(logger.error).toHaveBeenCalledWith(
      expect.objectContaining({ err: new Error("jwt malformed") }),
      "GET / failed; authenticate of a SecurityScheme threw this error: return undefined for wrong credentials, and the client gets a 401",
    );
  });

  it("after MapError was asked", async () => {
    const Scheme = new SecurityScheme("a", http, (): object => {
      throw new RangeError("mine");
    });
    const { server } = await secured([Scheme], { MapError: () => new HTTPError(418) });
    expect((await server.ask("GET /")).status).toBe(418);
  });
});

describe("a scheme", () => {
  it("sees nothing of what is behind it, and cannot change its scopes for others", async () => {
    const seen: unknown[] = [];
    const Scheme = new SecurityScheme("a", http, function (this: unknown, _req, scopes) {
      seen.push(this, Object.isFrozen(scopes));
      return true;
    });
    const { server } = await secured([Scheme, Scheme.With("a")]);
    await server.ask("GET /");
    expect(seen).toEqual([undefined, true]);
  });

  it("that answers by itself ends the request", async () => {
    const asked: Asked = [];
    for (const verdict of [true, false]) {
      const Scheme = new SecurityScheme("a", http, (req) => {
        req.res?.status(402).send("pay first");
        return verdict;
      });
      const { server, handler, guard, logger } = await secured([Scheme, schemeNamed("b", asked)]);
      expect(await server.ask("GET /", { b: "ok" })).toMatchObject({ status: 402, text: "pay first" });
      expect(guard).not.toHaveBeenCalled();
      expect(handler).not.toHaveBeenCalled();
      expect(logger.error).not.toHaveBeenCalled();
    }
    expect(asked).toEqual([]);
  });

  it("is waited for in vain by a client that has gone: nothing starts any more", async () => {
    const asked: Asked = [];
    const arrived = gate();
    const answered = gate();
    const closed = gate();
    const Slow = new SecurityScheme("slow", http, async (req) => {
      req.res?.once("close", closed.open);
      arrived.open();
      await answered.opened;
      return req.path === "/";
    });
    const { server, handler, guard, logger } = await secured([Slow, schemeNamed("b", asked)]);
    const socket = server.open("GET /", { b: "ok" });
    await arrived.opened;
    socket.destroy();
    await closed.opened;
    answered.open();
    await new Promise((resolve) => setImmediate(resolve));
    expect(asked).toEqual([]);
    expect(guard).not.toHaveBeenCalled();
    expect(handler).not.toHaveBeenCalled();
    expect(logger.error).not.toHaveBeenCalled();
  });

  it("is given the requests of other clients while one waits, and mixes none of them up", async () => {
    const waiting: { readonly user: string; readonly go: () => void }[] = [];
    const Slow = new SecurityScheme("slow", http, async (req) => {
      const { opened, open } = gate();
      waiting.push({ user: req.get("user") ?? "", go: open });
      await opened;
      return { user: req.get("user") };
    });
    const { server } = await secured([Slow], { handler: jest.fn((req: Request) => Slow.Of(req)) });
    const asking = ["ann", "bob"].map(async (user) => (await server.ask("GET /", { user })).json);
    await until(() => waiting.length === 2);
    for (const { go } of waiting.toSorted((a, b) => (a.user < b.user ? 1 : -1))) go();
    expect(await Promise.all(asking)).toEqual([{ user: "ann" }, { user: "bob" }]);
  });
});

it("security runs after middleware and before guards, input and the handler", async () => {
  const order: string[] = [];
  const Scheme = new SecurityScheme("a", http, (req) => {
    order.push("security");
    return req.get("a") === "ok";
  });
  const body = { type: "object", required: ["name"] };
  const guard = () => order.push("guard") > 0;
  const app = new App({ Logger: recordingLogger() }).Post(
    "/",
    () => order.push("handler"),
    WithBody(body),
    WithGuards(guard),
    WithSecurity(Scheme),
    WithMiddleware((_req, _res, next) => {
      order.push("middleware");
      next();
    }),
  );
  const server = await serve(app);
  const json = { "Content-Type": "application/json" };
  const statuses = [
    (await server.ask("POST /", json, "{")).status,
    (await server.ask("POST /", { ...json, a: "ok" }, "{}")).status,
    (await server.ask("POST /", { ...json, a: "ok" }, '{"name":"Tom"}')).status,
  ];
  expect(statuses).toEqual([401, 400, 200]);
  const admitted = ["middleware", "security", "guard"];
  expect(order).toEqual(["middleware", "security", ...admitted, ...admitted, "handler"]);
});
