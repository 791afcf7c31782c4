import etag from "@fastify/etag";
import { appOf } from "./fastify.mjs";

/** Fastify with an ETag on its answers, as Express has it: the bytes are then alike. */
export async function create(setup, answers) {
  const app = appOf(setup, answers, [etag]);
  await app.ready();
  return app.server;
}
