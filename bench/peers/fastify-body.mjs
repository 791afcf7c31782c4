import { randomUUID } from "node:crypto";
import etag from "@fastify/etag";
import fastify from "fastify";

/** Fastify with its own check by JSON Schema, and an ETag on its answers. */
export async function create(_setup, { missing }, { thingSchema }) {
  const app = fastify();
  app.register(etag);
  app.post("/v1/things", { schema: { body: thingSchema } }, async (request) => request.body);
  app.setNotFoundHandler(async (request, reply) => {
    const id = randomUUID();
    reply.code(404).header("X-Request-Id", id);
    return missing(request.method, request.url, id);
  });
  await app.ready();
  return app.server;
}
