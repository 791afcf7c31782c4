import express, { type Request, type Response } from "express";
import { App } from "versioned-controllers";
import { serve, type Answer } from "../../support/serve";
import { takeMessages } from "../../support/warnings";

/** An answer as a client sees it, but for the date. */
function seen({ status, reason, rawHeaders, text }: Answer): unknown {
  const lines = rawHeaders.flatMap((name, i) =>
    i % 2 === 0 ? [`${name}: ${String(rawHeaders[i + 1])}`] : [],
  );
  return { status, reason, headers: lines.filter((line) => !line.startsWith("Date:")).sort(), text };
}

interface Case {
  /** Sets the host up, before both. */
  readonly host?: (host: express.Express) => unknown;
  /** The handler's work before it returns the value, or sends it. */
  readonly before?: (req: Request, res: Response) => unknown;
  /** The request's headers, given those of a first answer. */
  readonly headers?: (first: Answer) => Record<string, string>;
  readonly value?: unknown;
  /** The status, if it has no content, so that a warning names the value. */
  readonly empty?: number;
}

const matching = (first: Answer) => ({ "If-None-Match": String(first.headers.etag) });
const modified = "Tue, 01 Oct 2024 00:00:00 GMT";

const cases: Record<string, Case> = {
  "a plain one": {},
  "characters of several bytes": { value: { name: "Zoë 🐈\u2028\ud800" } },
  "a header that is not ASCII": {
    before: (_req, res) => res.set("X-Owner", "José"),
    value: { name: "Zoë" },
  },
  "a long one": { value: Array.from({ length: 5000 }, (_, i) => ({ i, name: `cat ${i}` })) },
  null: { value: null },
  "a number": { value: 7 },
  "a toJSON": { value: new Date(0) },
  "an undefined member": { value: { a: undefined, b: [undefined], c: NaN, d: () => 1 } },
  "If-None-Match that matches": { headers: matching },
  "If-None-Match that does not": { headers: () => ({ "If-None-Match": '"other"' }) },
  "If-None-Match: *": { headers: () => ({ "If-None-Match": "*" }) },
  "If-None-Match of a list": {
    headers: (first) => ({ "If-None-Match": `"a", ${String(first.headers.etag)}` }),
  },
  "If-None-Match and no-cache": { headers: (first) => ({ ...matching(first), "Cache-Control": "no-cache" }) },
  "If-Modified-Since of an older one": {
    before: (_req, res) => res.set("Last-Modified", modified),
    headers: () => ({ "If-Modified-Since": "Wed, 01 Oct 2025 00:00:00 GMT" }),
  },
  "If-Modified-Since of a newer one": {
    before: (_req, res) => res.set("Last-Modified", modified),
    headers: () => ({ "If-Modified-Since": "Sun, 01 Oct 2023 00:00:00 GMT" }),
  },
  "If-None-Match of another status": { before: (_req, res) => res.status(201), headers: matching },
  "If-None-Match of an error's status": { before: (_req, res) => res.status(404), headers: matching },
  "status 204": { before: (_req, res) => res.status(204), empty: 204 },
  "status 205": { before: (_req, res) => res.status(205), empty: 205 },
  "status 304": { before: (_req, res) => res.status(304) },
  "status 599": { before: (_req, res) => res.status(599) },
  "its own ETag": { before: (_req, res) => res.set("ETag", '"own"') },
  "its own ETag, matched": { before: (_req, res) => res.set("ETag", '"own"'), headers: matching },
  "its own type": { before: (_req, res) => res.type("application/problem+json") },
  "its own type without a charset": {
    before: (_req, res) => res.setHeader("Content-Type", "application/json"),
  },
  "its own length": { before: (_req, res) => res.set("Content-Length", "1") },
  "its own transfer encoding": { before: (_req, res) => res.set("Transfer-Encoding", "chunked") },
  "its own cookies": { before: (_req, res) => res.cookie("a", "1").cookie("b", "2") },
  "json spaces": { host: (host) => host.set("json spaces", 2) },
  "json spaces of null": { host: (host) => host.set("json spaces", 2), value: null },
  "json spaces of a number": { host: (host) => host.set("json spaces", 2), value: 7 },
  "json spaces of a toJSON": { host: (host) => host.set("json spaces", 2), value: new Date(0) },
  "json escape": { host: (host) => host.set("json escape", true), value: { a: "<b>&" } },
  "json replacer": {
    host: (host) =>
      host.set("json replacer", (key: string, value: unknown) => (key === "name" ? "x" : value)),
  },
  "no etag": { host: (host) => host.disable("etag") },
  "etag enabled": { host: (host) => host.enable("etag") },
  "a strong etag": { host: (host) => host.set("etag", "strong") },
  "a strong etag, matched": { host: (host) => host.set("etag", "strong"), headers: matching },
  "an etag of the host's own": { host: (host) => host.set("etag", () => '"host"') },
  "an etag of the host's own, matched": {
    host: (host) => host.set("etag", () => '"host"'),
    headers: matching,
  },
  "no x-powered-by": { host: (host) => host.disable("x-powered-by") },
  "a host with json of its own": {
    host: (host) => {
      host.response.json = function (this: Response, body: unknown) {
        return this.status(202).send(`own ${JSON.stringify(body)}`);
      };
    },
  },
  "a host with send of its own": {
    host: (host) => {
      const { send } = express.response;
      host.response.send = function (this: Response, body: unknown) {
        this.set("X-Sent", typeof body);
        return send.call(this, body);
      };
    },
  },
  "a middleware that wraps json": {
    host: (host) =>
      host.use((_req, res, next) => {
        const json = res.json.bind(res);
        res.json = (body: unknown) => json({ wrapped: body });
        next();
      }),
  },
  "a middleware that wraps send": {
    host: (host) =>
      host.use((_req, res, next) => {
        const send = res.send.bind(res);
        res.send = (body: unknown) => send(typeof body === "string" ? `${body} sent` : body);
        next();
      }),
  },
  "a middleware that wraps end": {
    host: (host) =>
      host.use((_req, res, next) => {
        const end = res.end.bind(res) as (...args: readonly unknown[]) => Response;
        res.end = ((...args: readonly unknown[]) => {
          res.setHeader("X-Ended", args.map((arg) => (Buffer.isBuffer(arg) ? "bytes" : typeof arg)).join());
          return end(...args);
        }) as typeof res.end;
        next();
      }),
  },
};

