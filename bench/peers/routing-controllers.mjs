import "reflect-metadata";
import { randomUUID } from "node:crypto";
import { createServer } from "node:http";
import express from "express";
import { Get, JsonController, Param, useExpressServer } from "routing-controllers";

/** routing-controllers on the same Express; it knows no versions, so they are part of the paths. */
export function create({ paths }, answers) {
  const app = express();
  const controllers = Array.from({ length: paths }, (_, n) => controllerOf(n, answers));
  useExpressServer(app, { controllers });
  app.use((req, res) => {
    // It calls next() for what it has answered, too.
    if (res.headersSent) return;
    const id = randomUUID();
    res
      .status(404)
      .set("X-Request-Id", id)
      .json(answers.missing(req.method, req.originalUrl, id));
  });
  return createServer(app);
}

// Decorators are applied by hand: this file runs as it stands, and its classes are made in a loop.
function controllerOf(n, { thing }) {
  class Things {
    one(id) {
      return thing(id, "1");
    }
    two(id) {
      return thing(id, "2");
    }
  }
  for (const [name, version] of [
    ["one", "1"],
    ["two", "2"],
  ]) {
    Get(`/v${version}/things-${n}/:id`)(Things.prototype, name);
    Param("id")(Things.prototype, name, 0);
  }
  JsonController()(Things);
  return Things;
}
