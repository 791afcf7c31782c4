import express, { type Application, type ErrorRequestHandler, type Request, type Response } from "express";
import morgan from "morgan";
import { App, HTTPError } from "versioned-controllers";
import { recordingLogger } from "../../../support/logger";
import { api } from "./api";
import { addToExpress, factsOf, files } from "./routes";

/** An Express application with something of everything; what morgan writes goes to `log`. */
export function expressApplication(log: string[] = []): Application {
  const application = express();
  addToExpress(application);
  application.get("/objects", (req, res) => res.json(objectsOf(req, res)));
  application.get("/late", (req, res) => res.json({ setting: req.app.get("late setting") as unknown }));
  application.engine("txt", (_path, options, done) => {
    done(null, JSON.stringify({ ...options, settings: undefined, cache: undefined }));
  });
  application.set("views", files).set("view engine", "txt");
  application.get("/render", (_req, res) => {
    res.locals.user = "Ann";
    res.render("page", { title: "Cats" });
  });
  application.get("/render/nothing", (_req, res) => {
    res.render("nowhere");
  });
  application.use("/static", express.static(files, { redirect: true, maxAge: 1000, extensions: ["txt"] }));
  application.use("/static/strict", express.static(files, { fallthrough: false }));
  application.use("/sub", subApplication());
  application.get("/after/sub", (req, res) => res.json(factsOf(req, res)));
  application.use("/logged", logged(log));
  application.use("/api", api().Build());
  application.use("/handled", handled());
  return application;
}

/** The own members of the request and the response, and their prototypes. */
function objectsOf(req: Request, res: Response): object {
  const { request, response } = req.app as unknown as { request: object; response: object };
  return {
    request: [Object.keys(req), Object.getOwnPropertySymbols(req).map(String)],
    response: [Object.keys(res), Object.getOwnPropertySymbols(res).map(String)],
    prototypes: [Object.getPrototypeOf(req) === request, Object.getPrototypeOf(res) === response],
    locals: [Object.getPrototypeOf(res.locals) === null, Object.keys(res.locals)],
  };
}

/** With settings of its own, and one more application in it. */
function subApplication(): Application {
  const application = express();
  application
    .set("trust proxy", 1)
    .set("query parser", "extended")
    .set("json spaces", 2)
    .set("etag", "strong")
    .disable("x-powered-by");
  const patched = application as unknown as { request: object; response: object };
  Object.assign(patched.request, { patched: () => "request" });
  Object.assign(patched.response, { patched: () => "response" });

  const inner = express();
  inner.set("json escape", true).set("etag", false);
  inner.get("/facts", (req, res) => res.json({ ...factsOf(req, res), mounted: req.app.mountpath }));
  inner.get("/html", (_req, res) => res.json("<b>"));
  inner.get("/patched", (req, res) => {
    const { patched: ofRequest } = req as unknown as { patched: () => string };
    const { patched: ofResponse } = res as unknown as { patched: () => string };
    res.json([ofRequest(), ofResponse()]);
  });
  inner.use("/passes", (_req, res, next) => {
    res.locals.passed = "inner";
    next();
  });

  application.use("/inner", inner);
  application.get("/inner/passes", (req, res) => {
    res.json({ locals: res.locals, path: req.app.path(), etag: req.app.get("etag") as unknown });
  });
  application.get("/facts", (req, res) => res.json(factsOf(req, res)));
  application.get("/redirect", (_req, res) => {
    res.redirect("there");
  });
  application.get("/throws", () => {
    throw new Error("a sub-application threw");
  });
  application.get("/router", (_req, _res, next) => {
    next("router");
  });
  return application;
}

function logged(log: string[]): Application {
  const format =
    ":remote-addr :method :url HTTP/:http-version :status :res[content-length] :res[content-type] :referrer :user-agent";
  const stream = { write: (line: string) => log.push(line) };
  const application = express();
  application.use(morgan(format, { stream }), morgan(`first: ${format}`, { stream, immediate: true }));
  addToExpress(application);
  return application;
}

/** An application that answers its errors itself. */
function handled(): Application {
  const application = express();
  application.get("/throws", fail(new Error("shown")));
  application.get("/rejects", async () => {
    await Promise.resolve();
    throw new Error("shown later");
  });
  application.use("/app", passing().Build());
  const handler: ErrorRequestHandler = (error: Error, req, res, next) => {
    if (res.headersSent) next(error);
    else res.status(502).json({ message: error.message, path: req.path, base: req.baseUrl });
  };
  return application.use(handler);
}

function passing(): App {
  return new App({ PassErrors: true, PassUnmatched: true, Logger: recordingLogger() })
    .Get("/throws", fail(new Error("passed")))
    .Get("/conflict", fail(new HTTPError(409, "there is one")));
}

function fail(error: Error): () => never {
  return () => {
    throw error;
  };
}
