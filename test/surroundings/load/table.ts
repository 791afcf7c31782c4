import {
  App,
  VersioningCustom,
  VersioningHeader,
  VersioningMediaType,
  VersioningURI,
  VersionNeutral,
  WithVersion,
  type VersioningOptions,
} from "versioned-controllers";
import type { Answer, Sent } from "../../support/send";

/** The requests, whichever way versions are sent. */
interface Asked {
  readonly method: string;
  readonly path: string;
  readonly version: string | undefined;
}

/** A way to send the version. */
export interface Scheme {
  readonly name: string;
  readonly versioning: VersioningOptions;
  readonly send: (asked: Asked) => Sent;
}

const versions = ["1", "2", "3", "4", "5"];

/** Of 100 resources each version has 80, others in each; every tenth is neutral besides. */
const resources = Array.from({ length: 100 }, (_, i) => i);

function isIn(version: string, resource: number): boolean {
  return (resource + Number(version)) % 5 !== 0;
}

function isNeutral(resource: number): boolean {
  return resource % 10 === 0;
}

/** `GET /things-<n>/{id}` of 100 things, in the versions that have them. */
export function appOf(Versioning: VersioningOptions): App {
  const app = new App({ Versioning });
  for (const n of resources) {
    for (const version of versions.filter((one) => isIn(one, n))) {
      app.Get(`/things-${n}/{id}`, (req) => ({ n, version, id: req.params.id }), WithVersion(version));
    }
    if (isNeutral(n)) {
      app.Get(
        `/things-${n}/{id}`,
        (req) => ({ n, version: "neutral", id: req.params.id }),
        WithVersion(VersionNeutral),
      );
    }
  }
  return app;
}

export const schemes: readonly Scheme[] = [
  {
    name: "URI",
    versioning: { Type: VersioningURI },
    send: ({ method, path, version }) => ({
      method,
      path: version === undefined ? path : `/v${version}${path}`,
      headers: {},
    }),
  },
  {
    name: "header",
    versioning: { Type: VersioningHeader, Header: "X-API-Version" },
    send: ({ method, path, version }) => ({
      method,
      path,
      headers: version === undefined ? {} : { "X-API-Version": version },
    }),
  },
  {
    name: "media type",
    versioning: { Type: VersioningMediaType, Key: "v" },
    send: ({ method, path, version }) => ({
      method,
      path,
      headers: {
        Accept: version === undefined ? "*/*" : `text/html;v=9;q=0.1, application/json;v=${version}`,
      },
    }),
  },
  {
    name: "custom, answered later",
    versioning: {
      Type: VersioningCustom,
      Extractor: async (req) => Promise.resolve(req.get("X-Wanted")?.split(" ")),
    },
    send: ({ method, path, version }) => ({
      method,
      path,
      headers: version === undefined ? {} : { "X-Wanted": `9 ${version}` },
    }),
  },
];

/** The n-th of all requests: hits and misses of each kind, in every version and in none. */
export function requestOf(n: number): Asked {
  const thing = (n * 37) % 110;
  const version = [...versions, undefined, "6"][n % 7];
  return {
    method: n % 13 === 0 ? "POST" : "GET",
    path: n % 11 === 0 ? `/things-${thing}` : `/things-${thing}/${n}`,
    version,
  };
}

/** The model: what is answered to a request is a plain function of it. */
export function answerTo({ method, path, version }: Asked, sent: Sent, isPath: boolean): Answer {
  const [, thing = "", id] = /^\/things-(\d+)\/(\d+)$/.exec(path) ?? [];
  const n = Number(thing);
  if (method === "GET" && id !== undefined && n < 100) {
    if (version !== undefined && versions.includes(version) && isIn(version, n)) {
      return { status: 200, body: JSON.stringify({ n, version, id }) };
    }
    if (isNeutral(n) && (version === undefined || !isPath)) {
      return { status: 200, body: JSON.stringify({ n, version: "neutral", id }) };
    }
  }
  const message = `no route matches ${method} ${sent.path}`;
  const error = { code: "not_found", message, status: 404 };
  return { status: 404, body: JSON.stringify({ error, request_id: "..." }) };
}
