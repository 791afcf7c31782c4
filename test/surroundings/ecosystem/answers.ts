import { Readable } from "node:stream";
import compression from "compression";
import type { Application, RequestHandler, Response } from "express";
import finalhandler from "finalhandler";
import morgan from "morgan";
import onFinished from "on-finished";
import serveStatic from "serve-static";
import { get, keptAlive, pipelined, request, type Headers } from "../../support/wire";
import { applicationOf, type Case } from "./case";

const long = "Tom and Rex. ".repeat(200);

/** compression: which answers are packed, by which encoding, and with which heads. */
export function compressionCases(): readonly Case[] {
  const gzip = { "Accept-Encoding": "gzip" };
  const rows: readonly (readonly [string, compression.CompressionOptions, string, ...string[]])[] = [
    ["gzip", {}, get("/long", gzip), "Content-Encoding: gzip", "Vary: Accept-Encoding"],
    ["deflate", {}, get("/long", { "Accept-Encoding": "deflate" }), "Content-Encoding: deflate"],
    ["brotli", {}, get("/long", { "Accept-Encoding": "br" }), "Content-Encoding: br"],
    ["by weight", {}, get("/long", { "Accept-Encoding": "gzip;q=0.1, br;q=0.9" }), "Content-Encoding: br"],
    ["no encoding is taken", {}, get("/long"), "Vary: Accept-Encoding", "Tom and Rex."],
    ["an encoding that nobody knows", {}, get("/long", { "Accept-Encoding": "bogus" }), "Tom and Rex."],
    ["HEAD", {}, request("HEAD /long", gzip), "200 OK"],
    ["a short answer", {}, get("/short", gzip), "miau"],
    [
      "a short answer, with a threshold of 0",
      { threshold: 0 },
      get("/short", gzip),
      "Content-Encoding: gzip",
    ],
    ["an answer in pieces", {}, get("/pieces", gzip), "Transfer-Encoding: chunked", "Content-Encoding: gzip"],
    ["a stream", {}, get("/stream", gzip), "Content-Encoding: gzip"],
    ["an answer that is flushed", {}, get("/flushed", gzip), "Content-Encoding: gzip"],
    ["no-transform", {}, get("/kept", gzip), "Tom and Rex."],
    ["an answer that is packed already", {}, get("/packed", gzip), "Content-Encoding: custom"],
    ["no content", {}, get("/none", gzip), "204 No Content"],
    ["a tag, again", {}, get("/tagged", { ...gzip, "If-None-Match": '"a"' }), "304 Not Modified"],
    ["a filter that refuses", { filter: () => false }, get("/long", gzip), "Tom and Rex."],
    [
      "an encoding for those who name none",
      { enforceEncoding: "gzip" },
      get("/long"),
      "Content-Encoding: gzip",
    ],
    ["two requests in one write", {}, pipelined(get("/long", gzip), get("/short", gzip)), "miau"],
  ];
  return rows.map(([what, options, bytes, ...holds]) => ({
    what,
    make: () =>
      applicationOf((application) => {
        addTexts(application.use(compression(options)));
      }),
    connections: [bytes],
    holds,
  }));
}

function addTexts(application: Application): void {
  const answers: Readonly<Record<string, (res: Response) => unknown>> = {
    long: (res) => res.type("text").send(long),
    short: (res) => res.type("text").send("miau"),
    kept: (res) => res.set("Cache-Control", "no-transform").type("text").send(long),
    packed: (res) => res.set("Content-Encoding", "custom").type("text").send(long),
    none: (res) => res.status(204).end(),
    tagged: (res) => res.set("ETag", '"a"').type("text").send(long),
    stream: (res) => Readable.from([long, long]).pipe(res.type("text")),
    pieces: (res) => {
      res.type("text").write(long);
      res.end(long);
    },
    flushed: (res) => {
      res.type("text").write("first");
      res.flush();
      res.end("last");
    },
  };
  for (const [name, answer] of Object.entries(answers)) {
    application.get(`/${name}`, (_req, res) => void answer(res));
  }
}

