import cookieSession from "cookie-session";
import type { Application, RequestHandler } from "express";
import session from "express-session";
import { get, type Headers } from "../../support/wire";
import { applicationOf, type Case } from "./case";

type Row = readonly [
  what: string,
  options: object,
  connections: readonly string[],
  holds: readonly string[],
  settings?: Readonly<Record<string, unknown>>,
];

/** The cookie of the first session, signed with the secret of these cases. */
const first: Headers = sid("s%3Aid-1.XxHlRQg6dKvynBqibhSGi2r2k8pQksPBWz35%2BpLKCbM");

/** express-session: new, kept, regenerated and ended sessions, forged ids, and the attributes of its cookie. */
export function sessionCases(): readonly Case[] {
  const https = { "X-Forwarded-Proto": "https" };
  const secure = { cookie: { secure: "auto" } };
  const rows: readonly Row[] = [
    ["a new session", {}, [get("/count")], ["Set-Cookie: connect.sid=s%3Aid-1.", '"count":1']],
    ["a session that is kept", {}, [get("/count"), get("/count", first)], ['"count":2']],
    ["an id that is not signed", {}, [get("/count"), get("/count", sid("id-1"))], ["s%3Aid-2."]],
    ["an id that is forged", {}, [get("/count"), get("/count", sid("s%3Aid-1.forged"))], ["s%3Aid-2."]],
    ["an id that nobody knows", {}, [get("/count", first)], ['"count":1']],
    ["nothing is saved unasked", { saveUninitialized: false }, [get("/")], ["nobody answers GET /"]],
    ["a session that was touched alone", {}, [get("/count"), get("/", first)], ["nobody answers"]],
    ["rolling", { rolling: true }, [get("/count"), get("/", first)], ["s%3Aid-1."]],
    ["regenerate", {}, [get("/count"), get("/renew", first)], ["s%3Aid-2.", '"count":0']],
    ["destroy", {}, [get("/count"), get("/end", first), get("/count", first)], ["id-2", "ended"]],
    ["unset", { unset: "destroy" }, [get("/count"), get("/unset", first)], ["unset"]],
    ["a name of its own", { name: "cats" }, [get("/count")], ["Set-Cookie: cats=s%3Aid-1."]],
    ["attributes", { cookie: { domain: "a.org", sameSite: "lax" } }, [get("/count")], ["SameSite=Lax"]],
    ["a path that is not asked for", { cookie: { path: "/cats" } }, [get("/")], ["nobody answers"]],
    ["a path that is asked for", { cookie: { path: "/count" } }, [get("/count")], ["Path=/count"]],
    ["secure, over HTTP", { cookie: { secure: true } }, [get("/count")], ['"count":1']],
    ["secure by itself, over HTTP", secure, [get("/count")], ["HttpOnly\r\n"]],
    ["behind a proxy of its own", { ...secure, proxy: true }, [get("/count", https)], ["; Secure"]],
    ["behind a proxy that is not trusted", secure, [get("/count", https)], ["HttpOnly\r\n"]],
    [
      "behind a proxy of the application's",
      secure,
      [get("/count", https)],
      ["; Secure"],
      { "trust proxy": 1 },
    ],
    ["an answer in pieces", {}, [get("/pieces")], ["s%3Aid-1.", "one", "two"]],
    ["an answer without a body", {}, [get("/empty")], ["204 No Content", "s%3Aid-1."]],
  ];
  return rows.map(([what, options, connections, holds, settings = {}]) => ({
    what,
    connections,
    holds,
    make: () => {
      const application = applicationOf((one) => {
        addCounting(one, options);
      });
      for (const [name, value] of Object.entries(settings)) application.set(name, value);
      return application;
    },
  }));
}

