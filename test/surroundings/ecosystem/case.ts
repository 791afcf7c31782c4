import express, { type Application, type ErrorRequestHandler } from "express";

/** A use of somebody's middleware: an application, and the bytes that clients send to it, one connection after the other. */
export interface Case {
  readonly what: string;
  /** Makes a new application each time: nothing of one server reaches another. */
  readonly make: () => Application;
  readonly connections: readonly string[];
  /** Texts that the answers must hold: two servers that refuse alike are no success. */
  readonly holds: readonly string[];
}

/** An application that answers whatever its middleware leaves, errors too: an App's own answers are the App's. */
export function applicationOf(add: (application: Application) => unknown): Application {
  const application = express();
  add(application);
  return application.use(unanswered, failed);
}

const unanswered: express.RequestHandler = (req, res) => {
  res.status(404).send(`nobody answers ${req.method} ${req.originalUrl}`);
};

const failed: ErrorRequestHandler = (error: Record<string, unknown>, _req, res, next) => {
  if (res.headersSent) {
    next(error);
    return;
  }
  const { status = 500, type, message, expose, headers, body } = error;
  res.status(Number(status)).json({ status, type, message, expose, headers, body });
};
