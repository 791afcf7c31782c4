import type { OpenAPIDocument } from "../../schema/interface/openapi";
import { isObject } from "../../core/model/value";

/**
 * Copies a document, and rewrites the relative URLs of its servers. Such a URL is meant from the address of the page,
 * but clients resolve it from the address of the document (OpenAPI 3.1.1, 4.8.5). `up` leads from the document to the
 * page: `"../"` from `/docs/openapi/1.json` to `/docs/`, and `""` from `/docs/openapi.json`.
 */
export function withServersOfPage(document: OpenAPIDocument, up: "" | "../"): OpenAPIDocument {
  // The cast is safe: only URLs of servers are changed.
  return rewritten(document, (url) => urlFromPage(url, up)) as OpenAPIDocument;
}

function urlFromPage(url: string, up: "" | "../"): string {
  // Text before a colon is a scheme (RFC 3986, 4.2). A variable at the start may contain a scheme or a slash.
  if (/^[/{]|^[^/?#]*:/.test(url)) return url;
  // Without a path, the URL would be that of the document itself, not of the page's folder.
  return up === "" && /^(?:[?#]|$)/.test(url) ? `./${url}` : up + url;
}

type Rewrite = (url: string) => string;

function rewritten(part: unknown, rewrite: Rewrite): unknown {
  if (Array.isArray(part)) return part.map((item) => rewritten(item, rewrite));
  if (!isObject(part)) return part;
  const members = Object.entries(part).map(([key, member]: [string, unknown]) => {
    if (key === "servers" && Array.isArray(member)) return [key, member.map((one) => serverOf(one, rewrite))];
    // A Link Object has one server of its own.
    if (key === "server") return [key, serverOf(member, rewrite)];
    return [key, isData(key) ? member : rewritten(member, rewrite)];
  });
  return Object.fromEntries(members) as unknown;
}

function serverOf(server: unknown, rewrite: Rewrite): unknown {
  if (!isObject(server) || !("url" in server) || typeof server.url !== "string") return server;
  return { ...server, url: rewrite(server.url) };
}

/** True for members with schemas and values of the application, in which `servers` may be any property. */
function isData(key: string): boolean {
  return dataMembers.has(key) || key.startsWith("x-");
}

const dataMembers = new Set(["schema", "itemSchema", "schemas", "example", "examples", "value"]);
