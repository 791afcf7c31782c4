import { createHmac } from "node:crypto";
import { gzipSync } from "node:zlib";
import { dates } from "./routes";
import { chunked, get, keptAlive, pipelined, request, utf8, withID, type Step } from "../../../support/wire";

/** A client's steps, and the texts that the answer has to hold: two refusals that are alike are no success. */
export type Exchange = readonly [what: string, steps: string | readonly Step[], ...holds: readonly string[]];

/** Requests for the shared routes; they hold what an Express application and an App both answer. */
export function sharedExchanges(): readonly Exchange[] {
  return [
    ...reading(),
    ...answering(),
    ...conditional(),
    ...sending(),
    ...failing(),
    ...bodies(),
    ...packages(),
    ...connections(),
    ...malformed(),
  ];
}

function reading(): readonly Exchange[] {
  return [
    ["a request", get("/request"), "200 OK", '"hostname":"test"'],
    [
      "a query",
      get("/request?a=1&a=2&b[c]=3&d=%C3%A9&e"),
      '"query":{"a":["1","2"],"b[c]":"3","d":"é","e":""}',
    ],
    ["a query with a name of objects", get("/request?__proto__=1&constructor=2&toString"), "200 OK"],
    ["an empty query", get("/request?"), '"query":{}'],
    ["a query in another query", get("/request??a=?"), '"?a":"?"'],
    [
      "headers",
      get("/request", { "X-Custom": "a, b", Referer: "/from" }),
      '"custom":"a, b","referrer":"/from"',
    ],
    [
      "a header on two lines",
      get("/request", { "X-Custom": ["a", "b"], Cookie: ["a=1", "b=2"] }),
      '"a, b"',
      "a=1; b=2",
    ],
    ["a header of other bytes", get("/request", { "X-Custom": "\xe9\xff" }), "200 OK"],
    [
      "a host with a port",
      get("/request", { Host: "a.b.example.com:8080" }),
      '"hostname":"a.b.example.com"',
      '"subdomains":["b","a"]',
    ],
    ["a host of IPv6", get("/request", { Host: "[::1]:80" }), '"hostname":"[::1]"'],
    [
      "forwarded headers that nobody trusts",
      get("/request", forwarded),
      '"hostname":"test"',
      '"ip":"127.0.0.1"',
    ],
    ["XMLHttpRequest", get("/request", { "X-Requested-With": "XMLHttpRequest" }), '"xhr":true'],
    ["a target in absolute form", get("http://elsewhere/request?a=1"), '"path":"/request"'],
    ["a path with a trailing slash", get("/request/"), "200 OK"],
    ["HEAD of a GET route", request("HEAD /request"), "200 OK"],
    ["HEAD of its own", request("HEAD /head"), "X-Method: HEAD"],
    ["DELETE", request("DELETE /request"), '"DELETE"'],
    ["PUT", request("PUT /request", {}, ""), '"PUT"'],
    ["parameters", get("/cats/Tom%20%C3%A9/a%2Fb"), '{"name":"Tom é","toy":"a/b"}'],
    [
      "parameters with names of objects",
      get("/cats/__proto__/constructor"),
      '{"name":"__proto__","toy":"constructor"}',
    ],
    [
      "Accept",
      get("/accepts", { Accept: "text/html;q=0.5, application/json" }),
      '"best":"json","none":false',
    ],
    [
      "Accept of every kind",
      get("/accepts", {
        "Accept-Encoding": "br, gzip",
        "Accept-Charset": "utf-8",
        "Accept-Language": "en;q=0.5, de",
      }),
      '"language":"de"',
    ],
    ["no Accept", get("/accepts"), '"best":"html"'],
    ["Range as it is read", get("/range", { Range: "bytes=0-9,20-" }), '{"start":0,"end":9}'],
    ["locals", get("/locals"), '{"user":"Ann","hasPrototype":false}'],
    ["locals that are replaced", get("/other-locals"), '{"before":[],"locals":{"replaced":true},"own":true}'],
  ];
}

/** The headers that a proxy adds. */
export const forwarded = {
  "X-Forwarded-For": "10.0.0.1, 10.0.0.2",
  "X-Forwarded-Proto": "https, http",
  "X-Forwarded-Host": "shop.example.com:443, inner",
};

