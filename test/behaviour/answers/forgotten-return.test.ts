import type { Request, Response } from "express";
import {
  App,
  DefineVersions,
  Get,
  HTTPError,
  Nothing,
  Router,
  Status,
  Versioned,
  VersioningHeader,
  WithResponse,
  type AppOptions,
  type Handler,
  type RouteOption,
} from "versioned-controllers";
import { z } from "zod";
import { internalError } from "../../support/expected";
import { recordingLogger } from "../../support/logger";
import { serve } from "../../support/serve";

const Cat = z.object({ name: z.string() });
const V = DefineVersions("1", "2");
const Bare = V.Change("2", "A removed cat is not sent back.");

const message =
  "the handler of GET /cats returned undefined, but declares no response without content: return a value, throw an HTTPError, or declare WithResponse(204)";
const warning = [
  { component: "Router", method: "GET", path: "/cats" },
  "GET /cats: the handler returned undefined, but declares no response without content, so the client received 204: return a value, throw an HTTPError, or declare WithResponse(204)",
];

/** Answers two requests of a handler that returns undefined, which the types would refuse. */
async function answersOf(handler: () => unknown, options: readonly RouteOption[], more: AppOptions = {}) {
  const logger = recordingLogger();
  const app = new App({ Logger: logger, ...more }).Handle("GET", "/cats", handler as () => null, ...options);
  const { ask } = await serve(app);
  return { answers: [await ask("GET /cats"), await ask("GET /cats")], logger };
}

function forgettings(logger: { warn: jest.Mock<unknown, [object, string]> }): readonly unknown[] {
  return logger.warn.mock.calls.filter(([, text]) => text.includes("returned undefined"));
}

/** A schema like those of ArkType, which are functions. */
const ofAFunction = Object.assign(() => undefined, { "~standard": Cat["~standard"] });

const forgotten: readonly [what: string, handler: () => unknown, options: readonly RouteOption[]][] = [
  ["no return", () => undefined, [WithResponse(200, Cat)]],
  ["a promise", async () => Promise.resolve(undefined), [WithResponse(200, Cat)]],
  ["a success of another status", () => undefined, [WithResponse(201, Cat)]],
  ["an own Status", () => undefined, [Status(201), WithResponse(201, Cat)]],
  ["several successes", () => undefined, [WithResponse(200, Cat), WithResponse(202, z.null())]],
  ["beside an error", () => undefined, [WithResponse(200, Cat), WithResponse(404), WithResponse("default")]],
  ["every success", () => undefined, [WithResponse("2XX", Cat)]],
  ["an open schema", () => undefined, [WithResponse(200, z.looseObject({}))]],
  ["plain JSON Schema", () => undefined, [WithResponse(200, { type: "object" })]],
  ["a schema that is a function", () => undefined, [WithResponse(200, ofAFunction)]],
  [
    "a schema that throws",
    () => undefined,
    [
      WithResponse(
        200,
        z.any().refine((cat: { a: 1 }) => cat.a),
      ),
    ],
  ],
  ["a history", () => undefined, [WithResponse(200, Versioned(Cat).Before(Bare, Nothing))]],
];

const intended: readonly [
  what: string,
  handler: () => unknown,
  options: readonly RouteOption[],
  status?: number,
][] = [
  ["204", () => undefined, [WithResponse(200, Cat), WithResponse(204)]],
  ["205", () => undefined, [WithResponse(200, Cat), WithResponse(205)]],
  ["a Status without content", () => undefined, [WithResponse(200, Cat), Status(204)]],
  ["every success, without a schema", () => undefined, [WithResponse(200, Cat), WithResponse("2XX")]],
  ["no schema", () => undefined, [WithResponse(200)]],
  ["no response", () => undefined, []],
  ["a schema of an error", () => undefined, [WithResponse(404, Cat)]],
  ["a schema that takes undefined", () => undefined, [WithResponse(200, Cat.optional())]],
  [
    "a schema that takes it later",
    () => undefined,
    [
      WithResponse(
        200,
        Cat.optional().refine(async () => Promise.resolve(true)),
      ),
    ],
  ],
  [
    "a newest link without content",
    () => undefined,
    [WithResponse(200, Versioned(Nothing).Before(Bare, Cat, { Down: () => ({ name: "" }) }))],
    200,
  ],
];

