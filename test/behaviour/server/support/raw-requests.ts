import { createHash } from "node:crypto";
import {
  App,
  HTTPError,
  RouteOf,
  VersioningNone,
  VersionNeutral,
  VersionOf,
  WithBody,
  WithGuards,
  WithVersion,
  type Handler,
} from "versioned-controllers";
import { custom, header, mediaType, none, uri, type Scheme } from "../../../support/schemes";
import { recordingLogger } from "../../../support/logger";
import { chunked, get, keptAlive, pipelined, request, utf8, type Step } from "../../../support/wire";

/** Bytes, and the answer in bytes, ids and dates masked; the name says which rule asks for it. */
interface RawRequest {
  readonly why: string;
  readonly steps: readonly Step[];
  readonly answer: string;
}

/** All requests for the App of one scheme. */
interface RawRequests {
  readonly scheme: Scheme;
  readonly rows: readonly RawRequest[];
}

type Row = readonly [why: string, bytes: string | readonly Step[], answer: string];

/** Answers with what it is: `GET /cats/{id} 1 {"id":"7"}`. */
const itself: Handler = (req) => {
  const { Method, Path } = RouteOf(req) ?? {};
  const text = JSON.stringify(req.params);
  const parameters = text === "{}" ? [] : [text];
  return [Method, Path, VersionOf(req), ...parameters].filter((part) => part !== undefined).join(" ");
};

/** The same routes under every scheme; a logger keeps the one error that is made. */
export function rawApp({ options }: Scheme, logger = recordingLogger()): App {
  const isVersioned = options.Type !== VersioningNone && options.Type !== undefined;
  const of = (...versions: readonly [string, ...string[]]) => (isVersioned ? [WithVersion(...versions)] : []);
  const app = new App({ Versioning: options, Logger: logger })
    .Get("/", itself, ...of(VersionNeutral))
    .Get("/cats", itself, ...of("1", "2"))
    .Get("/cats/{id}", itself, ...of("1"))
    .Get("/cats/me", itself, ...of("2"))
    .Post("/cats", () => undefined, ...of("1"))
    .Get("/files/{path...}", itself, ...of(VersionNeutral))
    .Get("/names/{name}", itself, ...of("__proto__", "constructor"))
    .Get(
      "/forbidden",
      itself,
      ...of(VersionNeutral),
      WithGuards(() => false),
    )
    .Get("/throws", fail, ...of(VersionNeutral));
  return app
    .Get("/teapot", teapot, ...of(VersionNeutral))
    .Post(
      "/upload",
      (req) => Object.keys(req.body as object).join(),
      WithBody({ type: "object" }, { Type: "multipart" }),
      ...of(VersionNeutral),
    );
}

const fail = (): never => {
  throw new Error("secret");
};

const teapot = (): never => {
  throw new HTTPError(418, "short\r\nand stout", { headers: { Allow: "GET" } });
};

// --- What is answered. Written from the rules: the order of fields is that in which they are set.

interface Form {
  readonly vary?: string;
  /** Whether the connection stays open. */
  readonly stays?: boolean;
  readonly isHead?: boolean;
}

function response(
  status: string,
  fields: readonly string[],
  body: string,
  { vary, stays, isHead }: Form,
): string {
  const connection = stays ? ["Connection: keep-alive", "Keep-Alive: timeout=5"] : ["Connection: close"];
  const varied = vary === undefined ? [] : [`Vary: ${vary}`];
  const head = [`HTTP/1.1 ${status}`, ...fields, ...varied, "Date: ...", ...connection].join("\r\n");
  return `${head}\r\n\r\n${isHead ? "" : body}`;
}

/** As `res.send` has it: the length in hexadecimal, and the first 27 characters of SHA-1 in Base64. */
function tagOf(body: string): string {
  const hash = createHash("sha1").update(body, "latin1").digest("base64").slice(0, 27);
  return `ETag: W/"${body.length.toString(16)}-${hash}"`;
}

/** 200 with the route's text. */
function found(text: string, form: Form = {}): string {
  const body = utf8(text);
  const fields = ["Content-Type: text/plain; charset=utf-8", `Content-Length: ${body.length}`, tagOf(body)];
  return response("200 OK", fields, body, form);
}

/** The uniform error; its id has 36 characters where `<id>` stands. */
function failed(status: string, error: object, form: Form = {}, more: readonly string[] = []): string {
  const body = utf8(JSON.stringify({ error, request_id: "<id>" }));
  const fields = [
    ...more,
    "X-Content-Type-Options: nosniff",
    "Content-Security-Policy: default-src 'none'",
    "X-Request-Id: <id>",
    "Content-Type: application/json; charset=utf-8",
    `Content-Length: ${body.length + 36 - "<id>".length}`,
  ];
  return response(status, fields, body, form);
}

/** The uniform 404: `lost("GET /nowhere")`. */
function lost(line: string, form: Form = {}): string {
  const message = `no route matches ${line}`;
  return failed("404 Not Found", { code: "not_found", message, status: 404 }, form);
}

/** Node's answer to bytes that it cannot read. */
const refused = "HTTP/1.1 400 Bad Request\r\nConnection: close\r\n\r\n";
const tooLarge = "HTTP/1.1 431 Request Header Fields Too Large\r\nConnection: close\r\n\r\n";
/** Node's answer to a request that it can read, but does not take. */
const refusedWhole =
  "HTTP/1.1 400 Bad Request\r\nConnection: close\r\nDate: ...\r\nTransfer-Encoding: chunked\r\n\r\n0\r\n\r\n";
const nothing = "";

