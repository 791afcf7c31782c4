import express, { type RequestHandler } from "express";
import { App, WithMiddleware } from "versioned-controllers";
import { CreateServer } from "versioned-controllers/server";
import { recordingLogger } from "../../support/logger";
import { listen, onError, serve } from "../../support/serve";

const forwarded = { "X-Forwarded-For": "1.2.3.4" };
const trusting = { Settings: { "trust proxy": true } };

/** An application with settings of its own, which passes on. */
function passing(handler: RequestHandler = (_req, _res, next) => { next(); }) {
  return express().set("trust proxy", false).set("json spaces", 4).use(handler);
} // prettier-ignore

const facts: RequestHandler = (req, res) => {
  res.json({ ip: req.ip, same: req.app === res.app, name: req.app.get("name") as unknown });
};

const rows: readonly (readonly [string, App])[] = [
  ["App.Use", new App().Use(passing()).Get("/", facts)],
  ["App.Use, later", new App().Use(passing((_req, _res, next) => void setImmediate(next))).Get("/", facts)],
  ["App.Use, two of them", new App().Use(passing(), passing()).Get("/", facts)],
  ["App.Use, one in another", new App().Use(passing(passing())).Get("/", facts)],
  ["WithMiddleware", new App().Get("/", facts, WithMiddleware(passing()))],
];

describe("an Express application gives request and response back as they were:", () => {
  it.each(rows)("%s, by CreateServer", async (_what, app) => {
    const Settings = { ...trusting.Settings, name: "outer" };
    const answer = await (await listen(CreateServer(app, { Settings }))).ask("GET /", forwarded);
    expect(answer.text).toBe('{"ip":"1.2.3.4","same":true,"name":"outer"}');
  });

  it.each(rows)("%s, mounted", async (_what, app) => {
    const host = express().set("trust proxy", true).set("name", "outer").use(app.Build());
    const answer = await (await listen(CreateServer(host))).ask("GET /", forwarded);
    expect(answer.text).toBe('{"ip":"1.2.3.4","same":true,"name":"outer"}');
  });

  it("also to the host behind the App", async () => {
    const app = new App({ PassUnmatched: true }).Use(passing()).Get("/cats", facts);
    const host = express().set("trust proxy", true).set("name", "outer").use(app.Build(), facts);
    const answer = await (await listen(CreateServer(host))).ask("GET /", forwarded);
    expect(answer.text).toBe('{"ip":"1.2.3.4","same":true,"name":"outer"}');
  });

  it("with an error of its own", async () => {
    const failing = passing(() => {
      throw new Error("secret");
    });
    const app = new App({ Logger: recordingLogger(), PassErrors: true }).Use(failing);
    const server = await serve(
      app,
      onError((_error, res) => res.status(502).json({ app: 1 })),
    );
    expect(await server.ask("GET /")).toMatchObject({ status: 502, text: '{"app":1}' });
  });

  it("and has its own settings while it answers", async () => {
    const app = new App().Use(passing(facts)).Get("/cats", facts);
    expect((await (await listen(CreateServer(app, trusting))).ask("GET /", forwarded)).text).toMatch(
      /^{\n {4}"ip": "127\.0\.0\.1"/,
    );
  });
});
