import type { OpenAPIDocument } from "../schema/interface/openapi";
import { operationsOf } from "./path-item";
import { isObject } from "../core/model/value";

/**
 * Lists the origins that "Try it out" calls, for the page's Content-Security-Policy: `["https://api.example.com"]`. If
 * one is unknown, the list allows all origins: `["https:", "http:"]`.
 */
export function calledOrigins(document: OpenAPIDocument): readonly string[] {
  const urls = serversOf(document).map((server) => memberIn(server, "url"));
  return [...new Set([...urls, ...tokenAddressesOf(document)].flatMap(originsOf))];
}

function serversOf(document: OpenAPIDocument): readonly unknown[] {
  const items = Object.values(document.paths).filter(isObject);
  const operations = items.flatMap((item) => operationsOf(item).map(({ operation }) => operation));
  return [document, ...items, ...operations].flatMap((part) => listItems(memberIn(part, "servers")));
}

/** Lists the URLs that the button "Authorize" calls. `https://{provider}` stands for any URL of OpenID Connect. */
function tokenAddressesOf({ components }: OpenAPIDocument): readonly unknown[] {
  return ownValues(memberIn(components, "securitySchemes")).flatMap((scheme) => [
    ...(memberIn(scheme, "openIdConnectUrl") === undefined ? [] : ["https://{provider}"]),
    ...ownValues(memberIn(scheme, "flows")).flatMap((flow) => [
      memberIn(flow, "tokenUrl"),
      memberIn(flow, "refreshUrl"),
    ]),
  ]);
}

function originsOf(address: unknown): readonly string[] {
  if (typeof address !== "string" || !/^(?:https?:)?\/\//i.test(address)) return [];
  const origin = /^(https?:\/\/[\w.-]+(?::\d+)?)(?:[/?#]|$)/i.exec(address)?.[1];
  return origin === undefined ? ["https:", "http:"] : [origin];
}

function memberIn(value: unknown, name: string): unknown {
  return isObject(value) && Object.hasOwn(value, name) ? Reflect.get(value, name) : undefined;
}

function ownValues(value: unknown): readonly unknown[] {
  return isObject(value) ? Object.values(value) : [];
}

function listItems(value: unknown): readonly unknown[] {
  return Array.isArray(value) ? (value as readonly unknown[]) : [];
}
