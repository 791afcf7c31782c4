import {
  App,
  Before,
  DefineVersions,
  Get,
  HTTPError,
  VersioningURI,
  VersionNeutral,
  Versioned,
  WithBody,
  WithGuards,
  WithResponse,
  WithVersion,
  type AppOptions,
} from "versioned-controllers";
import { z } from "zod";
import { uuid } from "../../support/expected";
import { recordingLogger } from "../../support/logger";
import { serve } from "../../support/serve";

const V = DefineVersions("1", "2", "3");
const Moved = V.Change("2", "Cats are moved.");
const Reshaped = V.Change("3", "A cat's `b` is `a`.");

const New = z.object({ a: z.string() });
const Old = z.object({ b: z.string() });
const failure = new Error("why");

interface Steps {
  readonly Up?: (old: z.infer<typeof Old>) => z.infer<typeof New>;
  readonly Down?: (cat: z.infer<typeof New>) => z.infer<typeof Old>;
}

function cat({ Up = ({ b }) => ({ a: b }), Down = ({ a }) => ({ b: a }) }: Steps) {
  return Versioned(New).Before(Reshaped, Old, { Up, Down });
}

function throws(error: unknown = failure): () => never {
  return () => {
    throw error;
  };
}

const json = { "Content-Type": "application/json" };

function appOf(options: AppOptions): App {
  const wrong = (value: unknown) => () => value as never;
  const versioned = V.Since("1");
  const answer = () => ({ a: "x" });
  return new App({ ...options, Versioning: { Type: VersioningURI, Versions: V.List } })
    .Get("/cats/{id}", throws(), versioned)
    .Get("/guarded/{id}", () => 1, versioned, WithGuards(throws()))
    .Get("/neutral/{id}", throws(), WithVersion(VersionNeutral))
    .Get("/moved/{id}", throws(), versioned, Before(Moved, Get("/former/{id}")))
    .Post("/up", (req) => req.body.a, versioned, WithBody(cat({ Up: throws() })))
    .Post("/up-http", (req) => req.body.a, versioned, WithBody(cat({ Up: throws(new HTTPError(503)) })))
    .Post("/up-wrong", (req) => req.body.a, versioned, WithBody(cat({ Up: wrong({ a: 1 }) })))
    .Get("/down", answer, versioned, WithResponse(200, cat({ Down: throws() })))
    .Get(
      "/down-frozen",
      answer,
      versioned,
      WithResponse(200, cat({ Down: throws(Object.freeze(new Error())) })),
    )
    .Get("/down-undefined", answer, versioned, WithResponse(200, cat({ Down: wrong(undefined) })))
    .Get("/down-kind", answer, versioned, WithResponse(200, cat({ Down: wrong(["x"]) })))
    .Get("/down-promise", answer, versioned, WithResponse(200, cat({ Down: wrong(Promise.resolve(1)) })))
    .Get("/res", (_req, res) => res.json(answer()), versioned, WithResponse(200, cat({ Down: throws() })))
    .Get("/handler", throws(), versioned, WithResponse(200, cat({})));
}

interface Fields {
  readonly method: string;
  readonly path: string;
  readonly route?: string;
  readonly version?: string;
  readonly change?: string;
  readonly side?: string;
}

const reshaped = { change: "A cat's `b` is `a`." };

it.each<[line: string, fields: Fields, message: string]>([
  [
    "GET /v1/cats/7?a=1",
    { method: "GET", path: "/v1/cats/7", route: "/cats/{id}", version: "1" },
    "GET /cats/{id}",
  ],
  [
    "HEAD /v1/cats/7",
    { method: "HEAD", path: "/v1/cats/7", route: "/cats/{id}", version: "1" },
    "GET /cats/{id}",
  ],
  [
    "GET /v3/guarded/7",
    { method: "GET", path: "/v3/guarded/7", route: "/guarded/{id}", version: "3" },
    "GET /guarded/{id}",
  ],
  ["GET /neutral/7", { method: "GET", path: "/neutral/7", route: "/neutral/{id}" }, "GET /neutral/{id}"],
  [
    "GET /v1/former/7",
    { method: "GET", path: "/v1/former/7", route: "/moved/{id}", version: "1" },
    "GET /moved/{id}",
  ],
  ["GET /use?a=1", { method: "GET", path: "/use" }, "GET /use"],
  [
    "GET /v1/handler",
    { method: "GET", path: "/v1/handler", route: "/handler", version: "1" },
    "GET /handler",
  ],
  ...["up", "up-http", "up-wrong"].map((name): [string, Fields, string] => [
    `POST /v2/${name}`,
    { method: "POST", path: `/v2/${name}`, route: `/${name}`, version: "2", ...reshaped, side: "Up" },
    `POST /${name}`,
  ]),
  ...["down", "down-frozen", "down-undefined", "down-kind", "down-promise", "res"].map(
    (name): [string, Fields, string] => [
      `GET /v1/${name}`,
      { method: "GET", path: `/v1/${name}`, route: `/${name}`, version: "1", ...reshaped, side: "Down" },
      `GET /${name}`,
    ],
  ),
])("%s", async (line, fields, place) => {
  const Logger = recordingLogger();
  const app = appOf({ Logger }).Use((req, _res, next) => {
    next(req.path === "/use" ? failure : undefined);
  });
  const { status } = await (
    await serve(app)
  ).ask(line, json, line.startsWith("POST") ? '{"b":"x"}' : undefined);
  expect(status).toBeGreaterThanOrEqual(500);
  expect(Logger.error.mock.calls).toEqual([
    [
      {
        component: "Router",
        request_id: expect.stringMatching(uuid) as string,
        ...fields,
        err: expect.any(Error) as Error,
      },
      `${place} failed`,
    ],
  ]);
});

it("the log names no change for an error that a Down threw before, and a handler throws now", async () => {
  const Logger = recordingLogger();
  const { ask } = await serve(appOf({ Logger }));
  for (const line of ["GET /v1/down", "GET /v1/handler"]) expect((await ask(line)).status).toBe(500);
  expect(Logger.error.mock.calls.map(([fields]) => "change" in fields)).toEqual([true, false]);
});

describe.each([true, "stripped"] as const)("with CheckResponses %j, the log", (CheckResponses) => {
  it.each<[what: string, value: unknown, Down: unknown, named: object]>([
    ["names the change of a Down whose value misfits", { a: "x" }, { b: 1 }, { ...reshaped, side: "Down" }],
    ["names no change for a value of the handler that misfits", { a: 1 }, { b: "x" }, {}],
  ])("%s", async (_what, value, made, named) => {
    const Logger = recordingLogger();
    const app = new App({
      CheckResponses,
      Logger,
      Versioning: { Type: VersioningURI, Versions: V.List },
    }).Get("/cat", () => value as never, V.Since("1"), WithResponse(200, cat({ Down: () => made as never })));
    expect((await (await serve(app)).ask("GET /v1/cat")).status).toBe(500);
    const [fields] = Logger.error.mock.calls[0] as [object];
    const steps = Object.entries(fields).filter(([key]) => key === "change" || key === "side");
    expect(Object.fromEntries(steps)).toEqual(named);
  });
});