const noContent = (form: Form = {}): string => response("204 No Content", [], "", form);

// --- What is asked.

/** A request with its first lines, and `Connection: close` last. */
function raw(line: string, ...lines: readonly string[]): string {
  return [line, "Host: test", ...lines, "Connection: close", "", ""].join("\r\n");
}

/** A POST whose framing is the point, and what follows it on the connection. */
function framed(lines: readonly string[], rest: string): string {
  return ["POST /cats HTTP/1.1", "Host: test", ...lines, "", rest].join("\r\n");
}

const next = raw("GET / HTTP/1.1");

function paths(): readonly Row[] {
  const id = (text: string): string => found(`GET /cats/{id} {"id":${JSON.stringify(text)}}`);
  const rest = (text: string): string => found(`GET /files/{path...} {"path":${JSON.stringify(text)}}`);
  return [
    ["a path is compared", get("/cats"), found("GET /cats")],
    ["the root", get("/"), found("GET /")],
    ["one trailing slash is ignored", get("/cats/"), found("GET /cats")],
    ["two are not", get("/cats//"), lost("GET /cats//")],
    ["`//` is not `/`", get("//"), lost("GET //")],
    ["nothing is folded: an empty first segment", get("//cats"), lost("GET //cats")],
    ["nothing is folded: it is no authority", get("//test/cats"), lost("GET //test/cats")],
    ["case matters", get("/CATS"), lost("GET /CATS")],
    ["`.` is a segment like any other", get("/./cats"), lost("GET /./cats")],
    ["`..` too: nothing is resolved", get("/files/../cats"), rest("../cats")],
    ["`..` above the root", get("/../cats"), lost("GET /../cats")],
    ["`..` as a value", get("/cats/.."), id("..")],
    ["escaped dots are dots", get("/cats/%2e%2e"), id("..")],
    ["a static segment beats a parameter", get("/cats/me"), found("GET /cats/me")],
    ["literal text has one spelling", get("/c%61ts/me"), lost("GET /c%61ts/me")],
    ["a value has many", get("/cats/%37"), id("7")],
    ["it is split before it is decoded", get("/cats%2Fme"), lost("GET /cats%2Fme")],
    ["so an escaped slash is part of a value", get("/cats/a%2Fb"), id("a/b")],
    ["once only", get("/cats/%252F"), id("%2F")],
    ["lower-case digits are digits", get("/cats/%c3%a9"), id("é")],
    ["an escaped NUL is a character", get("/cats/%00"), id("\0")],
    [
      "an escaped line break is a character, and the JSON of it stays on its line",
      get("/cats/%0d%0aX:1"),
      id("\r\nX:1"),
    ],
    ["`+` is no blank in a path", get("/cats/a+b"), id("a+b")],
    ["a malformed escape matches nothing: `%zz`", get("/cats/%zz"), lost("GET /cats/%zz")],
    ["a malformed escape matches nothing: `%`", get("/cats/%"), lost("GET /cats/%")],
    ["a malformed escape matches nothing: `%4`", get("/cats/%4"), lost("GET /cats/%4")],
    ["a malformed escape matches nothing: no UTF-8", get("/cats/%ff"), lost("GET /cats/%ff")],
    ["a malformed escape matches nothing: an overlong `/`", get("/cats/%c0%af"), lost("GET /cats/%c0%af")],
    [
      "a malformed escape matches nothing: half of a pair",
      get("/cats/%ed%a0%80"),
      lost("GET /cats/%ed%a0%80"),
    ],
    [
      "a malformed escape matches nothing, at the end of a rest too",
      get("/files/a/%zz"),
      lost("GET /files/a/%zz"),
    ],
    ["a query may be malformed", get("/cats?%zz"), found("GET /cats")],
    ["the query is no part of the path", get("/cats?/me"), found("GET /cats")],
    ["nor of the message", get("/nowhere?secret=1"), lost("GET /nowhere")],
    ["an empty query", get("/cats?"), found("GET /cats")],
    ["two question marks", get("/cats??"), found("GET /cats")],
    ["`;` begins nothing", get("/cats;v=1"), lost("GET /cats;v=1")],
    ["a target has no fragment (RFC 9112, 3.2): it is text", get("/cats#me"), lost("GET /cats#me")],
    ["a backslash is no slash", get("/cats\\me"), lost("GET /cats\\me")],
    ["braces are text", get("/cats/{id}"), id("{id}")],
    ["markup comes back as JSON text", get("/<script>"), lost("GET /<script>")],
    ["quotes too", get('/"'), lost('GET /"')],
    ["bytes over 127 have no place in a target (RFC 3986, 2)", get("/cats/\xe9"), refused],
    ["a rest takes slashes", get("/files/a/b"), rest("a/b")],
    ["its trailing slash is not its own", get("/files/a/"), rest("a")],
    ["it is not empty", get("/files/"), lost("GET /files/")],
    ["a slash alone is empty too", get("/files//"), lost("GET /files//")],
    ["it may begin with a slash", get("/files//a"), rest("/a")],
    ["names of objects are values", get("/cats/__proto__"), id("__proto__")],
    ["and no paths", get("/__proto__"), lost("GET /__proto__")],
    ["and no routes", get("/constructor"), lost("GET /constructor")],
    [
      "a query of such names harms nobody",
      get("/cats?__proto__[a]=1&constructor[prototype][a]=1"),
      found("GET /cats"),
    ],
    ["a long value", get(`/cats/${"a".repeat(15_000)}`), id("a".repeat(15_000))],
    ["thousands of segments", get("/a".repeat(7_500)), lost(`GET ${"/a".repeat(7_500)}`)],
    ["thousands of slashes", get("/".repeat(15_000)), lost(`GET ${"/".repeat(15_000)}`)],
    ["thousands of escapes", get(`/cats/${"%2F".repeat(5_000)}`), id("/".repeat(5_000))],
    ["a target over Node's 16 KB", get(`/${"a".repeat(17_000)}`), tooLarge],
  ];
}