function answering(): readonly Exchange[] {
  const statuses = [200, 201, 204, 205, 299, 304, 404, 418, 500];
  return [
    ...statuses.flatMap((status): readonly Exchange[] => [
      [`the status ${status}`, get(`/status/${status}`), `HTTP/1.1 ${status} `],
      [`JSON with the status ${status}`, get(`/json/${status}`), `HTTP/1.1 ${status} `],
      [`HEAD with the status ${status}`, request(`HEAD /json/${status}`), `HTTP/1.1 ${status} `],
    ]),
    ["a reason of its own", get("/reason"), "HTTP/1.1 299 As I Like It"],
    ["text", get("/text"), "Content-Type: text/html; charset=utf-8", "\r\n\r\ntext"],
    ["a long text", get("/long-text"), "Content-Type: text/plain; charset=utf-8", "Content-Length: 130000"],
    ["bytes", get("/bytes"), "Content-Type: application/octet-stream", "\r\n\r\n\0\x01\x02\xff"],
    ["a typed array", get("/view"), "Content-Length: 4"],
    ["null", get("/null"), "Content-Length: 0"],
    ["nothing", get("/nothing"), "200 OK"],
    ["a boolean", get("/boolean"), "\r\n\r\ntrue"],
    ["JSON", get("/json"), '{"text":"é☃😀 </script>\u2028","list":[1,null]}'],
    ["JSON with padding", get("/jsonp?callback=call.me"), "call.me({"],
    ["JSON without padding", get("/jsonp"), "application/json"],
    ["a redirect", get("/redirect"), "302 Found", "Location: /%C3%A9?next=%3Ca%3E"],
    ["a redirect for a browser", get("/redirect", { Accept: "text/html" }), "<p>Found. Redirecting"],
    ["a redirect without a body", get("/redirect", { Accept: "image/png" }), "Content-Length: 0"],
    ["a redirect for HEAD", request("HEAD /redirect"), "302 Found"],
    [
      "a redirect for ever",
      get("/redirect/301"),
      "301 Moved Permanently",
      "Location: https://example.com/here",
    ],
    ["a redirect that keeps the method", get("/redirect/308"), "308 Permanent Redirect"],
    ["a redirect back", get("/back", { Referer: "/before" }), "Location: /before"],
    ["a redirect back from nowhere", get("/back"), "Location: /"],
    ["a location", get("/location"), "Location: ../there"],
    [
      "cookies",
      get("/cookies"),
      "Set-Cookie: plain=a%20b%3Bc; Path=/",
      "Set-Cookie: signed=s%3As.",
      "gone=; Path=/cats; Expires=Thu, 01 Jan 1970",
    ],
    [
      "headers of every kind",
      get("/headers"),
      'Link: </2>; rel="next", </9>; rel="last"',
      "Warning: 1\r\nWarning: 2\r\nWarning: 3",
      "Vary: Accept, Origin",
    ],
    ["a format", get("/format", { Accept: "text/html" }), "<p>html</p>", "Vary: Accept"],
    ["the first format", get("/format", { Accept: "*/*" }), "\r\n\r\ntext"],
    ["the JSON format", get("/format", { Accept: "application/json, text/*;q=0.1" }), '"json"'],
    ["no format that fits", get("/format", { Accept: "image/png" }), "406 Not Acceptable"],
    ["a default format", get("/format/default", { Accept: "image/png" }), "nothing fits"],
  ];
}

