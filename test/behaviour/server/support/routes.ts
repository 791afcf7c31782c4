import { IncomingMessage, ServerResponse } from "node:http";
import { join } from "node:path";
import { Readable } from "node:stream";
import { setTimeout as sleep } from "node:timers/promises";
import compression from "compression";
import cors from "cors";
import express, { type Application, type Request, type RequestHandler, type Response } from "express";
import session from "express-session";
import helmet from "helmet";
import multer from "multer";
import { Passport, Strategy } from "passport";
import { WithMiddleware, type App } from "versioned-controllers";

/** A route that an Express application and an App serve alike: it answers through `res`. */
interface SharedRoute {
  readonly method: "DELETE" | "GET" | "HEAD" | "OPTIONS" | "POST" | "PUT";
  /** As an App has it: `/cats/{name}`. */
  readonly path: string;
  readonly handler: RequestHandler;
  readonly middleware: readonly RequestHandler[];
}

/** Files to be served. */
export const files = join(__dirname, "files");

/** Adds the shared routes to an Express application. */
export function addToExpress(application: Application): Application {
  for (const { method, path, middleware, handler } of sharedRoutes()) {
    const add = application[methodNames[method]].bind(application) as (...args: unknown[]) => unknown;
    add(path.replaceAll(/\{(\w+)\}/g, ":$1"), ...middleware, handler);
  }
  return application;
}

/** Adds the shared routes to an App. */
export function addToApp(app: App): App {
  for (const { method, path, middleware, handler } of sharedRoutes()) {
    app.Handle(method, path, handler, WithMiddleware(...middleware));
  }
  return app;
}

const methodNames = {
  DELETE: "delete",
  GET: "get",
  HEAD: "head",
  OPTIONS: "options",
  POST: "post",
  PUT: "put",
} as const;

/** New for each server: sessions and the like keep something. */
function sharedRoutes(): readonly SharedRoute[] {
  return [...reading(), ...answering(), ...sending(), ...failing(), ...bodies(), ...packages()];
}

/** Routes that tell of their request. */
function reading(): readonly SharedRoute[] {
  return [
    route("GET", "/request", (req, res) => res.json(factsOf(req, res))),
    route("HEAD", "/head", (req, res) => res.set("X-Method", req.method).json("HEAD has its own")),
    route("DELETE", "/request", (req, res) => res.json(req.method)),
    route("PUT", "/request", (req, res) => res.json(req.method)),
    route("GET", "/cats/{name}/{toy}", (req, res) => res.json(req.params)),
    route("GET", "/accepts", (req, res) => {
      res.json({
        types: req.accepts(),
        best: req.accepts("html", "json"),
        none: req.accepts("image/png"),
        encodings: req.acceptsEncodings(),
        charset: req.acceptsCharsets("utf-8", "latin1"),
        language: req.acceptsLanguages("de", "en"),
      });
    }),
    route("GET", "/range", (req, res) => res.json(req.range(1000) ?? null)),
    route(
      "GET",
      "/locals",
      (_req, res) => res.json(res.locals),
      (_req, res, next) => {
        res.locals.user = "Ann";
        Object.assign(res.locals, { hasPrototype: Object.getPrototypeOf(res.locals) !== null });
        next();
      },
    ),
    route("GET", "/other-locals", (_req, res) => {
      const before = Object.keys(res.locals);
      res.locals = { replaced: true };
      res.json({ before, locals: res.locals, own: Object.hasOwn(res, "locals") });
    }),
  ];
}

/** Everything that Express tells of a request. */
export function factsOf(req: Request, res: Response): object {
  return {
    method: req.method,
    url: req.url,
    originalUrl: req.originalUrl,
    baseUrl: req.baseUrl,
    path: req.path,
    protocol: req.protocol,
    secure: req.secure,
    ip: req.ip,
    ips: req.ips,
    hostname: req.hostname,
    host: req.host,
    subdomains: req.subdomains,
    xhr: req.xhr,
    query: req.query,
    fresh: req.fresh,
    stale: req.stale,
    httpVersion: req.httpVersion,
    headers: req.headers,
    rawHeaders: req.rawHeaders,
    custom: req.get("X-Custom"),
    referrer: req.get("Referer"),
    type: req.is(["json", "text"]),
    params: req.params,
    settings: { env: req.app.get("env") as unknown, etag: String(req.app.get("etag")) },
    objects: [
      req instanceof IncomingMessage,
      res instanceof ServerResponse,
      req.res === res,
      res.req === req,
      res.app === req.app,
      typeof req.next,
      req.constructor.name,
      res.constructor.name,
    ],
  };
}

