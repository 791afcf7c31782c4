import type { Request, RequestHandler } from "express";
import { serveFiles, setup } from "swagger-ui-express";
import type { App } from "./app";

/**
 * Serves the documentation page of an App: `server.use("/docs", Docs(app))`, mounted before the app itself.
 *
 * At `/docs/` stands Swagger UI, at `/docs/openapi.json` the document. Every link and redirect is relative, so
 * that it works behind a proxy's prefix. The App is built with the first request, unless it was before.
 */
export function Docs(app: App): RequestHandler {
  const options = { swaggerUrl: "./openapi.json", swaggerOptions: { validatorUrl: null } };
  const page = setup(undefined, options);
  // Not `serve`: its settings are the last `setup`'s of the whole process.
  const [init, assets] = serveFiles(undefined, options) as [RequestHandler, RequestHandler];

  return (req, res, next) => {
    if (req.method !== "GET" && req.method !== "HEAD") next();
    else if (req.path === "/openapi.json") res.json(app.Document());
    else if (req.path !== "/") init(req, res, () => assets(req, res, next));
    else if (isWithoutSlash(req)) res.redirect(308, withSlash(req));
    else page(req, res, next);
  };
}

/** Whether the page was asked for as `/docs`: its relative links would then miss `/docs/`. */
function isWithoutSlash({ originalUrl }: Request): boolean {
  return !pathOf(originalUrl).endsWith("/");
}

/** `./docs/?query`, which is relative to the folder that `/docs` stands in, whatever a proxy puts before it. */
function withSlash({ originalUrl }: Request): string {
  const path = pathOf(originalUrl);
  return `./${path.slice(path.lastIndexOf("/") + 1)}/${originalUrl.slice(path.length)}`;
}

function pathOf(url: string): string {
  const query = url.indexOf("?");
  return query === -1 ? url : url.slice(0, query);
}