function conditional(): readonly Exchange[] {
  const jsonTag = 'W/"e-ydrpdmUwz8IzFmb4M2EwBGcrVHQ"';
  return [
    ["a tag that it has", get("/etag", { "If-None-Match": '"mine"' }), "304 Not Modified", 'ETag: "mine"'],
    ["a weak form of a tag that it has", get("/etag", { "If-None-Match": 'W/"mine"' }), "304 Not Modified"],
    ["a list of tags", get("/etag", { "If-None-Match": '"other", "mine"' }), "304 Not Modified"],
    ["any tag", get("/etag", { "If-None-Match": "*" }), "304 Not Modified"],
    ["another tag", get("/etag", { "If-None-Match": '"other"' }), "200 OK"],
    ["no tag", get("/etag", { "If-None-Match": "" }), "200 OK"],
    [
      "a tag with no-cache",
      get("/etag", { "If-None-Match": '"mine"', "Cache-Control": "no-cache" }),
      "200 OK",
    ],
    ["a tag for HEAD", request("HEAD /etag", { "If-None-Match": '"mine"' }), "304 Not Modified"],
    ["any tag of JSON", get("/json", { "If-None-Match": "*" }), "304 Not Modified"],
    [
      "the tag of JSON",
      get("/json/200", { "If-None-Match": jsonTag }),
      "304 Not Modified",
      `ETag: ${jsonTag}`,
    ],
    ["the tag of an error", get("/json/404", { "If-None-Match": "*" }), "404 Not Found"],
    ["a date that is new enough", get("/dated", { "If-Modified-Since": dates.old }), "304 Not Modified"],
    [
      "a date that is too old",
      get("/dated", { "If-Modified-Since": "Sun, 31 Dec 2023 23:59:59 GMT" }),
      "200 OK",
    ],
    ["a date that is none", get("/dated", { "If-Modified-Since": "yesterday" }), "200 OK"],
    [
      "a tag before a date",
      get("/dated", { "If-Modified-Since": dates.new, "If-None-Match": '"other"' }),
      "200 OK",
    ],
    ["a date of a file", get("/file", { "If-Modified-Since": dates.new }), "304 Not Modified"],
    ["any tag of a file", get("/file", { "If-None-Match": "*" }), "304 Not Modified"],
    ["a tag that a file must have", get("/file", { "If-Match": '"other"' }), "412 Precondition Failed"],
    [
      "a date that a file must not pass",
      get("/file", { "If-Unmodified-Since": dates.old }),
      "412 Precondition Failed",
    ],
  ];
}

function sending(): readonly Exchange[] {
  return [
    ["a file", get("/file"), "Cache-Control: public, max-age=3600", "Last-Modified: ", "A page of text.\n"],
    ["HEAD of a file", request("HEAD /file"), "Content-Length: 16"],
    ["a part of a file", get("/file", { Range: "bytes=2-5" }), "206 Partial Content", "\r\n\r\npage"],
    ["the end of a file", get("/file", { Range: "bytes=-6" }), "\r\n\r\ntext.\n"],
    ["a part that a file has not", get("/file", { Range: "bytes=100-" }), "416 Range Not Satisfiable"],
    [
      "a part if it is still that file",
      get("/file", { Range: "bytes=0-0", "If-Range": '"other"' }),
      "200 OK",
    ],
    ["a download", get("/download"), 'Content-Disposition: attachment; filename="a \\"page\\".txt"'],
    ["a hidden file", get("/hidden"), "403 Forbidden"],
    ["no file", get("/no-file"), "404 Not Found"],
    ["no file, and a callback", get("/no-file/callback"), "410 Gone", '{"failed":true}'],
    ["pieces", get("/pieces"), "Transfer-Encoding: chunked", "\r\n3\r\none\r\n"],
    ["HEAD of pieces", request("HEAD /pieces"), "200 OK"],
    ["a stream", get("/pipe"), "Transfer-Encoding: chunked", "a\r\n"],
    ["a stream of known length", get("/pipe/length"), "Content-Length: 6", "\r\n\r\nabcdef"],
    ["a head that is written at once", get("/head-written"), "201 Written", "X-Written: yes"],
    ["a head that is written as a list", get("/head-written/list"), "X-Written: a\r\nX-Written: b"],
    ["interim answers", get("/interim"), "103 Early Hints", "102 Processing", "at last"],
    ["trailers", get("/trailers"), "0\r\nX-Sum: 4\r\n\r\n"],
  ];
}

