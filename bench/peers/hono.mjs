import { randomUUID } from "node:crypto";
import { createAdaptorServer } from "@hono/node-server";
import { Hono } from "hono";

/** Hono through its adapter for node. */
export function create({ paths }, { thing, missing }) {
  const app = new Hono();
  for (let n = 0; n < paths; n++) {
    for (const version of ["1", "2"]) {
      app.get(`/v${version}/things-${n}/:id`, (c) => c.json(thing(c.req.param("id"), version)));
    }
  }
  app.notFound((c) => {
    const id = randomUUID();
    return c.json(missing(c.req.method, c.req.path, id), 404, { "X-Request-Id": id });
  });
  return createAdaptorServer({ fetch: app.fetch });
}
