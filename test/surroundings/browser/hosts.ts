import express from "express";
import helmet from "helmet";
import { createServer } from "node:http";
import type { RequestListener } from "node:http";
import swaggerUI from "swagger-ui-express";
import { z } from "zod";
import {
  App,
  FromQuery,
  Get,
  Router,
  SecurityScheme,
  Status,
  VersioningCustom,
  VersioningHeader,
  VersioningMediaType,
  VersioningURI,
  VersionNeutral,
  WithBody,
  WithSecurity,
  WithVersion,
} from "versioned-controllers";
import type { VersioningOptions } from "versioned-controllers";
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

/** An API that takes a form with a file, and tells what has come of it; under the page's own policy. */
export const UPLOAD_HOST: Host = {
  name: "upload",
  page: "/docs/",
  listener: uploads(),
};

/** An API in two versions, and what the page shows and gets of each. */
export interface VersionedHost extends Host {
  /** The path of a version's own operation, as the document has it. */
  readonly pathOf: (version: string) => string;
  /** The address that a neutral route is asked for by, from the page of a version. */
  readonly asked: (version: string) => string;
  /** Where the document of a version is. */
  readonly documentOf: (version: string) => string;
}

const SCHEMES: readonly (readonly [name: string, options: VersioningOptions])[] = [
  ["URI", { Type: VersioningURI }],
  ["header", { Type: VersioningHeader, Header: "X-API-Version" }],
  ["media type", { Type: VersioningMediaType, Key: "v" }],
  ["FromQuery", { Type: VersioningCustom, Extractor: FromQuery("version") }],
];

function pathIn(scheme: string, version: string): string {
  return scheme === "URI" ? `/v${version}/cats` : "/cats";
}

export const VERSIONED_HOSTS: readonly VersionedHost[] = SCHEMES.flatMap(([scheme, options]) => {
  const pathOf = (version: string): string => pathIn(scheme, version);
  const at = (name: string, page: string, listener: RequestListener): VersionedHost => ({
    name: `${scheme}: ${name}`,
    page,
    listener,
    pathOf,
    asked: (version) => (scheme === "URI" ? "" : version),
    documentOf: (version) => `${page}openapi/${version}.json`,
  });
  return [
    at("app at /, page at /docs", "/docs/", versioned(options, "/", "/docs")),
    at("app at /api, page at /api/docs", "/api/docs/", versioned(options, "/api", "/api/docs", "/api")),
    at(
      "behind a proxy that strips /proxy",
      "/proxy/docs/",
      strip("/proxy", versioned(options, "/", "/docs", "/proxy")),
    ),
  ];
});

/** The document of all versions, in a page of swagger-ui-express that an application sets up itself. */
export const PLAIN_HOSTS: readonly VersionedHost[] = SCHEMES.map(([scheme, options]) => ({
  name: `${scheme}: swaggerUi.setup(app.Document())`,
  page: "/docs/",
  listener: laterListener(() => plain(options)),
  pathOf: (version) => pathIn(scheme, version),
  asked: () => "",
  documentOf: () => "/docs/",
}));

/** An API that asks who asks. */
export const SECURED_HOST: Host = { name: "secured: Authorize", page: "/docs/", listener: secured() };

function secured(): RequestListener {
  const Bearer = new SecurityScheme("bearer", { type: "http", scheme: "bearer" }, (req) =>
    req.get("Authorization") === "Bearer token-of-ann" ? { name: "Ann" } : undefined,
  );
  const Key = new SecurityScheme("key", { type: "apiKey", in: "header", name: "X-Key" }, (req) =>
    req.get("X-Key") === "key-of-bob" ? { name: "Bob" } : undefined,
  );
  const app = new App({ Title: "Cats" }, WithSecurity(Bearer))
    .Get("/me", (req) => Bearer.Of(req))
    .Get("/key", (req) => Key.Of(req), WithSecurity(Key))
    .Get("/health", () => ({ is: "well" }), WithSecurity());
  return express().use("/docs", Docs(app)).use(app.Build());
}

/** An API that pages of other origins may call. */
export function calledHost(): RequestListener {
  const app = new App()
    .Get("/cats", () => ["Tom"])
    .Use((_req, res, next) => {
      res.set("Access-Control-Allow-Origin", "*");
      next();
    });
  return express().use(app.Build());
}

/** The documentation of an API that is served elsewhere. */
export function callingHost(server: string): RequestListener {
  const app = new App({ OpenAPI: { servers: [{ url: `${server}/` }] } }).Get("/cats", () => ["Tom"]);
  return express().use("/docs", Docs(app));
}

/** Under helmet's default policy, as a careful application has it. */
function versioned(
  Versioning: VersioningOptions,
  path: string,
  docsPath: string,
  serverURL?: string,
): RequestListener {
  const app = versionedApp(Versioning, serverURL);
  return express().use(helmet()).use(docsPath, Docs(app)).use(path, app.Build());
}

/** `swaggerUI.serve` serves the document of the last `setup` in the process, so each page is set up when it is opened. */
function laterListener(create: () => RequestListener): RequestListener {
  let listener: RequestListener | undefined;
  return (req, res) => {
    listener ??= create();
    listener(req, res);
  };
}

function plain(Versioning: VersioningOptions): RequestListener {
  const app = versionedApp(Versioning, undefined);
  return express().use("/docs", swaggerUI.serve, swaggerUI.setup(app.Document())).use(app.Build());
}

function versionedApp(Versioning: VersioningOptions, serverURL: string | undefined): App {
  const requested = new WeakMap<express.Request, readonly string[]>();
  return new App({
    Title: "Cats",
    Versioning,
    OnMatch: (req, { Requested }) => requested.set(req, Requested),
    ...(serverURL === undefined ? {} : { OpenAPI: { servers: [{ url: serverURL }] } }),
  })
    .Get("/cats", () => ({ from: "version 1" }), WithVersion("1"))
    .Get("/cats", () => ({ from: "version 2" }), WithVersion("2"))
    .Get("/old", () => ({ from: "old" }), WithVersion("1"))
    .Post(
      "/cats",
      ({ body }) => ({ posted: body }),
      WithBody(z.object({ name: z.string() })),
      WithVersion("1"),
    )
    .Post(
      "/cats",
      ({ body }) => ({ posted: body }),
      WithBody(z.object({ title: z.string() })),
      WithVersion("2"),
    )
    .Delete("/cats", () => undefined, Status(204), WithVersion("2"))
    .Get("/health", (req) => ({ asked: requested.get(req)?.join() }), WithVersion(VersionNeutral));
}

function uploads(): RequestListener {
  const NewPhoto = z.object({
    title: z.string(),
    photo: z.file().max(1000).mime("image/png"),
    more: z.file().mime(["image/png", "image/jpeg"]),
  });
  const app = new App({ Title: "Photos" }).Post(
    "/photos",
    async ({ body: { title, photo, more } }) => ({
      title,
      files: [photo, more].map(({ name, type }) => `${name} ${type}`),
      bytes: Buffer.from(await photo.arrayBuffer()).toString("hex"),
    }),
    WithBody(NewPhoto, { Type: "multipart" }),
  );
  return express().use("/docs", Docs(app)).use(app.Build());
}

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