function forms(): readonly Row[] {
  return [
    [
      "absolute-form (RFC 9112, 3.2.2): the path is what follows the authority",
      get("http://test/cats"),
      found("GET /cats"),
    ],
    ["absolute-form: of another host, since none is compared", get("http://other/cats"), found("GET /cats")],
    ["absolute-form: the scheme's case does not matter", get("HTTP://TEST:80/cats?a"), found("GET /cats")],
    ["absolute-form: no path is `/`", get("http://test"), found("GET /")],
    ["absolute-form: no path, but a query", get("http://test?a=/cats"), found("GET /")],
    ["absolute-form: user information", get("http://user:pass@test/cats"), found("GET /cats")],
    ["absolute-form: a malformed escape", get("http://test/%zz"), lost("GET /%zz")],
    ["absolute-form: `//` is not folded", get("http://test//cats"), lost("GET //cats")],
    ["asterisk-form (RFC 9112, 3.2.4): no route has that path", request("OPTIONS *"), lost("OPTIONS *")],
    ["asterisk-form of GET", get("*"), lost("GET *")],
    ["authority-form is for CONNECT alone (RFC 9112, 3.2.3)", get("test:80"), refused],
    ["CONNECT: Node closes where nobody listens for it", raw("CONNECT test:80 HTTP/1.1"), nothing],
    ["a target without a slash", get("cats"), refused],
    ["a target with a blank", get("/ca ts"), refused],
    ["a target with a tab", get("/ca\tts"), refused],
    ["a NUL in a target", get("/ca\0ts"), refused],
    ["no target", raw("GET  HTTP/1.1"), refused],
    ["HTTP/1.0 needs no Host (RFC 9112, 3.2)", "GET /cats HTTP/1.0\r\n\r\n", found("GET /cats")],
    ["HTTP/1.1 does", "GET /cats HTTP/1.1\r\nConnection: close\r\n\r\n", refusedWhole],
    ["an empty Host is one", get("/cats", { Host: "" }), found("GET /cats")],
    ["HTTP/1.2", get("/cats HTTP/1.2"), refused],
    ["HTTP/2.0 in a request line: Node reads it as HTTP/1.1", get("/cats HTTP/2.0"), found("GET /cats")],
    ["HTTP/3.0", get("/cats HTTP/3.0"), refused],
    ["what begins HTTP/2 (RFC 9113, 3.4)", "PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n", refused],
    ["another protocol", get("/cats HTTQ/1.1"), refused],
    ["lower-case letters of the protocol", get("/cats http/1.1"), refused],
    ["bytes of TLS", "\x16\x03\x01\x02\0\x01\0\x01\xfc\r\n\r\n", refused],
    [
      "blank lines before a request are passed over (RFC 9112, 2.2)",
      `\r\n\r\n${get("/cats")}`,
      found("GET /cats"),
    ],
    ["a blank before the method", ` ${get("/cats")}`, refused],
  ];
}

function methods(): readonly Row[] {
  const head = { isHead: true };
  const unrouted = [
    "OPTIONS",
    "PUT",
    "DELETE",
    "PATCH",
    "TRACE",
    "PROPFIND",
    "M-SEARCH",
    "PURGE",
    "SOURCE",
    "BIND",
  ];
  const tag = /W\/"[^"]*"/.exec(tagOf("GET /cats"))?.[0] ?? "";
  const notModified = (form: Form = {}): string => response("304 Not Modified", [`ETag: ${tag}`], "", form);
  return [
    [
      "HEAD of a GET route: its head alone (RFC 9110, 9.3.2)",
      request("HEAD /cats"),
      found("GET /cats", head),
    ],
    ["HEAD of a parameter", request("HEAD /cats/7"), found('GET /cats/{id} {"id":"7"}', head)],
    ["HEAD of nothing: the 404's head alone", request("HEAD /nowhere"), lost("HEAD /nowhere", head)],
    [
      "HEAD of a denial",
      request("HEAD /forbidden"),
      failed("403 Forbidden", { code: "forbidden", message: "Forbidden", status: 403 }, head),
    ],
    ...unrouted.map((method): Row => [
      `${method} is a method like any other: without a route, 404`,
      request(`${method} /cats`),
      lost(`${method} /cats`),
    ]),
    ["undefined from a handler without `res` is 204", request("POST /cats", {}, ""), noContent()],
    [
      "a method that a path has not, for another that has",
      request("POST /cats/me", {}, ""),
      lost("POST /cats/me"),
    ],
    ["a method in lower case is none (RFC 9110, 9.1)", request("get /cats"), refused],
    ["a method that nobody knows", request("FOO /cats"), refused],
    ["a method named like a member of objects", request("__proto__ /cats"), refused],
    [
      "no other method is read from a header",
      request("GET /cats", { "X-HTTP-Method-Override": "POST" }),
      found("GET /cats"),
    ],
    ["a body of GET is not read", request("GET /cats", {}, "abc"), found("GET /cats")],
    ["any tag that it has: 304", get("/cats", { "If-None-Match": "*" }), notModified()],
    ["its own tag: 304", get("/cats", { "If-None-Match": tag }), notModified()],
    ["its own tag in HEAD: 304", request("HEAD /cats", { "If-None-Match": tag }), notModified()],
    ["another tag: 200", get("/cats", { "If-None-Match": 'W/"other"' }), found("GET /cats")],
    ["a 404 is never a 304", get("/nowhere", { "If-None-Match": "*" }), lost("GET /nowhere")],
    ["a part is not offered, so not given", get("/cats", { Range: "bytes=0-1" }), found("GET /cats")],
    [
      "a guard's denial",
      get("/forbidden"),
      failed("403 Forbidden", { code: "forbidden", message: "Forbidden", status: 403 }),
    ],
    [
      "an error says nothing of itself",
      get("/throws"),
      failed("500 Internal Server Error", {
        code: "internal_error",
        message: "Internal Server Error",
        status: 500,
      }),
    ],
    [
      "a message with line breaks stays in the body",
      get("/teapot"),
      failed("418 I'm a Teapot", { code: "im_a_teapot", message: "short\r\nand stout", status: 418 }, {}, [
        "Allow: GET",
      ]),
    ],
  ];
}

