import { runInNewContext } from "node:vm";
import { App, HTTPError, WithResponse, type Handler } from "versioned-controllers";
import { z } from "zod";
import { internalError } from "../../support/expected";
import { recordingLogger } from "../../support/logger";
import { serve } from "../../support/serve";

class Told extends Error {
  readonly secret = "hush";
  toJSON() {
    return { secret: this.secret };
  }
}

const options = { "no schema": [], "a schema": [WithResponse(200, z.any())] } as const;

describe.each(Object.entries(options))(
  "an Error that a handler returns is as if thrown: %s",
  (_which, route) => {
    it.each<readonly [what: string, handler: Handler]>([
      ["an Error", () => new Error("hush")],
      ["a promise's", async () => Promise.resolve(new TypeError("hush"))],
      ["one with a toJSON", () => new Told("hush")],
      ["one of another realm", () => runInNewContext("new Error('hush')") as unknown],
      ["where the handler has set a status", (_req, res) => (res.status(201), new Error("hush"))],
    ])("%s", async (_what, handler) => {
      const Logger = recordingLogger();
      const app = new App({ Logger }).Get("/cats", handler, ...route);
      const answer = await (await serve(app)).ask("GET /cats");
      expect(answer).toMatchObject({ status: 500, json: internalError });
      expect(Logger.error).toHaveBeenCalledTimes(1);
    });

    it("an HTTPError", async () => {
      const app = new App().Get("/cats", () => new HTTPError(404, "no such cat"), ...route);
      const answer = await (await serve(app)).ask("GET /cats");
      expect(answer).toMatchObject({ status: 404, json: { error: { message: "no such cat" } } });
    });
  },
);

it("MapError is asked, and PassErrors passes it on", async () => {
  const MapError = () => new HTTPError(409, "twice");
  const mapped = await serve(new App({ MapError }).Get("/cats", () => new Error("hush")));
  expect((await mapped.ask("GET /cats")).status).toBe(409);
  const failed = new Error("hush");
  const onError = jest.fn();
  const host = await serve(new App({ PassErrors: true }).Get("/cats", () => failed).Build(), ((
    error: unknown,
    _req: unknown,
    _res: unknown,
    next: () => void,
  ) => {
    onError(error);
    next();
  }) as never);
  await host.ask("GET /cats");
  expect(onError).toHaveBeenCalledWith(failed);
});

it("one that is returned after next is logged, as one that is thrown then", async () => {
  const Logger = recordingLogger();
  const app = new App({ Logger }).Get("/cats", (_req, _res, next) => {
    next();
    return new Error("too late");
  });
  const server = await serve(app.Build(), (_req, res) => void res.send("host"));
  expect((await server.ask("GET /cats")).text).toBe("host");
  expect(Logger.error).toHaveBeenCalledTimes(1);
});
