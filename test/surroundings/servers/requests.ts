/** One request of the table. */
export interface Row {
  readonly name: string;
  readonly method: string;
  readonly path: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly body?: string;
}

const id = "01234567-89ab-4cde-8f01-23456789abcd";
const multipart = "multipart/form-data; boundary=cats";
const part = '--cats\r\nContent-Disposition: form-data; name="name"\r\n\r\nTom\r\n--cats--\r\n';
const json = "application/json";

export const rows: readonly Row[] = [
  get("an object", "/cats"),
  get("a version", "/cats", { "X-API-Version": "1" }),
  get("a version that is not served", "/cats", { "X-API-Version": "9" }),
  get("a query and a parameter", "/cats/7?a=1&a=2"),
  get("a text", "/text"),
  get("bytes", "/bytes"),
  get("a stream", "/stream"),
  get("a stream that fails", "/late"),
  get("items", "/items"),
  get("server-sent events", "/events"),
  get("no content", "/nothing"),
  get("res.json", "/express"),
  get("an HTTPError", "/taken"),
  get("a failure", "/broken"),
  get("no route", "/nowhere"),
  get("a malformed escape", "/%zz"),
  get("cookies", "/cookies", { Cookie: "a=1; b=2" }),
  get("a request id", "/cats", { "X-Request-Id": id }),
  get("304", "/text", { "If-None-Match": 'W/"4-u0KjXHVlGy0m4zuR7ZzAUSIIvW0"' }),
  { ...get("HEAD", "/cats"), method: "HEAD" },
  { ...get("another method", "/cats"), method: "DELETE" },
  post("JSON", "/json", json, '{"name":"Tom"}'),
  post("JSON in several bytes", "/json", json, '{"name":"J\u00e9r\u00f4me"}'),
  post("large JSON", "/json", json, JSON.stringify({ name: "x".repeat(300_000) })),
  post("JSON that is too large", "/json", json, JSON.stringify({ name: "x".repeat(1_200_000) })),
  post("malformed JSON", "/json", json, '{"name":'),
  post("JSON that the schema refuses", "/json", json, '{"name":7}'),
  post("no body", "/json", json, ""),
  post("another type", "/json", "text/csv", "a,b"),
  post("a form", "/form", "application/x-www-form-urlencoded", "name=Tom+Cat"),
  post("multipart", "/multipart", multipart, part),
  // Of a body without the closing boundary, Deno's own parser reads what is there.
  post("multipart without a boundary", "/multipart", "multipart/form-data", part),
  post("a text as the body", "/texts", "text/plain", "Tom \u00e4"),
  post("bytes as the body", "/octets", "application/octet-stream", "\u0001\u0002\u00ff"),
];

function get(name: string, path: string, headers: Readonly<Record<string, string>> = {}): Row {
  return { name, method: "GET", path, headers: { "X-API-Version": "2", ...headers } };
}

function post(name: string, path: string, type: string, body: string): Row {
  return { name, method: "POST", path, headers: { "X-API-Version": "2", "Content-Type": type }, body };
}
