import { createRequire } from "node:module";
import express, { type Request, type RequestHandler } from "express";
import { App, WithMiddleware, WithParams, type AppOptions } from "versioned-controllers";
import { z } from "zod";
import { serve } from "../../support/serve";

// The types of Express 5 hold for what is used of it.
const express4 = createRequire(__filename)("express4") as typeof express;

const tell = (req: Request): unknown => [req.params, Object.getPrototypeOf(req.params) === null];

function appOf(options: AppOptions): RequestHandler {
  return new App(options)
    .Get("/cats/{id}", tell)
    .Get("/dogs/{tenant}", tell)
    .Get("/closed/{id}", tell, WithParams(z.strictObject({ id: z.coerce.number() })))
    .Get(
      "/passed/{id}",
      () => "never",
      WithMiddleware((_req, _res, next) => {
        next("route");
      }),
    )
    .Build();
}

const hosts: readonly [name: string, mounted: (app: RequestHandler) => RequestHandler][] = [
  ["Express 5", (app) => express().use("/t/:tenant/:constructor", app)],
  ["Express 4", (app) => express4().use("/t/:tenant/:constructor", app)],
  [
    "a Router that merges parameters",
    (app) => express().use("/t/:tenant", express.Router({ mergeParams: true }).use("/:constructor", app)),
  ],
];

describe.each(hosts)("mounted on %s", (_name, mounted) => {
  it("MergeParams keeps the parameters of the mount, in an object without a prototype", async () => {
    const { ask } = await serve(mounted(appOf({ MergeParams: true })));
    expect((await ask("GET /t/a%20b/c/cats/7")).json).toEqual([
      { tenant: "a b", constructor: "c", id: "7" },
      true,
    ]);
  });

  it("a parameter of the route replaces one of the same name", async () => {
    const { ask } = await serve(mounted(appOf({ MergeParams: true })));
    expect((await ask("GET /t/a/c/dogs/rex")).json).toEqual([{ tenant: "rex", constructor: "c" }, true]);
  });

  it("a closed schema judges the parameters of the route only", async () => {
    const { ask } = await serve(mounted(appOf({ MergeParams: true })));
    expect((await ask("GET /t/a/c/closed/7")).json).toEqual([{ tenant: "a", constructor: "c", id: 7 }, true]);
  });

  it("without MergeParams, there are only the parameters of the route", async () => {
    const { ask } = await serve(mounted(appOf({})));
    expect((await ask("GET /t/a/c/cats/7")).json).toEqual([{ id: "7" }, true]);
  });
});

it("what follows the App has the parameters of its own mount", async () => {
  const after = express.Router({ mergeParams: true }).use((req, res) => void res.json(req.params));
  const host = express().use("/t/:tenant", appOf({ MergeParams: true, PassUnmatched: true }), after);
  const { ask } = await serve(host);
  expect((await ask("GET /t/a/passed/7")).json).toEqual({ tenant: "a" });
});
