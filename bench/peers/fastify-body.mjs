import etag from "@fastify/etag";
import fastify from "fastify";
import { answerMisses } from "./fastify.mjs";

/** Fastify with its own check by JSON Schema, and an ETag on its answers. */
export async function create(_setup, { missing }, { thingSchema }) {
  const app = fastify();
  app.register(etag);
  app.post("/v1/things", { schema: { body: thingSchema } }, async (request) => request.body);
  answerMisses(app, missing);
  await app.ready();
  return app.server;
}
