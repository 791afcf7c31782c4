import { createServer } from "node:http";
import express, { json } from "express";
import { z } from "zod";
import type { Create } from "../peer";
import { packageOf } from "./ours";

const Thing = z.object({ name: z.string(), age: z.number().int(), tags: z.array(z.string()) });

/** One route that answers with its body, checked by a schema or not. */
export const create: Create = ({ built, body }) => {
  const { App, WithBody, WithMiddleware, WithVersion } = packageOf(built);
  const app = new App({ Versioning: { Type: "uri" } });
  const read = body === "zod" ? WithBody(Thing) : WithMiddleware(json());
  app.Post("/things", (req): unknown => req.body, WithVersion("1"), read);
  return createServer(express().use(app.Build()));
};