/** Routes that use what a response can do. */
function answering(): readonly SharedRoute[] {
  return [
    ...[200, 201, 204, 205, 299, 304, 404, 418, 500].flatMap((status) => [
      route("GET", `/status/${status}`, (_req, res) => res.sendStatus(status)),
      route("GET", `/json/${status}`, (_req, res) => res.status(status).json({ status })),
    ]),
    route("GET", "/reason", (_req, res) => {
      res.statusMessage = "As I Like It";
      res.status(299).send("reason");
    }),
    route("GET", "/text", (_req, res) => res.send("text")),
    route("GET", "/long-text", (_req, res) => res.type("text").send("0123456789é\n".repeat(10_000))),
    route("GET", "/bytes", (_req, res) => res.send(Buffer.from([0, 1, 2, 0xff]))),
    route("GET", "/view", (_req, res) => res.send(new Uint16Array([1, 2]))),
    route("GET", "/null", (_req, res) => res.send(null)),
    route("GET", "/nothing", (_req, res) => res.send()),
    route("GET", "/boolean", (_req, res) => res.send(true)),
    route("GET", "/json", (_req, res) => res.json({ text: "é☃😀 </script>\u2028", list: [1, null] })),
    route("GET", "/jsonp", (_req, res) => res.jsonp({ text: "\u2028" })),
    route("GET", "/etag", (_req, res) => res.set("ETag", '"mine"').send("tagged")),
    route("GET", "/dated", (_req, res) => res.set("Last-Modified", dates.old).send("dated")),
    route("GET", "/redirect", (_req, res) => {
      res.redirect("/é?next=<a>");
    }),
    route("GET", "/redirect/{status}", (req, res) => {
      res.redirect(Number(req.params.status), "https://example.com/here");
    }),
    route("GET", "/back", (req, res) => {
      res.redirect(req.get("Referrer") ?? "/");
    }),
    route("GET", "/location", (_req, res) => res.location("../there").status(201).end()),
    route("GET", "/cookies", (req, res) => {
      Object.assign(req, { secret: "secret" });
      res
        .cookie("plain", "a b;c")
        .cookie("object", { a: 1 }, { path: "/cats", httpOnly: true, secure: true, sameSite: "strict" })
        .cookie("dated", "d", { domain: "example.com", expires: new Date(dates.new), priority: "high" })
        .cookie("signed", "s", { signed: true, partitioned: true })
        .clearCookie("gone", { path: "/cats" })
        .send("cookies");
    }),
    route("GET", "/headers", (_req, res) => {
      res
        .links({ next: "/2", last: "/9" })
        .vary("Accept")
        .vary("Origin, accept")
        .append("Warning", ["1", "2"])
        .append("Warning", "3")
        .attachment("ü.txt")
        .set({ "X-One": "1", "X-List": ["a", "b"] })
        .type("application/vnd.api+json");
      res.removeHeader("X-One");
      res.send({ type: res.get("Content-Type") });
    }),
    route("GET", "/format", (_req, res) => {
      res.format({
        text: () => res.send("text"),
        html: () => res.send("<p>html</p>"),
        json: () => res.json("json"),
      });
    }),
    route("GET", "/format/default", (_req, res) => {
      res.format({ json: () => res.json("json"), default: () => res.status(406).send("nothing fits") });
    }),
  ];
}

