// The API before the move: a `/v1` written with Express only. `npx tsx samples/45-from-express/before.ts`
import express, { type ErrorRequestHandler } from "express";

const tasks = [{ id: "1", title: "Cook" }];

const v1 = express.Router().use(express.json());
v1.get("/tasks", (_req, res) => {
  res.json(tasks);
});
v1.post("/tasks", (req: express.Request<unknown, unknown, { title?: unknown }>, res) => {
  const { title } = req.body;
  if (typeof title === "string") res.status(201).json({ id: "2", title });
  else res.status(400).json({ error: "a task needs a title" });
});
v1.get("/tasks/:id", (req, res) => {
  const task = tasks.find(({ id }) => id === req.params.id);
  if (task) res.json(task);
  else res.status(404).json({ error: "no such task" });
});
v1.delete("/tasks/:id", (req, res) => {
  const index = tasks.findIndex(({ id }) => id === req.params.id);
  if (index >= 0) res.json(tasks.splice(index, 1)[0]);
  else res.status(404).json({ error: "no such task" });
});
const noRoute: express.RequestHandler = (_req, res) => {
  res.status(404).json({ error: "no such route" });
};
const badRequest: ErrorRequestHandler = (error, _req, res, next) => {
  if (res.headersSent) next(error);
  else res.status(400).json({ error: "bad request" });
};

express()
  .use("/v1", v1)
  .use(noRoute, badRequest)
  .listen(Number(process.env.PORT ?? 3000));
