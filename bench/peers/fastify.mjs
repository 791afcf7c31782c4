import { randomUUID } from "node:crypto";
import fastify from "fastify";

/** Fastify as it comes, each version a prefix; its paths are served by a radix tree. */
export async function create(setup, answers) {
  const app = appOf(setup, answers);
  await app.ready();
  return app.server;
}

export function appOf({ paths }, { thing, missing }, plugins = []) {
  const app = fastify();
  for (const plugin of plugins) app.register(plugin);
  for (let n = 0; n < paths; n++) {
    for (const version of ["1", "2"]) {
      app.get(`/v${version}/things-${n}/:id`, async (request) => thing(request.params.id, version));
    }
  }
  answerMisses(app, missing);
  return app;
}

/** Answers requests to unknown paths as all servers here do. */
export function answerMisses(app, missing) {
  app.setNotFoundHandler(async (request, reply) => {
    const id = randomUUID();
    reply.code(404).header("X-Request-Id", id);
    return missing(request.method, request.url, id);
  });
}
