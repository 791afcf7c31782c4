import etag from "@fastify/etag";
import fastify from "fastify";
import { answerMisses } from "./fastify.mjs";

/** Fastify with its own check of an order and of its answer by JSON Schema, and an ETag; an older version converted by hand. */
export async function create(setup, { missing }, schemas) {
  const app = fastify();
  app.register(etag);
  if (setup.body === "older order") addOlder(app, schemas);
  else addNewest(app, schemas);
  answerMisses(app, missing);
  await app.ready();
  return app.server;
}

function addNewest(app, { orderSchema, orderedSchema }) {
  const schema = { body: orderSchema, response: { 201: orderedSchema } };
  app.post("/v1/orders", { schema }, async (request, reply) => {
    reply.code(201);
    return { id: "order-1", ...request.body };
  });
}

function addOlder(app, { olderOrderSchema, olderOrderedSchema }) {
  const schema = { body: olderOrderSchema, response: { 201: olderOrderedSchema } };
  const add = (order) => ({ id: "order-1", ...order });
  app.post("/v1/orders", { schema }, async (request, reply) => {
    const { buyer, ...rest } = request.body;
    const { customer, ...order } = add({ customer: buyer, ...rest });
    reply.code(201);
    return { buyer: customer, ...order };
  });
}