function fields(): readonly Row[] {
  const ok = found("GET /cats");
  return [
    ["a field named __proto__", get("/cats", { ["__proto__"]: ["1", "2"] }), ok],
    [
      "fields named like members of objects",
      get("/cats", { constructor: "1", toString: "2", hasOwnProperty: "3" }),
      ok,
    ],
    ["a NUL in a value (RFC 9110, 5.5)", get("/cats", { "X-A": "a\0b" }), refused],
    ["DEL in a value", get("/cats", { "X-A": "a\x7fb" }), refused],
    ["a control character in a value", get("/cats", { "X-A": "a\x01b" }), refused],
    ["a bare CR in a value (RFC 9112, 2.2)", get("/cats", { "X-A": "a\rb" }), refused],
    ["a tab in a value is a blank", get("/cats", { "X-A": "a\tb" }), ok],
    ["bytes over 127 in a value are obs-text (RFC 9110, 5.5)", get("/cats", { "X-A": "\x80\xff" }), ok],
    ["a blank before the colon (RFC 9112, 5.1)", raw("GET /cats HTTP/1.1", "X-A : 1"), refused],
    ["a blank in a name", raw("GET /cats HTTP/1.1", "X A: 1"), refused],
    ["no name", raw("GET /cats HTTP/1.1", ": 1"), refused],
    ["no colon", raw("GET /cats HTTP/1.1", "X-A"), refused],
    ["a byte over 127 in a name", raw("GET /cats HTTP/1.1", "X-\xe9: 1"), refused],
    ["obs-fold (RFC 9112, 5.2)", raw("GET /cats HTTP/1.1", "X-A: 1", " 2"), refused],
    ["obs-fold with a tab", raw("GET /cats HTTP/1.1", "X-A: 1", "\t2"), refused],
    ["a blank before the first field (RFC 9112, 2.2)", "GET /cats HTTP/1.1\r\n Host: test\r\n\r\n", refused],
    ["fields over Node's 16 KB", get("/cats", { "X-A": "a".repeat(17_000) }), tooLarge],
    ["nine hundred fields", get("/cats", { "X-A": Array<string>(900).fill("1") }), ok],
    [
      "a client's id is not trusted",
      get("/nowhere", { "X-Request-Id": "01234567-89ab-4cde-8f01-23456789abcd" }),
      lost("GET /nowhere"),
    ],
    [
      "an upgrade that nobody takes is a request like any other",
      raw("GET /cats HTTP/1.1", "Upgrade: websocket", "Connection: upgrade"),
      ok,
    ],
    [
      "an upgrade to HTTP/2 too",
      raw(
        "GET /cats HTTP/1.1",
        "Upgrade: h2c",
        "HTTP2-Settings: AAMAAABkAAQAAP__",
        "Connection: Upgrade, HTTP2-Settings",
      ),
      ok,
    ],
  ];
}

