import assert from "node:assert/strict";
import { once } from "node:events";
import { createServer, type Server } from "node:http";
import type { AddressInfo } from "node:net";
import express from "express";
import {
  App,
  Described,
  FromCookie,
  FromQuery,
  VersioningCustom,
  VersioningHeader,
  VersioningMediaType,
  VersioningURI,
  VersionNeutral,
  WithVersion,
  type VersioningOptions,
} from "versioned-controllers";
import { createTally } from "../../support/tally";
import { testAccounts } from "./accounts";
import { testGateway } from "./gateway";
import { startProxy } from "./proxy";

/** How one scheme asks for `/cats` in a version; without one, for none. */
interface Scheme {
  readonly name: string;
  readonly versioning: VersioningOptions;
  readonly ask: (version: string | undefined) => {
    readonly path: string;
    readonly headers: Record<string, string>;
  };
}

const schemes: readonly Scheme[] = [
  {
    name: "URI",
    versioning: { Type: VersioningURI },
    ask: (version) => ({ path: version === undefined ? "/cats" : `/v${version}/cats`, headers: {} }),
  },
  {
    name: "header",
    versioning: { Type: VersioningHeader, Header: "X-API-Version" },
    ask: (version) => ({ path: "/cats", headers: version === undefined ? {} : { "X-API-Version": version } }),
  },
  {
    name: "media type",
    versioning: { Type: VersioningMediaType, Key: "v" },
    ask: (version) => ({
      path: "/cats",
      headers: { Accept: version === undefined ? "application/json" : `application/json;v=${version}` },
    }),
  },
  {
    name: "query",
    versioning: { Type: VersioningCustom, Extractor: FromQuery("v") },
    ask: (version) => ({ path: version === undefined ? "/cats" : `/cats?v=${version}`, headers: {} }),
  },
  {
    name: "cookie",
    versioning: { Type: VersioningCustom, Extractor: FromCookie("v") },
    ask: (version) => ({ path: "/cats", headers: version === undefined ? {} : { Cookie: `v=${version}` } }),
  },
  {
    name: "pinned to an account",
    versioning: {
      Type: VersioningCustom,
      Extractor: Described((req) => Promise.resolve(pins.get(req.get("X-Account") ?? "") ?? null), {
        Header: "X-Account",
      }),
    },
    ask: (version) => ({
      path: "/cats",
      headers: version === undefined ? {} : { "X-Account": `account-of-${version}` },
    }),
  },
  {
    name: "header, assumed where there is none",
    versioning: { Type: VersioningHeader, Header: "X-API-Version", AssumeVersion: "1" },
    ask: (version) => ({ path: "/cats", headers: version === undefined ? {} : { "X-API-Version": version } }),
  },
];

/** The accounts of the scheme that looks them up, by the version that each is pinned to. */
const pins = new Map(["1", "2", "9"].map((version) => [`account-of-${version}`, version]));

/** The versions that are asked for, one after the other; each twice in a row, and all of it again. */
const versions = ["1", "2", "9", undefined, "2", "1", undefined, "9"];

async function main(): Promise<void> {
  const tally = createTally();
  for (const scheme of schemes) {
    const app = appOf(scheme.versioning);
    const asked: string[] = [];
    const counted = createServer(
      express()
        .use((req, _res, next) => {
          asked.push(req.url);
          next();
        })
        .use(app.Build()),
    );
    const origin = await listening(counted);
    const proxy = await startProxy(origin);
    await tally.check(`${scheme.name}: a cache in front keeps versions apart, 404s included`, async () => {
      for (const version of versions) {
        for (const time of ["first", "second"]) {
          const direct = await told(`http://127.0.0.1:${origin}`, scheme, version);
          const cached = await told(proxy.url, scheme, version);
          assert.deepEqual(cached.answer, direct.answer, `version ${version ?? "none"}, ${time} time`);
          if (time === "second") assert.equal(cached.cache, "HIT", `version ${version ?? "none"}`);
        }
      }
    });
    await proxy.stop();
    counted.close();
  }
  await tally.check(
    "a gateway passes on the routes that the page's script has printed, and no other",
    testGateway,
  );
  await tally.check("sample 33-pinned-accounts: a cache in front keeps accounts apart", testAccounts);
  tally.finish();
}

function appOf(Versioning: VersioningOptions): App {
  const app = new App({ Versioning });
  // The neutral route is what a request without a version gets: the easiest to be given away to all.
  app.Get("/cats", () => ({ version: "neutral" }), WithVersion(VersionNeutral));
  for (const version of ["1", "2"]) app.Get("/cats", () => ({ version }), WithVersion(version));
  app.Get("/dogs", () => 1, WithVersion("9"));
  return app;
}

async function told(base: string, { ask }: Scheme, version: string | undefined) {
  const { path, headers } = ask(version);
  const response = await fetch(base + path, { headers });
  const text = await response.text();
  // Each answer of the server has its own id, which a cache keeps.
  const body = text.replace(/"request_id":"[^"]+"/, '"request_id":"..."');
  return { answer: { status: response.status, body }, cache: response.headers.get("x-cache") };
}

async function listening(server: Server): Promise<number> {
  server.listen(0, "127.0.0.1");
  await once(server, "listening");
  return (server.address() as AddressInfo).port;
}

void main();