/** serve-static: files of a folder, parts of them, conditions, folders, dotfiles, and paths that lead out of it. */
export function staticCases(folder: string): readonly Case[] {
  type Options = serveStatic.ServeStaticOptions;
  const cat = '"name":"Tom"';
  const part = (range: string): string => get("/cat.json", { Range: `bytes=${range}` });
  const ago = { "If-Unmodified-Since": "Thu, 01 Jan 1970 00:00:00 GMT" };
  const rows: readonly (readonly [string, Options, string, ...string[]])[] = [
    ["a file", {}, get("/cat.json"), cat, "Last-Modified: ", "ETag: W/", "Cache-Control: public, max-age=0"],
    ["HEAD", {}, request("HEAD /cat.json"), "200 OK"],
    ["POST", {}, request("POST /cat.json", {}, ""), "nobody answers POST"],
    [
      "OPTIONS, without falling through",
      { fallthrough: false },
      request("OPTIONS /cat.json"),
      "405",
      "Allow",
    ],
    ["an escaped name", {}, get("/a%20b.txt"), "with a blank"],
    ["an empty file", {}, get("/empty.txt"), "Content-Length: 0"],
    ["the index of a folder", {}, get("/"), "<p>index</p>"],
    ["a folder without its slash", {}, get("/folder?a=1"), "301 Moved", "Location: /folder/?a=1"],
    ["the same, not redirected", { redirect: false }, get("/folder"), "nobody answers"],
    ["slashes that lead to another host", {}, get("//folder"), "Location: /folder/"],
    ["a file that is not there", {}, get("/none"), "nobody answers"],
    ["the same, without falling through", { fallthrough: false }, get("/none"), "404 Not Found"],
    ["a path that leads out", { fallthrough: false }, get("/folder/../../etc"), "403 Forbidden"],
    ["an escaped path that leads out", {}, get("/%2e%2e/etc"), "nobody answers"],
    ["a malformed path", { fallthrough: false }, get("/%"), "400 Bad Request"],
    ["a dotfile", {}, get("/.hidden"), "nobody answers"],
    ["a dotfile that is allowed", { dotfiles: "allow" }, get("/.hidden"), "found"],
    ["a part", {}, part("0-3"), "206 Partial Content", "Content-Range: bytes 0-3/"],
    ["the last bytes", {}, part("-3"), "206 Partial Content"],
    ["a part that is not there", { fallthrough: false }, part("900-"), "416 Range", "Content-Range"],
    ["a malformed part", {}, part("x"), "200 OK", cat],
    ["no parts", { acceptRanges: false }, part("0-3"), "200 OK", cat],
    ["any tag", {}, get("/cat.json", { "If-None-Match": "*" }), "304 Not Modified"],
    ["a condition that fails", { fallthrough: false }, get("/cat.json", ago), "412 Precondition Failed"],
    ["an extension", { extensions: ["json"] }, get("/cat"), cat],
    ["an age", { maxAge: "1d", immutable: true }, get("/cat.json"), "max-age=86400, immutable"],
    [
      "headers of one's own",
      { setHeaders: (res) => res.setHeader("X-Own", "yes") },
      get("/cat.json"),
      "X-Own",
    ],
    ["no tag and no date", { etag: false, lastModified: false }, get("/cat.json"), cat],
  ];
  return rows.map(([what, options, bytes, ...holds]) => ({
    what,
    make: () => applicationOf((application) => application.use(serveStatic(folder, options))),
    connections: [bytes],
    holds,
  }));
}

/** morgan: the lines of each format, and of answers that fail or have no body. */
export function logCases(): readonly Case[] {
  const lines = (format: string, path = "/cat", headers: Headers = {}): string[] => [
    format,
    pipelined(get(path, headers), get("/log")),
  ];
  const basic = { Authorization: `Basic ${Buffer.from("tom:miau").toString("base64")}` };
  const rows: readonly (readonly [what: string, written: readonly string[], ...holds: string[]])[] = [
    ["common", lines("common"), 'GET /cat HTTP/1.1\\" 200 4'],
    ["combined", lines("combined", "/cat", { "User-Agent": "miau" }), "miau"],
    ["a user", lines(":remote-user :remote-addr", "/cat", basic), "tom 127.0.0.1"],
    ["url and status", lines(":method :url :status"), "GET /cat 200"],
    ["a status that is none of success", lines(":status", "/fails"), "418"],
    ["no route", lines(":url :status", "/none?a=1"), "/none?a=1 404"],
    ["headers of the request", lines(":req[x-cat]", "/cat", { "X-Cat": ["a", "b"] }), "a, b"],
    ["headers of the answer", lines(":res[x-cats]"), "a, b"],
    ["no body", lines(":status :res[content-length]", "/empty"), "204 -"],
    ["HTTP/1.0", [":http-version", keptAlive(get("/cat")).replace("HTTP/1.1", "HTTP/1.0")], "miau"],
    [
      "the address behind a proxy",
      lines(":remote-addr", "/cat", { "X-Forwarded-For": "10.9.8.7" }),
      "10.9.8.7",
    ],
  ];
  return rows.map(([what, [format = "", ...connections], ...holds]) => ({
    what,
    connections: [...connections, get("/log")],
    holds,
    make: () => {
      const log: string[] = [];
      const stream = { write: (line: string) => void log.push(line) };
      const dated = morgan(format, { stream, skip: ({ url }) => url === "/log" });
      const application = applicationOf((one) =>
        one
          .use(dated)
          .get("/cat", (_req, res) => res.set("X-Cats", ["a", "b"]).type("text").send("miau"))
          .get("/empty", (_req, res) => res.status(204).end())
          .get("/fails", () => {
            throw Object.assign(new Error("no coffee"), { status: 418 });
          })
          .get("/log", (_req, res) => res.json(log.map((line) => line.replace(/\[[^\]]*\]/, "[date]")))),
      );
      return application.set("trust proxy", true);
    },
  }));
}

