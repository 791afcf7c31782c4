import express, { type ErrorRequestHandler, type RequestHandler } from "express";
import {
  App,
  DefineVersions,
  Each,
  HTTPError,
  Rename,
  Summary,
  Versioned,
  VersioningURI,
  WithBody,
  WithResponse,
} from "versioned-controllers";
import { Docs } from "versioned-controllers/docs";
import { z } from "zod";

const V = DefineVersions("1", "2");
const Named = V.Change("2", "A task's `title` is `summary`.");
const Coded = V.Change("2", "Errors have a code.");

const Task = Versioned(z.object({ id: z.string(), summary: z.string() })).Before(
  Named,
  z.object({ id: z.string(), title: z.string() }),
  Rename("title", "summary"),
);
const NewTask = Versioned(z.object({ summary: z.string() })).Before(
  Named,
  z.object({ title: z.string() }),
  Rename("title", "summary"),
);

// Errors: the sentences of version 1, by the codes of version 2.
const sentences = new Map([
  ["no_task", "no such task"],
  ["invalid_request", "a task needs a title"],
]);
const ErrorBody = z.object({ error: z.object({ code: z.string(), message: z.string() }) });
const AnError = Versioned(ErrorBody).Before(Coded, z.object({ error: z.string() }), {
  Down: ({ error }) => ({ error: sentences.get(error.code) ?? error.message }),
});

let tasks = [{ id: "1", summary: "Cook" }];
function taskOf(id: string) {
  const task = tasks.find((one) => one.id === id);
  if (!task) throw new HTTPError(404, `no task has the id ${id}`, { code: "no_task" });
  return task;
}

const app = new App(
  {
    Title: "Tasks",
    PassUnmatched: true,
    Versioning: { Type: VersioningURI, Versions: V.List },
    Errors: { Schema: AnError, Body: ({ code, message }) => ({ error: { code, message } }) },
  },
  V.Since("1"),
);
app.Get(
  "/tasks",
  () => tasks,
  Summary("Lists the tasks"),
  WithResponse(
    200,
    Task.Within([Each], (task) => z.array(task)),
  ),
);
app.Post(
  "/tasks",
  (req) => ({ id: "2", ...req.body }),
  Summary("Creates a task"),
  WithBody(NewTask),
  WithResponse(201, Task),
);
app.Get("/tasks/{id}", (req) => taskOf(req.params.id), Summary("Reads a task"), WithResponse(200, Task));
app.Delete(
  "/tasks/{id}",
  (req) => {
    const task = taskOf(req.params.id);
    tasks = tasks.filter((one) => one !== task);
    return task;
  },
  Summary("Removes a task"),
  WithResponse(200, Task),
);

// The router of version 1, with `next` instead of the handlers.
const pass: RequestHandler = (_req, _res, next) => {
  next();
};
const hasBody: RequestHandler = (req, _res, next) => {
  next(req.body === undefined ? new Error("no JSON") : undefined);
};
const v1 = express.Router().use(express.json());
v1.get("/tasks", pass).post("/tasks", hasBody);
v1.get("/tasks/:id", pass).delete("/tasks/:id", pass);

// Express ignored the case of the literal parts of a path.
const lowerCase: RequestHandler = (req, _res, next) => {
  req.url = req.url.replace(/^\/v1\/tasks(?![^/?])/i, "/v1/tasks");
  next();
};

const noRoute2: RequestHandler = (req, res) => {
  const message = `no route matches ${req.method} ${req.originalUrl}`;
  res.status(404).json({ error: { code: "not_found", message } });
};
const noRoute: RequestHandler = (_req, res) => {
  res.status(404).json({ error: "no such route" });
};
const badRequest: ErrorRequestHandler = (error, _req, res, next) => {
  if (res.headersSent) next(error);
  else res.status(400).json({ error: "bad request" });
};

const server = express()
  .use("/docs", Docs(app))
  .use(lowerCase)
  .use("/v1", v1)
  .use(app.Build())
  .use("/v2", noRoute2)
  .use(noRoute, badRequest)
  .listen(Number(process.env.PORT ?? 3000));
server.on("listening", () => {
  const address = server.address();
  if (address instanceof Object) console.log(`http://localhost:${address.port}/docs`);
});
process.once("SIGTERM", () => server.close());
