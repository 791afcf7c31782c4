/* eslint-disable @typescript-eslint/no-unused-vars -- a handler with res is what this is about */
import type { Request, Response } from "express";
import { App, Get, Router, WithResponse, type AppOptions, type Handler } from "versioned-controllers";
import { CreateServer } from "versioned-controllers/server";
import { z } from "zod";
import { recordingLogger } from "../../support/logger";
import { listen, serve } from "../../support/serve";
import { until } from "../../support/wait";

/** Timers alone: sockets and promises go on as ever. */
function useTimers(): void {
  jest.useFakeTimers({
    doNotFake: ["nextTick", "queueMicrotask", "setImmediate", "setInterval", "clearImmediate"],
  });
}

afterEach(() => {
  jest.useRealTimers();
});

/** The warnings after a request of each handler has waited for a time, by the handlers' paths. */
async function warningsAfter(
  seconds: number,
  handlers: Readonly<Record<string, Handler>>,
  options: AppOptions = { CheckResponses: true },
): Promise<readonly unknown[]> {
  const logger = recordingLogger();
  const app = new App({ Logger: logger, ...options });
  const called: string[] = [];
  for (const [path, handler] of Object.entries(handlers)) {
    app.Get(path, function (req: Request, res: Response, next) {
      setImmediate(() => called.push(path));
      return handler(req, res, next);
    });
  }
  const { open } = await serve(app, (_req, _res) => undefined);
  useTimers();
  for (const path of Object.keys(handlers)) open(`GET ${path}`);
  await until(() => called.length === Object.keys(handlers).length);
  await new Promise((resolve) => setImmediate(resolve));
  await jest.advanceTimersByTimeAsync(seconds * 1000);
  return logger.warn.mock.calls as unknown[];
}

const silent = (_req: Request, _res: Response): unknown => undefined;

const warning = (path: string) => [
  { component: "Router", method: "GET", path },
  `GET ${path}: the handler takes res and returned undefined, but has sent no response for 30 s, so the client is still waiting: return a value, or send a response by res (remove the parameter res if undefined should be a 204)`,
];

it("a handler with res that returns undefined, and never answers, is reported after 30 s", async () => {
  expect(await warningsAfter(31, { "/cats": silent })).toEqual([warning("/cats")]);
});

it("an async one too", async () => {
  const later = async (_req: Request, _res: Response): Promise<unknown> => Promise.resolve(undefined);
  expect(await warningsAfter(31, { "/cats": later })).toEqual([warning("/cats")]);
});

it("not before", async () => {
  expect(await warningsAfter(29, { "/cats": silent })).toEqual([]);
});

it.each<[string, Handler]>([
  ["that has answered", (_req, res) => void res.json(1)],
  ["that has begun to answer", (_req, res) => void res.write("a")],
  ["that answers late", (_req, res) => void setTimeout(() => res.json(1), 20_000)],
  [
    "that passes the request on",
    (_req, _res, next) => {
      next();
    },
  ],
  ["that passes it on late", (_req, _res, next) => void setTimeout(next, 20_000)],
])("a handler %s is not reported", async (_, handler) => {
  expect(await warningsAfter(60, { "/cats": handler })).toEqual([]);
});

it("each route is reported once, however many wait", async () => {
  const logger = recordingLogger();
  const app = new App({ Logger: logger, CheckResponses: "stripped" }).Get("/a", silent).Get("/b", silent);
  let calls = 0;
  app.Use((_req, _res, next) => {
    calls++;
    next();
  });
  const { open } = await listen(CreateServer(app));
  useTimers();
  for (const path of ["/a", "/a", "/b"]) open(`GET ${path}`);
  await until(() => calls === 3);
  await jest.advanceTimersByTimeAsync(31_000);
  open("GET /a");
  await until(() => calls === 4);
  await jest.advanceTimersByTimeAsync(31_000);
  expect(logger.warn.mock.calls).toEqual([warning("/a"), warning("/b")]);
});

it("a method of a controller is named by its route", async () => {
  @Router("/dogs")
  class Dogs {
    @Get("/", WithResponse(200, z.object({ name: z.string() })))
    find(_req: Request, _res: Response): { name: string } | undefined {
      return undefined;
    }
  }
  const logger = recordingLogger();
  const { open } = await serve(new App({ Logger: logger, CheckResponses: true }).Include(Dogs));
  useTimers();
  open("GET /dogs");
  await until(() => jest.getTimerCount() > 0);
  await jest.advanceTimersByTimeAsync(31_000);
  expect(logger.warn.mock.calls).toEqual([warning("/dogs")]);
});

it("without CheckResponses nothing is watched", async () => {
  expect(await warningsAfter(60, { "/cats": silent }, {})).toEqual([]);
  expect(jest.getTimerCount()).toBe(0);
});
