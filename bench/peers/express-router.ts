import { randomUUID } from "node:crypto";
import { createServer } from "node:http";
import express, { Router } from "express";
import type { Answers, Create } from "../peer";

/** A router for each version, mounted at its segment, as one does by hand. */
export const create: Create = ({ paths }, answers) => {
  const app = express();
  for (const version of ["1", "2"]) app.use(`/v${version}`, routerOf(version, paths, answers));
  app.use((req, res) => {
    const id = randomUUID();
    res
      .status(404)
      .set("X-Request-Id", id)
      .json(answers.missing(req.method, req.originalUrl, id));
  });
  return createServer(app);
};

function routerOf(version: string, paths: number, { thing }: Answers): Router {
  const router = Router();
  for (let n = 0; n < paths; n++) {
    router.get(`/things-${n}/:id`, (req, res) => void res.json(thing(req.params.id, version)));
  }
  return router;
}