/** Routes that send piece by piece. */
function sending(): readonly SharedRoute[] {
  return [
    route("GET", "/file", (_req, res) => {
      res.sendFile("page.txt", { root: files, lastModified: true, maxAge: "1h" });
    }),
    route("GET", "/download", (_req, res) => {
      res.download(join(files, "page.txt"), 'a "page".txt');
    }),
    route("GET", "/hidden", (_req, res) => {
      res.sendFile(".hidden", { root: files, dotfiles: "deny" });
    }),
    route("GET", "/no-file", (_req, res) => {
      res.sendFile("nowhere.txt", { root: files });
    }),
    route("GET", "/no-file/callback", (_req, res) => {
      res.sendFile("nowhere.txt", { root: files }, (error) => {
        res.status(410).json({ failed: error instanceof Error });
      });
    }),
    route("GET", "/pieces", async (_req, res) => {
      res.type("text");
      for (const piece of ["one", "zwei é", "", "three"]) {
        res.write(piece);
        await sleep(1);
      }
      res.end("end");
    }),
    route("GET", "/pipe", (_req, res) => {
      Readable.from(["a".repeat(20_000), Buffer.from("b".repeat(70_000))]).pipe(res);
    }),
    route("GET", "/pipe/length", (_req, res) => {
      res.set("Content-Length", "6");
      Readable.from(["abc", "def"]).pipe(res);
    }),
    route("GET", "/head-written", (_req, res) => {
      res.writeHead(201, "Written", { "X-Written": "yes", "Content-Type": "text/plain" });
      res.end("written");
    }),
    route("GET", "/head-written/list", (_req, res) => {
      res.writeHead(202, ["X-Written", "a", "X-Written", "b"] as never);
      res.end();
    }),
    route("GET", "/interim", (_req, res) => {
      res.writeEarlyHints({ link: "</a.css>; rel=preload" });
      res.writeProcessing();
      res.send("at last");
    }),
    route("GET", "/trailers", (_req, res) => {
      res.set("Trailer", "X-Sum");
      res.write("body");
      res.addTrailers({ "X-Sum": "4" });
      res.end();
    }),
    route("GET", "/slow", async (_req, res) => {
      await sleep(20);
      res.send("slow");
    }),
    route("GET", "/quick", (_req, res) => res.send("quick")),
    route("GET", "/closing", (_req, res) => res.set("Connection", "close").send("closing")),
  ];
}

/** Routes that go wrong. */
function failing(): readonly SharedRoute[] {
  return [
    route("GET", "/throws", () => {
      throw new Error("a handler threw <this>");
    }),
    route("GET", "/rejects", async () => {
      await sleep(1);
      throw traceless("a handler rejected");
    }),
    route("GET", "/next-error", (_req, _res, next) => {
      next(Object.assign(new Error("gone"), { status: 410, headers: { "X-Gone": "yes" } }));
    }),
    route("GET", "/throws-text", () => {
      // eslint-disable-next-line @typescript-eslint/only-throw-error -- what untyped callers do
      throw "a text";
    }),
    route("GET", "/status-error", (_req, res, next) => {
      res.status(503).set("ETag", '"x"').set("Content-Encoding", "gzip");
      next(new Error("unavailable"));
    }),
    route("GET", "/fails-late", async (_req, res) => {
      await new Promise<void>((resolve) =>
        res.write("half", () => {
          resolve();
        }),
      );
      throw traceless("too late");
    }),
    route(
      "GET",
      "/fails-in-middleware",
      (_req, res) => res.send("never"),
      async () => {
        await sleep(1);
        throw traceless("a middleware rejected");
      },
    ),
  ];
}

/** An error without its stack: the callers of an asynchronous function differ from time to time, and Express shows them. */
function traceless(message: string): Error {
  return Object.assign(new Error(message), { stack: message });
}