function framing(): readonly Row[] {
  const close = "Connection: close";
  return [
    ["a body that nobody reads", request("POST /cats", {}, "abc"), noContent()],
    [
      "a body in chunks that nobody reads",
      request("POST /cats", { "Transfer-Encoding": "chunked" }, chunked("abc")),
      noContent(),
    ],
    [
      "a length and chunks (RFC 9112, 6.1)",
      framed(["Content-Length: 3", "Transfer-Encoding: chunked"], `0\r\n\r\n${next}`),
      refused,
    ],
    [
      "chunks and a length",
      framed(["Transfer-Encoding: chunked", "Content-Length: 3"], `0\r\n\r\n${next}`),
      refused,
    ],
    [
      "two lengths that differ (RFC 9112, 6.3)",
      framed(["Content-Length: 3", "Content-Length: 4"], `abc${next}`),
      refused,
    ],
    [
      "two lengths that are the same: Node takes neither",
      framed(["Content-Length: 3", "Content-Length: 3"], `abc${next}`),
      refused,
    ],
    ["two lengths on one line", framed(["Content-Length: 3, 3"], `abc${next}`), refused],
    ["a negative length", framed(["Content-Length: -1"], next), refused],
    ["a length with a sign", framed(["Content-Length: +3"], `abc${next}`), refused],
    ["a hexadecimal length", framed(["Content-Length: 0x3"], `abc${next}`), refused],
    ["an empty length", framed(["Content-Length:"], next), refused],
    ["a length with a fraction", framed(["Content-Length: 3.0"], `abc${next}`), refused],
    ["a length over 64 bits", framed(["Content-Length: 99999999999999999999"], next), refused],
    [
      "a coding that does not end in chunks (RFC 9112, 6.3): Node notices after the answer, and ends the connection",
      framed(["Transfer-Encoding: identity"], next),
      noContent({ stays: true }),
    ],
    [
      "chunks that are no last coding",
      framed(["Transfer-Encoding: chunked, identity"], `0\r\n\r\n${next}`),
      refused,
    ],
    [
      "a coding that only looks like chunks, likewise",
      framed(["Transfer-Encoding: xchunked"], `0\r\n\r\n${next}`),
      noContent({ stays: true }),
    ],
    ["a blank before its colon", framed(["Transfer-Encoding : chunked"], `0\r\n\r\n${next}`), refused],
    [
      "a vertical tab before its value",
      framed(["Transfer-Encoding: \x0bchunked"], `0\r\n\r\n${next}`),
      refused,
    ],
    [
      "another name for it means nothing: the rest is a request of its own",
      framed(["Transfer_Encoding: chunked"], next),
      noContent({ stays: true }) + found("GET /"),
    ],
    [
      "a chunk size that is none, after the answer: the connection ends",
      framed(["Transfer-Encoding: chunked", close], `x\r\n${next}`),
      noContent(),
    ],
    [
      "a request inside of a body is a body",
      framed(["Content-Length: 37"], `GET /cats HTTP/1.1\r\nHost: smuggled\r\n\r\n${next}`),
      noContent({ stays: true }) + found("GET /"),
    ],
    [
      "a request inside of a chunk is a chunk",
      framed(["Transfer-Encoding: chunked"], chunked("GET /cats HTTP/1.1\r\nHost: smuggled\r\n\r\n") + next),
      noContent({ stays: true }) + found("GET /"),
    ],
    [
      "a request after a body that is shorter than it says",
      [framed(["Content-Length: 3"], ""), { until: "\r\n\r\n" }, `abc${next}`],
      noContent({ stays: true }) + found("GET /"),
    ],
    [
      "extensions of chunks are ignored (RFC 9112, 7.1.1)",
      framed(["Transfer-Encoding: chunked"], `3;a=b\r\nabc\r\n0\r\n\r\n${next}`),
      noContent({ stays: true }) + found("GET /"),
    ],
    [
      "trailers are no requests",
      framed(["Transfer-Encoding: chunked"], `0\r\nX-A: 1\r\n\r\n${next}`),
      noContent({ stays: true }) + found("GET /"),
    ],
    [
      "Expect: 100-continue (RFC 9110, 10.1.1)",
      [raw("POST /cats HTTP/1.1", "Expect: 100-continue", "Content-Length: 3"), { until: "204" }, "abc"],
      `HTTP/1.1 100 Continue\r\n\r\n${noContent()}`,
    ],
    [
      "another expectation (RFC 9110, 10.1.1)",
      get("/cats", { Expect: "a miracle" }),
      "HTTP/1.1 417 Expectation Failed\r\nDate: ...\r\nConnection: close\r\nTransfer-Encoding: chunked\r\n\r\n0\r\n\r\n",
    ],
    [
      "two requests in one write have two answers, in order",
      pipelined(get("/cats"), get("/")),
      found("GET /cats", { stays: true }) + found("GET /"),
    ],
    [
      "a 404 does not end a connection",
      pipelined(get("/%zz"), get("/")),
      lost("GET /%zz", { stays: true }) + found("GET /"),
    ],
    [
      "after HEAD no body is in the way",
      pipelined(request("HEAD /cats"), get("/")),
      found("GET /cats", { stays: true, isHead: true }) + found("GET /"),
    ],
    [
      "after a 500 too",
      pipelined(get("/throws"), get("/")),
      failed(
        "500 Internal Server Error",
        { code: "internal_error", message: "Internal Server Error", status: 500 },
        { stays: true },
      ) + found("GET /"),
    ],
    ["after Connection: close nothing is read", get("/cats") + get("/"), found("GET /cats")],
    [
      "nonsense after an answer is refused",
      [keptAlive(get("/cats")), { until: "GET /cats" }, "nonsense\r\n\r\n"],
      found("GET /cats", { stays: true }) + refused,
    ],
    [
      "nonsense behind a request: no second answer while Node has one under way, the connection ends",
      `${keptAlive(get("/cats"))}nonsense\r\n\r\n`,
      found("GET /cats", { stays: true }),
    ],
    ["a bare LF after the request line (RFC 9112, 2.2)", "GET /cats HTTP/1.1\nHost: test\r\n\r\n", refused],
    ["a bare LF after a field", "GET /cats HTTP/1.1\r\nHost: test\nX-A: 1\r\n\r\n", refused],
    ["bare LFs at the end of the head", `GET /cats HTTP/1.1\r\nHost: test\n\n${next}`, refused],
    ["a bare CR at the end of the head", `GET /cats HTTP/1.1\r\nHost: test\r\n\r${next}`, refused],
    [
      "a bare LF after a chunk's size: the connection ends",
      framed(["Transfer-Encoding: chunked"], `3\nabc\r\n0\r\n\r\n${next}`),
      noContent({ stays: true }),
    ],
    [
      "a chunk that is longer than it says: it came after the answer, so what follows is refused by itself",
      framed(["Transfer-Encoding: chunked"], `3\r\nabcd\r\n0\r\n\r\n${next}`),
      noContent({ stays: true }) + refused,
    ],
    [
      "a bare LF in an extension of a chunk",
      framed(["Transfer-Encoding: chunked"], `3;a\nabc\r\n0\r\n\r\n${next}`),
      noContent({ stays: true }),
    ],
    [
      "chunks in HTTP/1.0 (RFC 9112, 6.1): the connection ends with the answer",
      `POST /cats HTTP/1.0\r\nTransfer-Encoding: chunked\r\n\r\n0\r\n\r\n${next}`,
      noContent(),
    ],
  ];
}

