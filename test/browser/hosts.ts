import express from "express";
import { createServer } from "node:http";
import type { RequestListener } from "node:http";
import { App, Get, Router, VersioningURI, VersionNeutral, WithVersion } from "versioned-controllers";
import { Docs } from "versioned-controllers/docs";

/** A place for the app and its documentation page. */
export interface Host {
  readonly name: string;
  /** Where the page is opened. */
  readonly page: string;
  readonly listener: RequestListener;
}

export const HOSTS: readonly Host[] = [
  { name: "app at /, page at /docs", page: "/docs", listener: mount("/", "/docs") },
  { name: "app at /, page at /docs/", page: "/docs/", listener: mount("/", "/docs") },
  { name: "app at /api, page at /api/docs", page: "/api/docs", listener: mount("/api", "/api/docs", "/api") },
  { name: "app at /api, page at /docs", page: "/docs", listener: mount("/api", "/docs", "/api") },
  { name: "app at /, page at /", page: "/", listener: mount("/", "/") },
  {
    name: "app at /, page at /docs, behind a proxy that strips /proxy",
    page: "/proxy/docs",
    listener: strip("/proxy", mount("/", "/docs", "/proxy")),
  },
];

/** Listens on a free port until the action has ended. */
export async function serve<T>(
  listener: RequestListener,
  action: (origin: string) => Promise<T>,
): Promise<T> {
  const server = createServer(listener);
  await new Promise<void>((resolve) => server.listen(0, "localhost", resolve));
  const address = server.address();
  try {
    return await action(`http://localhost:${String(typeof address === "object" ? address?.port : address)}`);
  } finally {
    server.closeAllConnections();
    server.close();
  }
}

function mount(path: string, docsPath: string, serverURL?: string): RequestListener {
  const app = makeApp(serverURL);
  return express().use(docsPath, Docs(app)).use(path, app.Build());
}

function strip(prefix: string, inner: RequestListener): RequestListener {
  return (req, res) => {
    if (req.url?.startsWith(`${prefix}/`) !== true) {
      res.writeHead(404).end();
      return;
    }
    req.url = req.url.slice(prefix.length);
    inner(req, res);
  };
}

function makeApp(serverURL: string | undefined): App {
  @Router("/cats", WithVersion("1"))
  class CatsController {
    @Get()
    list(): unknown {
      return ["Tom"];
    }

    @Get("/{id}")
    one(req: express.Request<{ id: string }>): unknown {
      return { id: req.params.id, name: "Tom" };
    }
  }

  @Router("/cats", WithVersion("2"))
  class CatsControllerOfVersion2 extends CatsController {
    override list(): unknown {
      return [{ id: "1", name: "Tom" }];
    }
  }

  const app = new App({
    Title: "Cats",
    Versioning: { Type: VersioningURI },
    ...(serverURL === undefined ? {} : { OpenAPI: { servers: [{ url: serverURL }] } }),
  });
  app.Include([CatsController, CatsControllerOfVersion2]);
  app.Get("/health", () => "well", WithVersion(VersionNeutral));
  return app;
}