function failing(): readonly Exchange[] {
  return [
    ["a handler that throws", get("/throws"), "500 Internal Server Error"],
    ["HEAD of a handler that throws", request("HEAD /throws"), "500 Internal Server Error"],
    ["a handler that rejects", get("/rejects"), "500 Internal Server Error"],
    ["a handler that passes an error on", get("/next-error"), "HTTP/1.1 "],
    ["a handler that throws a text", get("/throws-text"), "500 Internal Server Error"],
    ["an error after a status", get("/status-error"), "HTTP/1.1 50"],
    ["an error after half the answer", get("/fails-late"), "4\r\nhalf\r\n"],
    ["a middleware that rejects", get("/fails-in-middleware"), "500 Internal Server Error"],
    ["a malformed escape", get("/cats/%zz/%"), "HTTP/1.1 40"],
    ["no route", get("/nowhere?a=<b>"), "404 Not Found", "GET /nowhere"],
    ["HEAD of no route", request("HEAD /nowhere"), "404 Not Found"],
    ["another method", request("POST /text", {}, "ignored"), "404 Not Found"],
    ["an unknown method", request("PROPFIND /text"), "404 Not Found"],
    ["OPTIONS of a route", request("OPTIONS /text"), "HTTP/1.1 "],
    ["OPTIONS of everything", request("OPTIONS *"), "404 Not Found"],
  ];
}

function bodies(): readonly Exchange[] {
  const json = { "Content-Type": "application/json" };
  const packed = gzipSync('{"packed":true}').toString("latin1");
  return [
    ["JSON that is sent", request("POST /body", json, utf8('{"name":"é"}')), "201 Created", '{"name":"é"}'],
    [
      "JSON in chunks",
      request("POST /body", { ...json, "Transfer-Encoding": "chunked" }, chunked('{"a"', ":1}")),
      '{"a":1}',
    ],
    [
      "JSON that is packed",
      request("POST /body", { ...json, "Content-Encoding": "gzip" }, packed),
      '{"packed":true}',
    ],
    ["JSON that is malformed", request("POST /body", json, '{"a":'), "400 Bad Request"],
    ["JSON that is too long", request("POST /body", json, `"${"a".repeat(2000)}"`), "413 Payload Too Large"],
    [
      "JSON in another charset",
      request("POST /body", { "Content-Type": "application/json; charset=x" }, "{}"),
      "415 Unsupported",
    ],
    [
      "JSON in an unknown encoding",
      request("POST /body", { ...json, "Content-Encoding": "x" }, "{}"),
      "415 Unsupported",
    ],
    ["no JSON", request("POST /body", { "Content-Type": "text/plain" }, "{}"), '"none"'],
    ["an empty body", request("POST /body", json, ""), '"none"'],
    [
      "a form",
      request("POST /body/any", { "Content-Type": "application/x-www-form-urlencoded" }, "a[b]=1&c=%C3%A9"),
      '{"body":{"a":{"b":"1"},"c":"é"}}',
    ],
    ["a text", request("POST /body/any", { "Content-Type": "text/plain" }, "text"), '{"body":"text"}'],
    [
      "bytes that are sent",
      request("POST /body/any", { "Content-Type": "application/octet-stream" }, "\0\xff"),
      '{"bytes":"00ff"}',
    ],
    ["a body that nobody reads", request("POST /unread", {}, "a".repeat(100_000)), "not read"],
    ["an echo", request("POST /echo", { "Content-Type": "text/plain" }, "echo"), "echo"],
    [
      "an echo in chunks",
      request("POST /echo", { "Transfer-Encoding": "chunked" }, chunked("one", "two")),
      "one",
      "two",
    ],
    [
      "an echo of chunks with extensions",
      request("POST /echo", { "Transfer-Encoding": "chunked" }, "3;a=b\r\none\r\n0\r\n\r\n"),
      "one",
    ],
    [
      "trailers that are sent",
      request("POST /trailers", { "Transfer-Encoding": "chunked" }, "0\r\nX-Sum: 4\r\n\r\n"),
      '{"trailers":{"x-sum":"4"},"raw":["X-Sum","4"]}',
    ],
    [
      "an upload",
      uploadOf(["files", "a.txt", "one"], ["files", "ü.txt", "two"], ["title", undefined, "cats"]),
      '"title":"cats"',
      '"text":"two"',
    ],
    [
      "an upload without files",
      uploadOf(["title", undefined, "cats"]),
      '{"body":{"title":"cats"},"uploaded":[]}',
    ],
    [
      "an upload that is too long",
      uploadOf(["files", "a.txt", "a".repeat(1001)]),
      "500 Internal Server Error",
    ],
    ["an upload in another field", uploadOf(["others", "a.txt", "one"]), "500 Internal Server Error"],
    [
      "an upload that ends too soon",
      request("POST /upload", multipart, "--x\r\nContent-Disposition: form-data"),
      "500 Internal Server Error",
    ],
  ];
}

