import { App, VersionNeutral, WithVersion } from "versioned-controllers";
import type { Scheme } from "./schemes";
import { recordingLogger } from "./logger";

/** An App with a route of each kind, in versions where there are versions. */
export function hostileApp({ options, ask }: Scheme, logger = recordingLogger()): App {
  const app = new App({ Versioning: options, Logger: logger, TrustRequestID: true });
  const isVersioned = ask("/", ["1"]) !== undefined;
  const one = isVersioned ? [WithVersion("1", "__proto__", "constructor")] : [];
  const neutral = isVersioned ? [WithVersion(VersionNeutral)] : [];
  return app
    .Get("/", () => "route", ...neutral)
    .Get("/cats", () => "route", ...one)
    .Get("/cats/{id}", (req) => `route ${req.params.id}`, ...one)
    .Get("/files/{path...}", (req) => `route ${req.params.path}`, ...neutral)
    .Get("/{constructor}/of", () => "route", ...neutral)
    .Post("/cats", () => "route", ...one);
}

const end = "Host: test\r\nConnection: close\r\n\r\n";

export function requestOf(line: string, ...headers: readonly string[]): string {
  return `${line} HTTP/1.1\r\n${headers.map((header) => `${header}\r\n`).join("")}${end}`;
}

/** Every header that some scheme reads. */
const names = ["X-API-Version", "Accept", "X-Request-Id"];