const byHeader = { Type: VersioningHeader, Header: "x-v", Versions: V.List, AssumeVersion: "2" } as const;
const versioned = { Versioning: { ...byHeader, DefaultVersion: ["1", "2"] } };

describe.each<[CheckResponses: true | "stripped", PassErrors: boolean]>([
  [true, false],
  ["stripped", false],
  [true, true],
])("under CheckResponses %j (PassErrors %j)", (CheckResponses, PassErrors) => {
  const options = { CheckResponses, PassErrors, ...versioned };

  it.each(forgotten)("undefined is a ResponseError: %s", async (_what, handler, routeOptions) => {
    const { answers, logger } = await answersOf(handler, routeOptions, options);
    expect(answers.map(({ status }) => status)).toEqual([500, 500]);
    expect(answers[0]).toMatchObject({ json: internalError });
    expect(logger.error.mock.calls.map(([{ err }]) => (err as Error).message)).toEqual([message, message]);
    expect(logger.warn).not.toHaveBeenCalled();
  });

  it.each(intended)("undefined is a 204 beside %s", async (_what, handler, routeOptions, status = 204) => {
    const { answers, logger } = await answersOf(handler, routeOptions, options);
    expect(answers.map((answer) => answer.status)).toEqual([status, status]);
    expect(logger.error).not.toHaveBeenCalled();
  });
});

it.each(forgotten)("otherwise undefined is a 204, and one warning: %s", async (_what, handler, options) => {
  const { answers, logger } = await answersOf(handler, options, versioned);
  expect(answers.map(({ status }) => status)).toEqual([204, 204]);
  expect(forgettings(logger)).toEqual([warning]);
  expect(logger.error).not.toHaveBeenCalled();
});

it.each(intended)("and no warning beside %s", async (_what, handler, options, status = 204) => {
  const { answers, logger } = await answersOf(handler, options, versioned);
  expect(answers.map((answer) => answer.status)).toEqual([status, status]);
  expect(forgettings(logger)).toEqual([]);
});

it.each<[what: string, handler: Handler, status: number]>([
  ["declares res", (_req, res) => void res.json({ name: "Tom" }), 200],
  ["answers by the request's own response", (req: Request) => void req.res?.json({ name: "Tom" }), 200],
  ["has set a status without content", (req: Request) => void req.res?.status(304), 204],
  [
    "throws",
    () => {
      throw new HTTPError(404);
    },
    404,
  ],
  ["has set a status", (req: Request) => void req.res?.status(201), 500],
])("a handler that %s", async (_what, handler, status) => {
  const logger = recordingLogger();
  const app = new App({ Logger: logger, CheckResponses: true });
  const { ask } = await serve(app.Get("/cats", handler, WithResponse(200, Cat)));
  expect((await ask("GET /cats")).status).toBe(status);
});

it("an older version's clients get the error too, and each route is warned of once", async () => {
  const Born = V.Change("2", "A cat's `name` is required.");
  @Router("/cats", V.Since("1"))
  class Cats {
    @Get("/")
    @WithResponse(200, Versioned(Cat).Before(Born, Cat, { Down: (cat) => cat, Up: (cat) => cat }))
    list() {
      return undefined;
    }

    @Get("/own")
    @WithResponse(200, Cat)
    own(_req: Request, res: Response) {
      res.json({ name: "Tom" });
    }
  }
  const answer = async (CheckResponses: boolean) => {
    const logger = recordingLogger();
    const app = new App({ Logger: logger, CheckResponses, Versioning: byHeader }).Include(Cats);
    const { ask } = await serve(app);
    const statuses = [];
    for (const version of ["1", "2", "1"]) {
      statuses.push((await ask("GET /cats", { "x-v": version })).status);
    }
    expect((await ask("GET /cats/own")).status).toBe(200);
    return { statuses, warnings: logger.warn.mock.calls.length };
  };
  expect(await answer(true)).toEqual({ statuses: [500, 500, 500], warnings: 0 });
  expect(await answer(false)).toEqual({ statuses: [204, 204, 204], warnings: 1 });
});