function headerVersions(): readonly Row[] {
  const vary = { vary: "X-API-Version" };
  const asked = (...lines: readonly string[]): string => raw("GET /cats HTTP/1.1", ...lines);
  const [one, none_] = [found("GET /cats 1", vary), lost("GET /cats", vary)];
  return [
    ["the header names it", asked("X-API-Version: 1"), one],
    ["its absence names none", asked(), none_],
    ["an empty value names none", asked("X-API-Version:"), none_],
    ["blanks are an empty value (RFC 9110, 5.5)", asked("X-API-Version: \t "), none_],
    ["blanks around a value are no part of it (RFC 9110, 5.5)", asked("X-API-Version: \t1 \t"), one],
    ["no blank is needed", asked("X-API-Version:1"), one],
    ["case does not matter in a name (RFC 9110, 5.1)", asked("x-api-VERSION: 1"), one],
    ["on two lines it names none, though they agree", asked("X-API-Version: 1", "X-API-Version: 1"), none_],
    ["on two lines it names none: they differ", asked("X-API-Version: 1", "X-API-Version: 2"), none_],
    ["on two lines it names none: in another case", asked("X-API-Version: 1", "x-api-version: 1"), none_],
    ["on two lines it names none: one is empty", asked("X-API-Version:", "X-API-Version: 1"), none_],
    ["the value is one text, commas included", asked("X-API-Version: 1, 2"), none_],
    ["quotes are part of it", asked('X-API-Version: "1"'), none_],
    ["it is compared as a text, not as a number", asked("X-API-Version: 01"), none_],
    ["a blank within is part of it", asked("X-API-Version: 1 1"), none_],
    ["an unserved version is 404, never 406", asked("X-API-Version: 9"), none_],
    [
      "a version's own routes",
      request("GET /cats/me", { "X-API-Version": "1" }),
      found('GET /cats/{id} 1 {"id":"me"}', vary),
    ],
    [
      "another version's own routes",
      request("GET /cats/me", { "X-API-Version": "2" }),
      found("GET /cats/me 2", vary),
    ],
    ["a neutral route for none", get("/"), found("GET /", vary)],
    ["a neutral route for a version without it", get("/", { "X-API-Version": "1" }), found("GET /", vary)],
    [
      "a neutral route for a version on two lines",
      get("/", { "X-API-Version": ["1", "2"] }),
      found("GET /", vary),
    ],
    [
      "__proto__ is a version like any other",
      get("/names/x", { "X-API-Version": "__proto__" }),
      found('GET /names/{name} __proto__ {"name":"x"}', vary),
    ],
    [
      "constructor too",
      get("/names/x", { "X-API-Version": "constructor" }),
      found('GET /names/{name} constructor {"name":"x"}', vary),
    ],
    [
      "toString, which nobody declared, is none",
      get("/names/x", { "X-API-Version": "toString" }),
      lost("GET /names/x", vary),
    ],
    ["a header of another name", asked("X_API_Version: 1", "X-API-Versions: 1"), none_],
    ["no version in the path", get("/v1/cats"), lost("GET /v1/cats", vary)],
    ["a NUL is refused", asked("X-API-Version: \0neutral"), refused],
    ["an escape is none", asked("X-API-Version: %31"), none_],
    [
      "HEAD within one version",
      request("HEAD /cats", { "X-API-Version": "1" }),
      found("GET /cats 1", { ...vary, isHead: true }),
    ],
    [
      "Vary stands on 304",
      get("/cats", { "X-API-Version": "1", "If-None-Match": "*" }),
      response("304 Not Modified", [tagOf("GET /cats 1")], "", vary),
    ],
    [
      "Vary stands on 403",
      get("/forbidden"),
      failed("403 Forbidden", { code: "forbidden", message: "Forbidden", status: 403 }, vary),
    ],
    [
      "Vary stands on 500",
      get("/throws"),
      failed(
        "500 Internal Server Error",
        { code: "internal_error", message: "Internal Server Error", status: 500 },
        vary,
      ),
    ],
    ["Vary stands on 204", request("POST /cats", { "X-API-Version": "1" }, ""), noContent(vary)],
    ["Vary stands on 404 of HEAD", request("HEAD /cats"), lost("HEAD /cats", { ...vary, isHead: true })],
    ["15 KB of it name none", asked(`X-API-Version: ${"1,".repeat(7_500)}`), none_],
    ["700 lines of it name none", asked(...Array<string>(700).fill("X-API-Version: 1")), none_],
  ];
}