const multipart = { "Content-Type": "multipart/form-data; boundary=x" };

function uploadOf(...parts: readonly (readonly [string, string | undefined, string])[]): string {
  const written = parts.map(([name, file, text]) => {
    const filename = file === undefined ? "" : `; filename="${utf8(file)}"\r\nContent-Type: text/plain`;
    return `--x\r\nContent-Disposition: form-data; name="${name}"${filename}\r\n\r\n${text}\r\n`;
  });
  return request("POST /upload", multipart, `${written.join("")}--x--\r\n`);
}

function packages(): readonly Exchange[] {
  const gzip = { "Accept-Encoding": "gzip" };
  const origin = { Origin: "https://example.com" };
  const preflight = {
    ...origin,
    "Access-Control-Request-Method": "PUT",
    "Access-Control-Request-Headers": "X-Version",
  };
  return [
    ["compression", get("/compressed", gzip), "Content-Encoding: gzip", "Vary: Accept-Encoding"],
    ["compression by brotli", get("/compressed", { "Accept-Encoding": "br" }), "Content-Encoding: br"],
    ["compression that nobody asks for", get("/compressed"), "Content-Length: 13011"],
    ["compression of HEAD", request("HEAD /compressed", gzip), "200 OK"],
    ["compression of a short answer", get("/compressed/short", gzip), "Content-Length: 7"],
    ["compression of whatever there is", get("/compressed/any", gzip), "Content-Encoding: gzip"],
    ["compression and a tag", get("/compressed", { ...gzip, "If-None-Match": "*" }), "304 Not Modified"],
    [
      "compression of pieces",
      get("/compressed/pieces", gzip),
      "Content-Encoding: gzip",
      "Transfer-Encoding: chunked",
    ],
    ["compression that is refused", get("/compressed/not", gzip), "Content-Length: 13000"],
    [
      "compression of an error",
      get("/compressed/throws", { ...gzip, ...withID }),
      "500 Internal Server Error",
    ],
    ["helmet", get("/helmet"), "Strict-Transport-Security: max-age=", "X-Frame-Options: SAMEORIGIN"],
    ["helmet and an error", get("/helmet/throws"), "500 Internal Server Error"],
    [
      "cors",
      get("/cors", origin),
      "Access-Control-Allow-Origin: https://example.com",
      "Access-Control-Allow-Credentials: true",
    ],
    ["cors with another origin", get("/cors", { Origin: "https://other.org" }), "Vary: Origin"],
    [
      "cors before the request",
      request("OPTIONS /cors", preflight),
      "204 No Content",
      "Access-Control-Max-Age: 5",
    ],
    [
      "a session",
      [keptAlive(get("/session")), { until: '"visits":1}' }, get("/session", { Cookie: sessionCookie() })],
      `Set-Cookie: ${sessionCookie()}; Path=/; HttpOnly`,
      '"visits":2}',
    ],
    [
      "a session that rolls",
      [
        keptAlive(get("/session/rolling")),
        { until: '"visits":1}' },
        get("/session/rolling", { Cookie: sessionCookie() }),
      ],
      '"visits":2}',
    ],
    [
      "a login",
      get("/login", { Authorization: "Token ann" }),
      '{"user":{"name":"Ann"},"authenticated":true}',
    ],
    ["a login that fails", get("/login"), "401 Unauthorized", 'WWW-Authenticate: Token realm="cats"'],
    ["a login that breaks", get("/login", { Authorization: "Token broken" }), "500 Internal Server Error"],
    ["a login that fails and redirects", get("/login/redirect"), "302 Found", "Location: /form"],
  ];
}

/** As express-session signs it. */
function sessionCookie(): string {
  const signature = createHmac("sha256", "secret").update("the-one").digest("base64").replace(/=+$/, "");
  return `connect.sid=${encodeURIComponent(`s:the-one.${signature}`)}`;
}

