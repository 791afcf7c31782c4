import type { Request, Response } from "express";
import { App, type AppOptions } from "versioned-controllers";
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
        "GET /cats: the handler sent a response by res and returned another value, which the client did not get: do only one of the two",
      ],
    ]);
  });

  it.each<[what: string, handler: AnyHandler]>([
    ["the response", (_req, res) => res.json({ sent: true })],
    ["nothing", (_req, res) => void res.json({ sent: true })],
    ["what Node's write returns", (_req, res) => (res.write('{"sent":true}'), res.end(), true)],
  ])("%s: is no mistake", async (_what, handler) => {
    expect(await warningsOf(handler, { CheckResponses: true })).toEqual([]);
  });

  it("is ignored in production", async () => {
    for (const [, handler] of both) expect(await warningsOf(handler, {})).toEqual([]);
  });
});