function acceptVersions(): readonly Row[] {
  const vary = { vary: "Accept" };
  const [one, two] = [found("GET /cats 1", vary), found("GET /cats 2", vary)];
  const neither = lost("GET /cats", vary);
  const accepts: readonly (readonly [why: string, accept: string | readonly string[], answer: string])[] = [
    ["a parameter of a range", "application/json;v=1", one],
    ["blanks around `;` (RFC 9110, 5.6.6)", "application/json \t; \tv=1", one],
    ["case does not matter in its name (RFC 9110, 5.6.6)", "application/json;V=1", one],
    ["a quoted value is unquoted", 'application/json;v="1"', one],
    ["a quoted pair is its character (RFC 9110, 5.6.4)", 'application/json;v="\\1"', one],
    ["the media type does not matter", "*/*;v=1", one],
    ["parameters before and after", "a/b;x=2;v=1;y=2", one],
    ["a comma in quotes ends nothing", 'a/b;x="v=2,a/b;v=2";v=1', one],
    ["a range without it says nothing", "text/html, a/b;v=1;q=0.001", one],
    ["the highest weight", "a/b;v=2;q=0.5, a/b;v=1;q=0.6", one],
    ["none is 1", "a/b;v=2;q=0.999, a/b;v=1", one],
    ["a weight before the parameter", "a/b;q=0.5;v=2, a/b;v=1;q=0.6", one],
    ["`Q` is `q`", "a/b;v=2;Q=0.5, a/b;v=1;q=0.6", one],
    ["weights are numbers, not texts", "a/b;v=2;q=0.09, a/b;v=1;q=0.1", one],
    ["a tie goes to the first", "a/b;v=1, a/b;v=2", one],
    ["0.5 and 0.500 are a tie", "a/b;v=1;q=0.5, a/b;v=2;q=0.500", one],
    ["`q=0` is refused", "a/b;v=1;q=0", neither],
    ["`q=0.000` is refused, for another", "a/b;v=2;q=0.000, a/b;v=1;q=0.001", one],
    ["a weight over 1 is malformed (RFC 9110, 12.4.2)", "a/b;v=2;q=1.001, a/b;v=1;q=0.1", one],
    ["a weight with four digits is malformed", "a/b;v=2;q=0.9999, a/b;v=1;q=0.1", one],
    ["a quoted weight is malformed", 'a/b;v=2;q="1", a/b;v=1;q=0.1', one],
    ["an empty weight is malformed", "a/b;v=2;q=, a/b;v=1;q=0.1", one],
    ["a negative weight is malformed", "a/b;v=2;q=-1, a/b;v=1;q=0.1", one],
    ["two weights are malformed", "a/b;v=2;q=1;q=1, a/b;v=1;q=0.1", one],
    ["the parameter twice", "a/b;v=2;v=2, a/b;v=1;q=0.1", one],
    ["the parameter twice, in another case", "a/b;v=2;V=2, a/b;v=1;q=0.1", one],
    ["an empty value", "a/b;v=, a/b;v=1;q=0.1", one],
    ["an empty value in quotes", 'a/b;v="", a/b;v=1;q=0.1', one],
    ["a blank before `=` (RFC 9110, 5.6.6)", "a/b;v =2, a/b;v=1;q=0.1", one],
    ["a blank after `=`", "a/b;v= 2, a/b;v=1;q=0.1", one],
    ["no subtype", "a;v=2, a/;v=2, /b;v=2, a/b;v=1;q=0.1", one],
    ["empty elements (RFC 9110, 5.6.1.2)", " , ,a/b;v=1, ,", one],
    ["empty parameters (RFC 9110, 5.6.6)", "a/b;;v=1;", one],
    ["every line is read by itself", ["a/b;v=2;q=0.5", "a/b;v=1"], one],
    ["an open quote ends with its line", ['a/b;v="2', "a/b;v=1;q=0.1"], one],
    ["a tie over two lines goes to the first", ["a/b;v=1", "a/b;v=2"], one],
    ["an open quote takes the rest of its line with it", 'a/b;v="1, a/b;v=2', neither],
    ["no fallback to a lower weight", "a/b;v=9, a/b;v=1;q=0.9", neither],
    ["case matters in a value", 'a/b;v="A"', neither],
    ["another parameter's value", 'a/b;x="v=1"', neither],
    ["an empty line", "", neither],
    ["names of objects are parameters", "a/b;__proto__=1;constructor=1;v=2", two],
    ["thousands of ` ;`", `a/b${" ;".repeat(7_000)};v=2`, two],
    ["thousands of commas", `${",".repeat(15_000)}a/b;v=2`, two],
    ["thousands of quotes", `a/b;v="${'\\"'.repeat(7_000)}`, neither],
  ];
  return [
    ...accepts.map(([why, Accept, answer]): Row => [why, get("/cats", { Accept }), answer]),
    ["no Accept", get("/cats"), neither],
    ["no Accept, and a neutral route", get("/"), found("GET /", vary)],
    [
      "__proto__ is a version like any other",
      get("/names/x", { Accept: "a/b;v=__proto__" }),
      found('GET /names/{name} __proto__ {"name":"x"}', vary),
    ],
    [
      "Vary stands on what is neutral and refused",
      get("/forbidden", { Accept: "a/b;v=1" }),
      failed("403 Forbidden", { code: "forbidden", message: "Forbidden", status: 403 }, vary),
    ],
  ];
}

function pathVersions(): readonly Row[] {
  return [
    ["the first segment", get("/v1/cats"), found("GET /cats 1")],
    ["another version", get("/v2/cats/"), found("GET /cats 2")],
    ["its own routes alone", get("/v1/cats/me"), found('GET /cats/{id} 1 {"id":"me"}')],
    ["it has one spelling", get("/%761/cats"), lost("GET /%761/cats")],
    ["case matters", get("/V1/cats"), lost("GET /V1/cats")],
    ["the prefix is not left out", get("/1/cats"), lost("GET /1/cats")],
    ["no version is no route's", get("/cats"), lost("GET /cats")],
    ["an unserved version", get("/v9/cats"), lost("GET /v9/cats")],
    ["an empty version", get("/v/cats"), lost("GET /v/cats")],
    ["it comes before every prefix", get("/cats/v1"), lost("GET /cats/v1")],
    ["it is one segment", get("/v1%2Fcats"), lost("GET /v1%2Fcats")],
    ["an empty segment after it", get("/v1//cats"), lost("GET /v1//cats")],
    ["no way from one version to another", get("/v1/../v2/cats"), lost("GET /v1/../v2/cats")],
    ["a neutral route keeps its path", get("/files/v1"), found('GET /files/{path...} {"path":"v1"}')],
    ["and has no other", get("/v1/files/a"), lost("GET /v1/files/a")],
    ["__proto__ is a version", get("/v__proto__/names/x"), found('GET /names/{name} __proto__ {"name":"x"}')],
    ["toString is none", get("/vtoString/names/x"), lost("GET /vtoString/names/x")],
    [
      "no header names a version",
      get("/cats", { "X-API-Version": "1", Accept: "a/b;v=1" }),
      lost("GET /cats"),
    ],
    ["absolute-form", get("http://test/v1/cats"), found("GET /cats 1")],
  ];
}

