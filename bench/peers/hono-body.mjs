import { randomUUID } from "node:crypto";
import { createAdaptorServer } from "@hono/node-server";
import { zValidator } from "@hono/zod-validator";
import { Hono } from "hono";

/** Hono with its validator for zod, through its adapter for node. */
export function create(_setup, { missing }, { Thing }) {
  const app = new Hono();
  app.post("/v1/things", zValidator("json", Thing), (c) => c.json(c.req.valid("json")));
  app.notFound((c) => {
    const id = randomUUID();
    return c.json(missing(c.req.method, c.req.path, id), 404, { "X-Request-Id": id });
  });
  return createAdaptorServer({ fetch: app.fetch });
}