/** Requests that nobody sends by mistake: each gets exactly one answer, a route's own or JSON, and never a 5xx. */
export const hostileRequests: Readonly<Record<string, string>> = {
  "a plain one": requestOf("GET /cats"),
  "of HTTP/1.0": `GET /cats HTTP/1.0\r\n\r\n`,
  ...Object.fromEntries(
    names.flatMap((name) => [
      [`${name} repeated`, requestOf("GET /cats", `${name}: 1`, `${name}: 2`, `${name}: 1`)],
      [`${name} hundreds of times`, requestOf("GET /cats", ...Array<string>(700).fill(`${name}: 1`))],
      [`${name} empty`, requestOf("GET /cats", `${name}:`)],
      [`${name} empty and repeated`, requestOf("GET /cats", `${name}:`, `${name}:`)],
      [`${name} of 15 KB`, requestOf("GET /cats", `${name}: ${"a".repeat(15_000)}`)],
      [`${name} of 15 KB of commas`, requestOf("GET /cats", `${name}: ${",".repeat(15_000)}`)],
      [`${name} of 15 KB of quotes`, requestOf("GET /cats", `${name}: ${'"'.repeat(15_000)}`)],
      [`${name} of 15 KB of backslashes`, requestOf("GET /cats", `${name}: a/b;v="${"\\".repeat(15_000)}`)],
      [`${name} of __proto__`, requestOf("GET /cats", `${name}: __proto__`)],
      [`${name} of constructor`, requestOf("GET /cats", `${name}: constructor`)],
      [`${name} of toString`, requestOf("GET /cats", `${name}: toString`)],
      [`${name} of every other byte`, requestOf("GET /cats", `${name}: ${highBytes()}`)],
      [`${name} of a tab`, requestOf("GET /cats", `${name}: \t1\t1\t`)],
    ]),
  ),
  "thousands of ranges": requestOf("GET /cats", `Accept: ${"a/b;v=1,".repeat(1800)}`),
  "thousands of parameters": requestOf("GET /cats", `Accept: a/b${";v=1".repeat(3700)}`),
  "thousands of blanks": requestOf("GET /cats", `Accept: a/b${" ;".repeat(7900)}`),
  "thousands of quoted strings": requestOf("GET /cats", `Accept: a/b;x="${'",x="'.repeat(3000)}`),
  "ranges of __proto__": requestOf(
    "GET /cats",
    "Accept: a/b;__proto__=1;v=__proto__, a/b;constructor=1;v=constructor",
  ),
  "a version that begins with NUL, escaped": requestOf("GET /%00neutral/cats"),
  "a version that begins with NUL, in a segment": requestOf("GET /v%00neutral/cats"),
  "a version that begins with NUL, quoted in JSON": requestOf(
    "GET /cats",
    'X-Wanted: ["\\u0000neutral", "1"]',
  ),
  "a header named __proto__": requestOf("GET /cats", "__proto__: 1", "__proto__: 2"),
  "a header named constructor": requestOf("GET /cats", "constructor: 1", "toString: 1", "hasOwnProperty: 1"),
  ...Object.fromEntries(
    [
      ...[
        "/__proto__",
        "/constructor",
        "/__proto__/of",
        "/constructor/of",
        "/cats/__proto__",
        "/files/__proto__",
      ],
      ...["/%zz", "/cats/%zz", "/files/%zz/a", "/%", "/cats/%", "/%00", "/cats/%00", "/files/a%00b"],
      ...[
        "/%2F",
        "/cats%2F7",
        "/cats/%2F",
        "/files/%2F%2F",
        "//",
        "///",
        "//cats",
        "/cats//",
        "/cats//7",
        "/files//",
      ],
      ...[
        "/?",
        "/??",
        "/cats?%zz",
        "/cats?__proto__=1&constructor[prototype]=1",
        "/cats#fragment",
        "/cats;v=1",
      ],
      ...["/..", "/../cats", "/cats/..", "/.", "/cats/%2e%2e/%2e", "/%c0%af", "/%ff"],
      ...[
        "/\\",
        "/cats\\7",
        "/|",
        "/<script>",
        '/"',
        "/{id}",
        "/cats/{id}",
        "/:id",
        "/*",
        "/v1",
        "/v1/cats",
        "/v/cats",
      ],
      ...["/v__proto__/cats", "/vconstructor/cats", `/${"a".repeat(15_000)}`, `/${"a/".repeat(7_500)}`],
      ...[
        "/".repeat(15_000),
        `/files${"/".repeat(15_000)}`,
        `/${"%2F".repeat(5_000)}`,
        `/${"%zz".repeat(5_000)}`,
      ],
      ...["http://test/cats", "http://test", "http://test?a", "http://test//cats", "HTTP://TEST:80/cats/7"],
      ...[
        "https://user:password@test/cats",
        "ftp://test/cats",
        "http:///cats",
        "http://",
        "a:b",
        "http:/cats",
      ],
      ...["http://[::1]/cats", "http://test/%zz", "http://__proto__/constructor", "http://test/cats?%zz"],
    ].map((target) => [`GET ${target.slice(0, 40)} (${target.length})`, requestOf(`GET ${target}`)]),
  ),
  "OPTIONS *": requestOf("OPTIONS *"),
  "GET *": requestOf("GET *"),
  "OPTIONS http://test": requestOf("OPTIONS http://test"),
  ...Object.fromEntries(
    ["PROPFIND", "M-SEARCH", "REPORT", "TRACE", "PURGE", "SOURCE", "LINK", "UNBIND", "QUERY"].map(
      (method) => [`${method}, which no route has`, requestOf(`${method} /cats`)],
    ),
  ),
  "HEAD of nothing": requestOf("HEAD /nowhere"),
  "an upgrade": `GET /nowhere HTTP/1.1\r\nHost: test\r\nConnection: upgrade, close\r\nUpgrade: websocket\r\n\r\n`,
  "an expectation": requestOf("POST /nowhere", "Expect: 100-continue", "Content-Length: 0"),
  "a body that nobody reads": `POST /nowhere HTTP/1.1\r\nHost: test\r\nConnection: close\r\nContent-Length: 3\r\n\r\nTom`,
  "a chunked body that nobody reads": `POST /nowhere HTTP/1.1\r\nHost: test\r\nConnection: close\r\nTransfer-Encoding: chunked\r\n\r\n3\r\nTom\r\n0\r\n\r\n`,
  "a conditional one": requestOf("GET /nowhere", "If-None-Match: *", "If-Modified-Since: nonsense"),
  "a range": requestOf("GET /nowhere", "Range: bytes=0-1"),
};

/** Requests that Node's parser refuses, or that Express finds no path in: none of these reaches an App that is mounted. */
export const pathless = ["a:b", "http://", "http:/cats"].map((target) => requestOf(`GET ${target}`));

function highBytes(): string {
  return String.fromCharCode(
    ...Array.from({ length: 0xff - 0x20 + 1 }, (_, i) => i + 0x20).filter((c) => c !== 0x7f),
  );
}