/** Routes that read a body. */
function bodies(): readonly SharedRoute[] {
  const upload = multer({ storage: multer.memoryStorage(), limits: { fileSize: 1000 } });
  return [
    route(
      "POST",
      "/body",
      (req, res) => res.status(201).json(req.body ?? "none"),
      express.json({ limit: 1000 }),
    ),
    route(
      "POST",
      "/body/any",
      (req, res) => {
        const body = req.body as unknown;
        res.json(Buffer.isBuffer(body) ? { bytes: body.toString("hex") } : { body });
      },
      express.urlencoded({ extended: true }),
      express.text(),
      express.raw(),
    ),
    route("POST", "/unread", (_req, res) => res.send("not read")),
    route("POST", "/echo", (req, res) => {
      if (req.get("Content-Type")) res.type(String(req.get("Content-Type")));
      req.pipe(res);
    }),
    route("POST", "/trailers", (req, res) => {
      req.resume().once("end", () => res.json({ trailers: req.trailers, raw: req.rawTrailers }));
    }),
    route(
      "POST",
      "/upload",
      (req, res) => {
        const uploaded = (req.files as Express.Multer.File[]).map(({ buffer, ...file }) => ({
          ...file,
          text: buffer.toString("latin1"),
        }));
        res.json({ body: req.body as unknown, uploaded });
      },
      upload.array("files", 2),
    ),
  ];
}

/** Other people's middleware. */
function packages(): readonly SharedRoute[] {
  const passport = new Passport();
  passport.use("token", new TokenStrategy());
  const security = helmet();
  return [
    ...compressed(),
    route("GET", "/helmet", (_req, res) => res.json("safe"), security),
    route("GET", "/helmet/throws", fail, security),
    route("GET", "/cors", (_req, res) => res.json("shared"), cors({ origin: /example/, credentials: true })),
    route("OPTIONS", "/cors", (_req, res) => res.send("never"), cors({ origin: true, maxAge: 5 })),
    route("GET", "/session", countVisits, sessions()),
    route("GET", "/session/rolling", countVisits, sessions({ rolling: true, saveUninitialized: false })),
    route(
      "GET",
      "/login",
      showUser,
      passport.initialize() as RequestHandler,
      passport.authenticate("token", { session: false }) as RequestHandler,
    ),
    route(
      "GET",
      "/login/redirect",
      showUser,
      passport.authenticate("token", { session: false, failureRedirect: "/form" }) as RequestHandler,
    ),
  ];
}

function compressed(): readonly SharedRoute[] {
  const text = "compressible ".repeat(1000);
  return [
    route("GET", "/compressed", (_req, res) => res.json({ text }), compression()),
    route("GET", "/compressed/short", (_req, res) => res.json("short"), compression()),
    route("GET", "/compressed/any", (_req, res) => res.send("any"), compression({ threshold: 0 })),
    route("GET", "/compressed/throws", fail, compression({ threshold: 0 })),
    route(
      "GET",
      "/compressed/pieces",
      async (_req, res) => {
        res.type("text").write(text);
        res.flush();
        await sleep(5);
        res.end(text);
      },
      compression(),
    ),
    route(
      "GET",
      "/compressed/not",
      (_req, res) => res.set("Cache-Control", "no-transform").send(text),
      compression(),
    ),
  ];
}

function sessions(options: Partial<session.SessionOptions> = {}): RequestHandler {
  return session({
    secret: "secret",
    resave: false,
    saveUninitialized: true,
    genid: () => "the-one",
    ...options,
  });
}

const countVisits: RequestHandler = (req, res) => {
  const kept = req.session as unknown as { visits?: number };
  kept.visits = (kept.visits ?? 0) + 1;
  res.json({ id: req.sessionID, visits: kept.visits });
};

const showUser: RequestHandler = (req, res) => {
  res.json({ user: req.user, authenticated: req.isAuthenticated() });
};

const fail: RequestHandler = () => {
  throw new Error("failed below a middleware");
};

class TokenStrategy extends Strategy {
  override authenticate(req: Request): void {
    const token = req.get("Authorization");
    if (token === "Token ann") this.success({ name: "Ann" });
    else if (token === "Token broken") this.error(new Error("broken"));
    else this.fail('Token realm="cats"', 401);
  }
}

/** As HTTP writes them. */
export const dates = { old: "Mon, 01 Jan 2024 00:00:00 GMT", new: "Fri, 01 Jan 2100 00:00:00 GMT" };

function route(
  method: SharedRoute["method"],
  path: string,
  handler: RequestHandler,
  ...middleware: readonly RequestHandler[]
): SharedRoute {
  return { method, path, handler, middleware };
}
