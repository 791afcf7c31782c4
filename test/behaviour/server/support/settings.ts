import { forwarded } from "./exchanges";
import { get } from "../../../support/wire";

type Settings = Readonly<Record<string, unknown>>;
type Row = readonly [settings: Settings, request: string, ...holds: readonly string[]];

/** Settings of requests and responses, and a request of `/` or `/jsonp` for which they make a difference. */
export const messageSettings: readonly Row[] = [
  [
    { "trust proxy": true },
    get("/", forwarded),
    '"ip":"10.0.0.1","ips":["10.0.0.1","10.0.0.2"]',
    '"protocol":"https"',
  ],
  [{ "trust proxy": 1 }, get("/", forwarded), '"ip":"10.0.0.2"', '"hostname":"shop.example.com"'],
  [{ "trust proxy": 2 }, get("/", forwarded), '"ip":"10.0.0.1"'],
  [{ "trust proxy": "loopback" }, get("/", forwarded), '"ip":"10.0.0.2"'],
  [{ "trust proxy": ["loopback", "10.0.0.0/8"] }, get("/", forwarded), '"ip":"10.0.0.1"'],
  [{ "trust proxy": (ip: string) => ip !== "10.0.0.1" }, get("/", forwarded), '"ip":"10.0.0.1"'],
  [{ "trust proxy": false }, get("/", forwarded), '"ip":"127.0.0.1"', '"protocol":"http"'],
  [{ "query parser": "simple" }, get("/?a[b]=1&c=1&c=2"), '{"a[b]":"1","c":["1","2"]}'],
  [{ "query parser": "extended" }, get("/?a[b]=1&c[]=1&c[]=2"), '{"a":{"b":"1"},"c":["1","2"]}'],
  [{ "query parser": false }, get("/?a=1"), '"query":{}'],
  [{ "query parser": (text: string) => ({ text }) }, get("/?a=1"), '"query":{"text":"a=1"}'],
  [{ "subdomain offset": 1 }, get("/", { Host: "a.b.c" }), '"subdomains":["b","a"]'],
  [{ "json spaces": 2 }, get("/"), '{\n  "method": "GET"'],
  [
    { "json replacer": (name: string, value: unknown) => (name === "url" ? "replaced" : value) },
    get("/"),
    '"url":"replaced"',
  ],
  [{ "json escape": true }, get("/?a=<b>"), "\\u003cb\\u003e"],
  [{ etag: false }, get("/"), "200 OK"],
  [{ etag: "strong" }, get("/"), 'ETag: "'],
  [{ etag: () => '"always"' }, get("/", { "If-None-Match": '"always"' }), "304 Not Modified"],
  [{ "jsonp callback name": "cb" }, get("/jsonp?cb=call"), "call({"],
];

/** As `it.each` takes them, by their text. */
export function settingRows(rows: readonly Row[]): readonly (readonly [name: string, Row])[] {
  return rows.map((row) => [nameOf(row[0]), row]);
}

function nameOf(given: Settings): string {
  return Object.entries(given)
    .map(([key, value]) => `${key}: ${typeof value === "function" ? "a function" : JSON.stringify(value)}`)
    .join();
}