function connections(): readonly Exchange[] {
  const slow = get("/slow");
  const quick = get("/quick");
  const upload = request("POST /echo", { "Content-Length": "4" });
  return [
    [
      "two requests, one after the other",
      [keptAlive(get("/text")), { until: "\r\n\r\ntext" }, get("/json")],
      "Connection: keep-alive",
      "Connection: close",
    ],
    ["requests in one write", pipelined(slow, quick, request("HEAD /text"), get("/json")), "slow", "quick"],
    ["a body before a request", pipelined(request("POST /echo", {}, "body"), quick), "body", "quick"],
    [
      "a body in chunks before a request",
      pipelined(request("POST /echo", { "Transfer-Encoding": "chunked" }, chunked("body")), quick),
      "quick",
    ],
    [
      "an unread body before a request",
      pipelined(request("POST /unread", {}, "a".repeat(50_000)), quick),
      "quick",
    ],
    ["an error before a request", pipelined(get("/throws"), get("/nowhere"), quick), "quick"],
    ["a stream before a request", pipelined(get("/pipe"), get("/pieces"), quick), "quick"],
    ["an answer that ends the connection", pipelined(keptAlive(get("/closing")), quick), "\r\n\r\nclosing"],
    ["a hundred requests in one write", pipelined(...Array<string>(100).fill(get("/json"))), "200 OK"],
    ["a request in two writes", [quick.slice(0, 10), quick.slice(10)], "\r\n\r\nquick"],
    [
      "Expect: 100-continue",
      [
        upload.replace("\r\n\r\n", "\r\nExpect: 100-continue\r\n\r\n"),
        { until: "100 Continue\r\n\r\n" },
        "echo",
      ],
      "100 Continue",
      "echo",
    ],
    ["another expectation", get("/text", { Expect: "a miracle" }), "417 Expectation Failed"],
    [
      "an upgrade",
      get("/text", { Connection: "upgrade", Upgrade: "echo" }),
      "101 Switching Protocols",
      "upgraded /text",
    ],
    ["HTTP/1.0", "GET /text HTTP/1.0\r\n\r\n", "Connection: close", "\r\n\r\ntext"],
    [
      "HTTP/1.0 that stays open",
      [
        `GET /text HTTP/1.0\r\nConnection: keep-alive\r\n\r\n`,
        { until: "\r\n\r\ntext" },
        "GET /json HTTP/1.0\r\n\r\n",
      ],
      "Connection: keep-alive",
    ],
    ["pieces in HTTP/1.0", "GET /pieces HTTP/1.0\r\n\r\n", "onezwei é", "three"],
    ["JSON in HTTP/1.0", "GET /json HTTP/1.0\r\nConnection: close\r\n\r\n", '"list":[1,null]}'],
    ["CONNECT", "CONNECT test:80 HTTP/1.1\r\nHost: test\r\n\r\n"],
  ];
}

/** Requests that Node answers by itself. */
function malformed(): readonly Exchange[] {
  const bad = "HTTP/1.1 400 Bad Request";
  const post = (...lines: readonly string[]): string =>
    `POST /echo HTTP/1.1\r\nHost: test\r\n${lines.join("\r\n")}`;
  return [
    ["no HTTP", "nonsense\r\n\r\n", bad],
    ["HTTP of TLS", "\x16\x03\x01\x02\0\x01\0\x01\xfc\r\n\r\n", bad],
    ["an unknown version of HTTP", "GET / HTTP/9.9\r\n\r\n", bad],
    ["no Host", "GET /text HTTP/1.1\r\n\r\n", bad],
    ["a blank in a header's name", get("/text", { "X Custom": "1" }), bad],
    ["a NUL in a header", get("/text", { "X-Custom": "\0" }), bad],
    ["a target with a blank", get("/te xt"), bad],
    [
      "headers that are too long",
      get("/text", { "X-Custom": "a".repeat(20_000) }),
      "431 Request Header Fields Too Large",
    ],
    ["two lengths", post("Content-Length: 1", "Content-Length: 2", "", "ab"), bad],
    ["a length and chunks", post("Content-Length: 1", "Transfer-Encoding: chunked", "", "0", "", ""), bad],
    ["a length that is none", post("Content-Length: x", "", ""), bad],
    [
      "a malformed request after a good one",
      `${keptAlive(get("/text"))}nonsense\r\n\r\n`,
      "\r\n\r\ntext",
      bad,
    ],
  ];
}