function unused(status: number): string {
  return `GET /: the handler returned a value that is not used, because status ${status} has no content: return undefined, or declare another status`;
}

describe("a returned value is answered as res.json, res.send and a type of text would: status, headers and body", () => {
  const values: readonly (readonly [string, unknown])[] = [
    ["JSON", { name: "Tom", toys: [1, 2] }],
    ["text", "Tom, Zoë"],
    ["bytes", Buffer.from([0, 1, 2, 255])],
  ];

  describe.each(values)("%s", (kind, usual) => {
    it.each(Object.entries(cases))(
      "%s",
      async (_what, { host: setUp, before, headers, value = usual, empty }) => {
        if (kind !== "JSON" && value !== usual) return;
        const host = express();
        setUp?.(host);
        const returned = new App().Get("/", (req: Request, res) => {
          before?.(req, res);
          return value;
        });
        host.use("/returned", returned.Build());
        host.get("/sent", (req, res) => {
          before?.(req, res);
          if (kind === "JSON") res.json(value);
          else if (kind === "bytes") res.send(value);
          else (res.get("Content-Type") === undefined ? res.type("text/plain") : res).send(value);
        });
        const server = await serve(host);
        for (const method of ["GET", "HEAD"]) {
          const first = await server.ask(`${method} /sent`);
          const asked = headers?.(first) ?? {};
          const sent = await server.ask(`${method} /sent`, asked);
          expect(seen(await server.ask(`${method} /returned`, asked))).toEqual(seen(sent));
        }
        expect(takeMessages()).toEqual(empty === undefined ? [] : [unused(empty)]);
      },
    );
  });
});
