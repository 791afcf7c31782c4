import type { Request, Response } from "express";
import { App, Status, WithResponse, type AppOptions, type RouteOption } from "versioned-controllers";
import { recordingLogger } from "../../support/logger";
import { serve } from "../../support/serve";

type AnyHandler = (req: Request, res: Response) => unknown;

async function warningsOf(handler: AnyHandler, options: AppOptions): Promise<readonly unknown[]> {
  const logger = recordingLogger();
  const { ask } = await serve(new App({ Logger: logger, ...options }).Get("/cats", handler as () => null));
  const answers = [await ask("GET /cats"), await ask("GET /cats")];
  expect(answers.map(({ text }) => text)).toEqual(['{"sent":true}', '{"sent":true}']);
  return logger.warn.mock.calls as readonly unknown[];
}

const both: readonly [what: string, handler: AnyHandler][] = [
  ["a value", (_req, res) => (res.json({ sent: true }), { returned: true })],
  ["a promise of one", async (_req, res) => (res.json({ sent: true }), Promise.resolve("returned"))],
];

describe("a handler that sends by res and returns another value", () => {
  it.each(both)("%s: is warned of once, under CheckResponses", async (_what, handler) => {
    expect(await warningsOf(handler, { CheckResponses: true })).toEqual([
      [
        { component: "Router", method: "GET", path: "/cats" },
        "GET /cats: the handler sent a response by res and also returned a value, which the client did not get: do only one of the two",
      ],
    ]);
  });

  it.each<[what: string, handler: AnyHandler]>([
    ["the response", (_req, res) => res.json({ sent: true })],
    ["nothing", (_req, res) => void res.json({ sent: true })],
    ["what Node's write returns", (_req, res) => (res.write('{"sent":true}'), res.end(), true)],
  ])("%s: is not a mistake", async (_what, handler) => {
    expect(await warningsOf(handler, { CheckResponses: true })).toEqual([]);
  });

  it.each(both)("%s: is warned of in production too", async (_what, handler) => {
    expect(await warningsOf(handler, {})).toHaveLength(1);
  });
});

describe("a handler that returns a value where its status has no content", () => {
  async function warningsAt(option: RouteOption, handler: AnyHandler, options: AppOptions): Promise<unknown> {
    const logger = recordingLogger();
    const { ask } = await serve(
      new App({ Logger: logger, ...options }).Get("/cats", handler as () => undefined, option),
    );
    for (let i = 0; i < 2; i++) expect((await ask("GET /cats")).text).toBe("");
    return logger.warn.mock.calls.map(([, message]: [object, string]) => message);
  }
  const text = (status: number): string =>
    `GET /cats: the handler returned a value that is not used, because status ${status} has no content: return undefined, or declare another status`;

  it.each<[what: string, option: RouteOption, handler: AnyHandler, status: number]>([
    ["an object", WithResponse(204), () => ({ a: 1 }), 204],
    ["a promise of one", Status(204), async () => Promise.resolve({ a: 1 }), 204],
    ["a text", WithResponse(205), () => "gone", 205],
    ["a status of its own", Status(200), (req) => (req.res?.status(204), [1]), 204],
  ])("%s: is warned of once, under CheckResponses", async (_what, option, handler, status) => {
    expect(await warningsAt(option, handler, { CheckResponses: true })).toEqual([text(status)]);
  });

  it.each<[what: string, option: RouteOption, handler: AnyHandler]>([
    ["undefined", WithResponse(204), () => undefined],
    ["null", WithResponse(204), () => null],
    ["a boolean, as a Map's delete", WithResponse(204), () => new Map().delete(1)],
    ["a 304", Status(200), (req) => (req.res?.status(304), { a: 1 })],
  ])("%s: is not a mistake", async (_what, option, handler) => {
    expect(await warningsAt(option, handler, { CheckResponses: true })).toEqual([]);
  });

  it("is warned of in production too", async () => {
    expect(await warningsAt(WithResponse(204), () => ({ a: 1 }), {})).toEqual([text(204)]);
  });
});
