import express from "express";
import { App } from "versioned-controllers";
import { CreateServer } from "versioned-controllers/server";
import { recordingLogger } from "../../support/logger";
import { listen } from "../../support/serve";

it.each<[what: string, thrown: unknown]>([
  ["a text", "a secret"],
  ["a number", 404],
])("%s that a Host throws is a 500 without its words", async (_, thrown) => {
  const Logger = recordingLogger();
  const host = express().use((_req, _res, next) => {
    next(thrown);
  });
  const { ask } = await listen(CreateServer(new App({ Logger }), { Host: host }));
  const { status, text } = await ask("GET /");
  expect(status).toBe(500);
  expect(text).not.toContain("a secret");
  expect(Logger.error).toHaveBeenCalledTimes(1);
});