/** on-finished: the end of answers and requests, in time, late, by an error, and of a client that was cut off. */
export function finishedCases(): readonly Case[] {
  const rows: readonly (readonly [string, readonly string[], ...string[]])[] = [
    ["an answer", [get("/cat"), get("/ends")], '["request /cat","response /cat"]'],
    ["a body that was read", [request("POST /read", {}, "miau"), get("/ends")], "response /read"],
    ["a body that was left", [request("POST /cat", {}, "miau"), get("/ends")], "response /cat"],
    ["requests in one write", [pipelined(get("/cat"), get("/read"), get("/cat")), get("/ends")], "/read"],
    ["a listener that came late", [get("/late"), get("/ends")], "late true"],
    ["a connection that was cut off", [get("/cut"), get("/ends")], "response /cut"],
    ["half an answer", [get("/half"), get("/ends")], "response /half"],
    ["an answer without a body", [request("HEAD /cat"), get("/ends")], "response /cat"],
  ];
  return rows.map(([what, connections, ...holds]) => ({
    what,
    connections,
    holds,
    make: () => {
      const ends: string[] = [];
      return applicationOf((application) => {
        addEnds(application, ends);
      });
    },
  }));
}

function addEnds(application: Application, ends: string[]): void {
  const listening: RequestHandler = (req, res, next) => {
    // Express takes the path of a `use` away while that runs.
    const { path } = req;
    onFinished(req, (error) => void ends.push(`request ${path}${error ? " failed" : ""}`));
    onFinished(res, (error) => void ends.push(`response ${path}${error ? " failed" : ""}`));
    next();
  };
  application
    .get("/ends", (_req, res) => void res.json([...ends].sort()))
    .use(listening)
    .use("/cat", (_req, res) => void res.send(String(onFinished.isFinished(res))))
    .use("/read", (req, res) => {
      req.resume().on("end", () => res.send(String(onFinished.isFinished(req))));
    })
    .use("/late", (_req, res) => {
      res.on("close", () => {
        onFinished(res, () => void ends.push(`late ${String(onFinished.isFinished(res))}`));
      });
      res.send("late");
    })
    .use("/cut", (req) => void req.socket.destroy())
    .use("/half", (req, res) => {
      res.write("half", () => req.socket.destroy());
    });
}

/** finalhandler: the page of an error or of nothing, its status and heads, and what it leaves of those that were set. */
export function errorPageCases(): readonly Case[] {
  const errorOf = (more: object): unknown => Object.assign(new Error("miau"), more);
  const rows: readonly (readonly [string, unknown, ...string[]])[] = [
    ["nothing", undefined, "404 Not Found", "Cannot GET /a%3Cb", "X-Content-Type-Options: nosniff"],
    ["an error", errorOf({}), "500 Internal Server Error", "Content-Security-Policy: default-src 'none'"],
    ["a status", errorOf({ status: 404 }), "404 Not Found"],
    ["a statusCode", errorOf({ statusCode: 400 }), "400 Bad Request"],
    ["a status before a statusCode", errorOf({ status: 409, statusCode: 400 }), "409 Conflict"],
    ["a status that is none", errorOf({ status: 200, statusCode: 410 }), "410 Gone"],
    ["a status of no error", errorOf({ status: 999 }), "500 Internal Server Error"],
    ["headers", errorOf({ status: 429, headers: { "Retry-After": "7" } }), "Retry-After: 7"],
    ["headers without a status", errorOf({ headers: { "Retry-After": "7" } }), "500 Internal Server Error"],
    ["headers that are none", errorOf({ status: 429, headers: "no" }), "429 Too Many Requests"],
    ["a text", "lost", "500 Internal Server Error"],
    ["an object without a prototype", Object.create(null), "500 Internal Server Error"],
  ];
  const requests = [get("/a<b"), request("HEAD /a"), request("POST /a", {}, "left unread"), get("/set")];
  return [true, false].flatMap((isProduction) =>
    rows.map(([what, thrown, ...holds]) => ({
      what: `${what}, ${isProduction ? "in production" : "with its stack"}`,
      connections: requests,
      holds,
      make: () =>
        applicationOf((application) =>
          application.use("/set", setHeads).use((req, res) => {
            finalhandler(req, res, { env: isProduction ? "production" : "test" })(withoutPlaces(thrown));
          }),
        ),
    })),
  );
}

const setHeads: RequestHandler = (_req, res, next) => {
  res.status(503).set({ "Content-Type": "text/csv", "Content-Encoding": "none", "X-Kept": "yes" });
  next();
};

/** The places in a stack are those of whoever called, and differ. */
function withoutPlaces(thrown: unknown): unknown {
  return thrown instanceof Error ? Object.assign(thrown, { stack: "Error: miau\n    at a place" }) : thrown;
}