function addCounting(application: Application, options: object): void {
  let ids = 0;
  const genid = (): string => `id-${++ids}`;
  const defaults = { secret: "miau", resave: false, saveUninitialized: true, genid };
  application
    .use(session({ ...defaults, ...options }))
    .get("/count", (req, res) => {
      const kept = keptBy(req);
      kept.count = (kept.count ?? 0) + 1;
      res.json({ count: kept.count });
    })
    .get("/renew", (req, res, next) => {
      req.session.regenerate((error) => {
        if (error) next(error);
        else res.json({ count: keptBy(req).count ?? 0 });
      });
    })
    .get("/end", (req, res, next) => {
      req.session.destroy((error) => {
        if (error) next(error);
        else res.send("ended");
      });
    })
    .get("/unset", (req, res) => {
      Reflect.deleteProperty(req, "session");
      res.send("unset");
    })
    .get("/pieces", (_req, res) => {
      res.write("one");
      res.end("two");
    })
    .get("/empty", (_req, res) => {
      res.status(204).end();
    });
}

function keptBy(req: { session: unknown }): { count?: number } {
  return req.session as { count?: number };
}

function sid(id: string): Headers {
  return { Cookie: `connect.sid=${id}` };
}

/** cookie-session: cookies that are made, changed, emptied, signed, forged, or kept from being sent. */
export function cookieSessionCases(): readonly Case[] {
  const keyed = { keys: ["first", "second"] };
  const tom = Buffer.from('{"name":"Tom"}').toString("base64");
  const cookie = { Cookie: `session=${tom}` };
  const unsigned = { signed: false };
  const rows: readonly Row[] = [
    ["nothing is touched", keyed, [get("/")], ["nobody answers"]],
    ["a session is looked at", keyed, [get("/isNew")], ['{"isNew":true,"isPopulated":false}']],
    ["a session is made", keyed, [get("/set")], ["Set-Cookie: session=", "session.sig="]],
    ["without a signature", unsigned, [get("/set")], [`Set-Cookie: session=${tom}`]],
    ["a session that is sent", unsigned, [get("/isNew", cookie)], ['{"isNew":false,"isPopulated":true}']],
    ["the same again is not sent", unsigned, [get("/set", cookie)], ["set"]],
    ["a change is sent", unsigned, [get("/change", cookie)], ["Set-Cookie: session="]],
    ["a signature is missing", keyed, [get("/isNew", cookie)], ['"isNew":true']],
    ["no JSON", unsigned, [get("/isNew", { Cookie: "session=bogus" })], ['"isNew":true']],
    ["an end", unsigned, [get("/unset", cookie)], ["Thu, 01 Jan 1970"]],
    ["an empty one", unsigned, [get("/empty")], ["empty"]],
    ["what is no session", unsigned, [get("/wrong")], ["500 Internal Server Error"]],
    ["secure, over HTTP", { ...unsigned, secure: true }, [get("/set")], ["set"]],
    ["attributes", { ...unsigned, httpOnly: false, sameSite: "strict" }, [get("/set")], ["samesite=strict"]],
    ["a name of its own", { ...unsigned, name: "cats" }, [get("/set")], ["Set-Cookie: cats="]],
    ["options of one request", unsigned, [get("/options")], ["path=/cats"]],
  ];
  return rows.map(([what, options, connections, holds]) => ({
    what,
    connections,
    holds,
    make: () =>
      applicationOf((application) => {
        addCookies(application, cookieSession(options));
      }),
  }));
}

function addCookies(application: Application, middleware: RequestHandler): void {
  application
    .use(middleware)
    .get("/isNew", (req, res) => {
      // Both packages of sessions say what `req.session` is.
      const { isNew, isPopulated } = req.session as CookieSession;
      res.json({ isNew, isPopulated });
    })
    .get("/set", (req, res) => {
      assignSession(req, { name: "Tom" });
      res.send("set");
    })
    .get("/change", (req, res) => {
      assignSession(req, { name: "Rex" });
      res.send("changed");
    })
    .get("/unset", (req, res) => {
      assignSession(req, null);
      res.send("unset");
    })
    .get("/empty", (req, res) => {
      assignSession(req, {});
      res.send("empty");
    })
    .get("/wrong", (req, res) => {
      assignSession(req, "a text");
      res.send("wrong");
    })
    .get("/options", (req, res) => {
      Object.assign((req as unknown as { sessionOptions: object }).sessionOptions, { path: "/cats" });
      assignSession(req, { name: "Tom" });
      res.send("set");
    });
}

interface CookieSession {
  readonly isNew?: boolean;
  readonly isPopulated?: boolean;
}

function assignSession(req: object, value: unknown): void {
  Reflect.set(req, "session", value);
}
