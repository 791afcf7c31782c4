import { createServer, type Server } from "node:http";
import express, { type Request, type RequestHandler } from "express";
import { App, VersionNeutral, WithGuards, WithVersion, type RouteOption } from "versioned-controllers";
import { CreateServer } from "versioned-controllers/server";
import { schemes, uri, type Scheme } from "../../support/schemes";
import { get, wireOf, type Wire } from "../../support/wire";

/** A route, the path that its guard is mounted on, and a request that both are meant for. */
interface Guarded {
  readonly route: string;
  readonly mount: string;
  readonly path: string;
}

const guarded: readonly Guarded[] = [
  { route: "/admin/secret", mount: "/admin", path: "/admin/secret" },
  { route: "/files/{path...}", mount: "/files", path: "/files/a/b" },
  { route: "/{tenant}/owner", mount: "/:tenant/owner", path: "/acme/owner" },
  { route: "/o'neil/bills", mount: "/o'neil", path: "/o'neil/bills" },
  { route: "/café/till", mount: "/caf%C3%A9", path: "/caf%C3%A9/till" },
];

/** Spellings that some server, proxy or framework takes for the same path, and some that are paths of their own. */
function spellingsOf(path: string): readonly string[] {
  const [, first = "", second = "", ...others] = path.split("/");
  const rest = ["", ...others].join("/");
  const spelled = (change: (segment: string) => string): string[] => [
    `/${change(first)}/${second}${rest}`,
    `/${first}/${change(second)}${rest}`,
  ];
  const targets = [
    ...changes.flatMap(spelled),
    ...ends.flatMap((end) => spelled((segment) => segment + end)),
    ...slashes.flatMap((slash) => [
      `/${first}${slash}${second}${rest}`,
      `${slash}${first}/${second}${rest}`,
      `/${first}/${second}${slash}${rest.slice(1)}`,
    ]),
    ...["/x/..", "/x%2f..", "/%2e%2e", "/x\\..", "/x#"].map((start) => start + path),
    ...["x#", "x\\y", '"x'].map((start) => `/${start}/${second}${rest}`),
    Buffer.from(decodeURIComponent(path)).toString("latin1"),
    ...origins.map((origin) => origin + path),
    ...origins.slice(0, 2).flatMap((origin) => [`${origin}/x\\..${path}`, `${origin}/x\\y/${second}${rest}`]),
  ].filter((target) => !target.includes(" "));
  // A fragment makes Express read the whole target in another way.
  return [
    ...new Set(targets),
    ...targets.filter((target) => /[\\'"]/.test(target)).map((target) => `${target}?#`),
  ];
}

const escaped = (letter: string): string => `%${letter.charCodeAt(0).toString(16).padStart(2, "0")}`;
const everyLetter = (change: (letter: string) => string) => (segment: string) =>
  segment.replaceAll(/%..|[^%]/g, (one) => (one.startsWith("%") ? one : change(one)));

const changes: readonly ((segment: string) => string)[] = [
  (segment) => segment.replace(/^[^%]/, escaped),
  (segment) => segment.replace(/[^%](?=[^%]*$)/, escaped),
  everyLetter(escaped),
  everyLetter((one) => escaped(one).toUpperCase()),
  // Escaped twice.
  everyLetter((one) => `%25${escaped(one).slice(1)}`),
  (segment) => segment.replaceAll("%", "%25"),
  (segment) => segment.toUpperCase(),
  (segment) => segment.replaceAll(/%../g, (one) => one.toLowerCase()),
  // The first escape in upper case, the others in lower case.
  (segment) =>
    segment.replaceAll(/%../g, (one, at) => (at === segment.indexOf("%") ? one : one.toLowerCase())),
  // UTF-8 in more bytes than it needs, and letters of full width.
  everyLetter((one) => `%c1%${(0x80 + (one.charCodeAt(0) & 0x3f)).toString(16)}`),
  everyLetter((one) => encodeURIComponent(String.fromCharCode(one.charCodeAt(0) + 0xfee0))),
];

const ends = [";", ";v=1", "%00", "%20", ".", "%2e", "\\", "#", "%23", "'", "|", "%"];

const slashes = ["%2f", "%2F", "%252f", "%c0%af", "\\", "%5c", "//", "/./", "/%2e/", "/;/", "/x/../"];

const origins = [
  "http://h",
  "HTTPS://u:p@h:80",
  "http://[::1]:80",
  "http://",
  "http://h;x",
  "http://h%41",
  "http://h:80x",
  "http://h'x",
  "http://a@b@h",
  "http://h!$&()*+,=",
  "http:/",
  "javascript://h",
  "ftp://h",
  "//h",
];

/** A path that a guard is mounted on, and the patterns of those that one by `req.path` looks at: Express compares so too. */
function patternOf(mount: string): RegExp {
  const literal = mount
    .replaceAll(/\\(?=.)/g, "")
    .replaceAll(/[$()*+.?|^]/g, "\\$&")
    .replace(":tenant", "[^/]+");
  return new RegExp(`^${literal}(?:/|$)`, "i");
}

/** What a guard has been asked of, and what has come through. */
interface Seen {
  asked: number;
  handled: string[];
}

interface Guarding {
  /** Where the guards stand. */
  readonly name: string;
  readonly server: (app: App, mounted: readonly [path: string, guard: RequestHandler][]) => Server;
  readonly by: "host" | "use" | "route";
}

const hosted = (...[app, mounted]: Parameters<Guarding["server"]>) => {
  const host = express();
  for (const [path, guard] of mounted) host.use(path, guard);
  return host.use(app.Build());
};
const guardings = (["host", "use", "route"] as const).flatMap((by): readonly Guarding[] => [
  {
    name: `a guard by ${by}, on http.createServer(express)`,
    by,
    server: (...all) => createServer(hosted(...all)),
  },
  {
    name: `a guard by ${by}, on CreateServer(express)`,
    by,
    server: (...all) => CreateServer(hosted(...all)),
  },
  ...(by === "host"
    ? []
    : [{ name: `a guard by ${by}, on CreateServer(App)`, by, server: (app: App) => CreateServer(app) }]),
]);

/** What stands before every path of a scheme: under VersioningURI routes of a version are guarded, and neutral ones. */
function deploymentsOf(
  scheme: Scheme,
): readonly (readonly [prefix: string, versions: readonly string[], options: readonly RouteOption[]])[] {
  if (scheme.name === "VersioningNone") return [["", [], []]];
  const neutral = ["", [], [WithVersion(VersionNeutral)]] as const;
  return scheme === uri
    ? [neutral, ["/v1 é", [], [WithVersion("1 é")]]]
    : [neutral, ["", ["1"], [WithVersion("1")]]];
}

function serverOf({ by, server }: Guarding, scheme: Scheme, seen: Seen, admits: boolean): Server {
  const asked = (): boolean => {
    seen.asked++;
    return admits;
  };
  const app = new App({ Versioning: scheme.options });
  const mounted: [string, RequestHandler][] = [];
  for (const [prefix, , options] of deploymentsOf(scheme)) {
    for (const { route, mount } of guarded) {
      const spelled = encodeURI(prefix) + mount;
      const guard: RequestHandler = (_req, res, next) => {
        if (asked()) next();
        else res.status(403).end();
      };
      mounted.push([spelled, guard]);
      if (by === "use" && options.length <= 1) {
        const pattern = patternOf(spelled);
        app.Use((req: Request, res, next) => {
          if (pattern.test(req.path)) guard(req, res, next);
          else next();
        });
      }
      app.Get(
        route,
        (req) => {
          seen.handled.push(String(req.headers["x-target"]));
          return "handled";
        },
        ...options,
        ...(by === "route" ? [WithGuards(asked)] : []),
      );
    }
  }
  return server(app, by === "host" ? mounted : []);
}

function targetsOf(scheme: Scheme) {
  return deploymentsOf(scheme).flatMap(([prefix, versions]) =>
    guarded.map(({ path }) => ({
      path: encodeURI(prefix) + path,
      headers: scheme.ask("/", versions)?.headers ?? {},
    })),
  );
}

const spellings = new Map<string, readonly string[]>();

beforeAll(async () => {
  for (const { path } of schemes.flatMap(targetsOf)) {
    if (!spellings.has(path)) spellings.set(path, await readByNode(spellingsOf(path)));
  }
});

describe.each(schemes.map((scheme) => [scheme.name, scheme] as const))("under %s", (_name, scheme) => {
  const targets = targetsOf(scheme);
  const asking = (target: string, headers: Readonly<Record<string, string | readonly string[]>>): string =>
    get(target, {
      ...headers,
      "X-Target": encodeURIComponent(target.slice(0, 200)),
      Connection: "keep-alive",
    });

  describe.each(guardings)("$name", (guarding) => {
    it("every route is reached by its canonical spelling, where the guard admits", async () => {
      const seen: Seen = { asked: 0, handled: [] };
      const server = await wireOf(serverOf(guarding, scheme, seen, true));
      for (const { path, headers } of targets) {
        const lower = path.replaceAll(/%../g, (escape) => escape.toLowerCase());
        for (const target of new Set([path, `${path}/`, `${path}?a=b`, lower])) {
          const before = { ...seen, count: seen.handled.length };
          const answer = await server.send(get(target, headers));
          expect([target, answer.slice(9, 12)]).toEqual([target, "200"]);
          expect([target, seen.asked > before.asked, seen.handled.length]).toEqual([
            target,
            true,
            before.count + 1,
          ]);
        }
      }
    });

    it("and by no spelling where it refuses", async () => {
      const seen: Seen = { asked: 0, handled: [] };
      const server = await wireOf(serverOf(guarding, scheme, seen, false));
      const sent = targets.flatMap(({ path, headers }) =>
        (spellings.get(path) ?? []).map((target) => asking(target, headers)),
      );
      await sendAll(server, sent);
      expect(seen.handled).toEqual([]);
      expect(seen.asked).toBeGreaterThan(targets.length);
    });
  });
});

/** Requests in one write, the last of which closes the connection. */
async function sendAll(server: Wire, requests: readonly string[]): Promise<void> {
  const answers = await server.send(requests.join("") + get("/"));
  expect(answers.match(/HTTP\/1\.1 \d{3} /g)).toHaveLength(requests.length + 1);
}

/** What Node's parser refuses reaches nobody, and closes a connection before what came before it is answered. */
async function readByNode(targets: readonly string[]): Promise<readonly string[]> {
  const server = await wireOf(createServer((_req, res) => res.end()));
  const statuses = await Promise.all(
    targets.map(async (target) => (await server.send(get(target))).slice(9, 12)),
  );
  return targets.filter((_, i) => statuses[i] === "200");
}