function extractedVersions(): readonly Row[] {
  const asked = (list: readonly unknown[], path = "/cats"): string =>
    get(path, { "X-Wanted": JSON.stringify(list) });
  return [
    ["the first that is served", asked(["9", "2", "1"]), found("GET /cats 2")],
    ["what is no string is dropped", asked([1, null, ["1"], "1"]), found("GET /cats 1")],
    ["empty strings are dropped", asked(["", "1"]), found("GET /cats 1")],
    ["VersionNeutral names no version", asked(["\0neutral"]), lost("GET /cats")],
    ["an empty list names none", asked([]), lost("GET /cats")],
    [
      "names of objects",
      asked(["toString", "__proto__"], "/names/x"),
      found('GET /names/{name} __proto__ {"name":"x"}'),
    ],
    ["neutral routes are tried last", asked(["9"], "/"), found("GET /")],
    ["where only a neutral route is, no extractor is asked", get("/", { "X-Wanted": "{" }), found("GET /")],
    [
      "an extractor that throws is a 500",
      get("/cats", { "X-Wanted": "{" }),
      failed("500 Internal Server Error", {
        code: "internal_error",
        message: "Internal Server Error",
        status: 500,
      }),
    ],
  ];
}

/** multipart/form-data (RFC 7578), the form that a stranger can make the most of. */
function uploads(): readonly Row[] {
  const part = (name: string, more = ""): string =>
    `--XX\r\nContent-Disposition: form-data; name="${name}"\r\n${more}\r\n1\r\n`;
  const upload = (body: string, type = "multipart/form-data; boundary=XX"): string =>
    request("POST /upload", { "Content-Type": type }, body);
  const end = "--XX--\r\n";
  const malformed = failed("400 Bad Request", {
    code: "malformed_body",
    message: "the body is not well-formed multipart form",
    status: 400,
  });
  const misfit = (path: readonly string[], message: string): string =>
    failed("400 Bad Request", {
      code: "invalid_request",
      message: "the request does not match the route's schemas",
      status: 400,
      details: [{ in: "body", path, message }],
    });
  const tooLargeBody = (message: string): string =>
    failed("413 Payload Too Large", { code: "payload_too_large", message, status: 413 });
  return [
    ["two parts", upload(part("a") + part("b") + end), found("a,b")],
    ["a name that objects have is a name", upload(part("constructor") + end), found("constructor")],
    ["a thousand parts", upload(part("a").repeat(1_000) + end), found("a")],
    ["one more", upload(part("a").repeat(1_001) + end), tooLargeBody("the body has more than 1000 parts")],
    [
      "a million fields",
      raw(
        "POST /upload HTTP/1.1",
        "Content-Type: multipart/form-data; boundary=X",
        "Content-Length: 30000000",
      ),
      tooLargeBody("the body is larger than 1mb"),
    ],
    ["parts without an end", upload(part("a").repeat(10)), malformed],
    ["a delimiter alone, again and again", upload("--XX\r\n".repeat(500)), malformed],
    ["no part at all", upload("hello"), malformed],
    ["nothing", upload(""), misfit([], "must be object")],
    ["a head without an end", upload(`--XX\r\n${"X-A: b\r\n".repeat(5_000)}`), malformed],
    ["a head of 40 KB", upload(part("a", "X-A: b\r\n".repeat(5_000)) + end), malformed],
    ["a part without a name", upload(`--XX\r\nX-A: b\r\n\r\n1\r\n${end}`), malformed],
    ["no boundary", upload(part("a") + end, "multipart/form-data"), malformed],
    [
      "a boundary of 71 characters (RFC 2046, 5.1.1)",
      upload(part("a") + end, `multipart/form-data; boundary=${"X".repeat(71)}`),
      malformed,
    ],
    [
      "the name of every object's prototype",
      upload(part("__proto__") + end),
      misfit(["__proto__"], "the key is not allowed"),
    ],
  ];
}

function named(scheme: Scheme, ...rows: readonly Row[]): RawRequests {
  return {
    scheme,
    rows: rows.map(([why, bytes, answer]) => ({
      why,
      steps: typeof bytes === "string" ? [bytes] : bytes,
      answer,
    })),
  };
}

/** Every request, by the scheme of the App that is asked. */
export const rawRequests: readonly RawRequests[] = [
  named(none, ...paths(), ...forms(), ...methods(), ...fields(), ...framing(), ...uploads()),
  named(header, ...headerVersions()),
  named(mediaType, ...acceptVersions()),
  named(uri, ...pathVersions()),
  named(custom, ...extractedVersions()),
];

/** Newer Nodes refuse so many, Host and Connection among them, before anybody sees the request. */
export const thousandFields = {
  bytes: get("/cats", { "X-A": Array<string>(1_000).fill("1") }),
  refused: tooLarge,
  answer: found("GET /cats"),
};
