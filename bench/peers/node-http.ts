import { randomUUID } from "node:crypto";
import { createServer, type ServerResponse } from "node:http";
import type { Create } from "../peer";

/** node:http and a Map, by hand: what is left when a framework is left out. */
export const create: Create = ({ paths }, { thing, missing }) => {
  const versionAt = new Map<string, string>();
  for (let n = 0; n < paths; n++) {
    for (const version of ["1", "2"]) versionAt.set(`/v${version}/things-${n}`, version);
  }
  return createServer(({ method = "", url = "" }, res) => {
    const end = url.lastIndexOf("/");
    const version = versionAt.get(url.slice(0, end));
    if (version !== undefined) {
      answer(res, 200, {}, thing(url.slice(end + 1), version));
    } else {
      const id = randomUUID();
      answer(res, 404, { "X-Request-Id": id }, missing(method, url, id));
    }
  });
};

function answer(res: ServerResponse, status: number, headers: Record<string, string>, value: object): void {
  const body = JSON.stringify(value);
  res.writeHead(status, {
    ...headers,
    "Content-Type": "application/json; charset=utf-8",
    "Content-Length": Buffer.byteLength(body),
  });
  res.end(body);
}
