import { randomUUID } from "node:crypto";
import { createServer } from "node:http";
import express, { json, type RequestHandler } from "express";
import type { Answers, Create } from "../peer";
import { Thing } from "./thing";

/** Express with `express.json()`, and a check by zod where the setup asks for one. */
export const create: Create = ({ body }, { missing }) => {
  const app = express().use(json());
  if (body === "zod") app.post("/v1/things", checked, answered);
  else app.post("/v1/things", answered);
  return createServer(app.use(lost(missing)));
};

const checked: RequestHandler = (req, res, next) => {
  const result = Thing.safeParse(req.body);
  if (!result.success) {
    res.status(400).json({ issues: result.error.issues });
    return;
  }
  req.body = result.data;
  next();
};

const answered: RequestHandler = (req, res) => {
  res.json(req.body);
};

function lost(missing: Answers["missing"]): RequestHandler {
  return (req, res) => {
    const id = randomUUID();
    res
      .status(404)
      .set("X-Request-Id", id)
      .json(missing(req.method, req.originalUrl, id));
  };
}
